"""What decides whether a page or paragraph goes into a corpus: its language, and whether it was there before."""
