"""FIASCO: subtrees of a page, classified by a support vector machine (Bauer et al., 2007).

- `dom` makes a tree of a page (section 2.1), `targets` finds the nodes in it that are paragraphs and their like (2.2).
"""
