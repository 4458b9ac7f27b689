"""From plain text to blocks: dumps of text browsers, messages, and any other text."""
