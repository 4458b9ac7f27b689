"""Filters of a corpus: words, language and duplicates decide whether a page or paragraph is written."""
