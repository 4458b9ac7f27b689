"""The kept content of a page as a tree: headings, paragraphs, lists, tables, code, quotes, formulas and images."""
