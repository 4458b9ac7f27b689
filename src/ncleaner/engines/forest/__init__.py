"""The engine `forest`: boosted trees over the features of blocks."""
