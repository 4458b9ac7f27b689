"""What makes parts of the documentation."""
