"""From the markup of a page to its blocks: the tokenizer, the stack of open elements, the writer, the scanner."""
