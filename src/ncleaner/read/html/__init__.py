"""HTML to labelled blocks."""
