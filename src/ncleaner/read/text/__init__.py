"""Plain text to labelled blocks: dumps of text browsers, mail messages, and any other text."""
