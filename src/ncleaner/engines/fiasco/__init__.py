"""FIASCO: Bauer et al., *Filtering the Internet by Automatic Subtree Classification, Osnabrück* (2007).

- `dom` makes a tree of a page (section 2.1), `targets` finds the nodes in it that are paragraphs and their like (2.2),
  `reading` knows which blocks of our scanner stand in which of them;
- `linguistic` and `tagger` (section 3.1), `structural` (3.2) and `visual` (3.3) have features, of which `features`
  makes a table;
- `svm` evaluates a support vector machine, `sight` has a browser at hand, and `engine` decides by both (2.4).

Where we do otherwise than the paper: lexbor parses in TagSoup's place, HanTa tags in TreeTagger's, ``wordfreq`` knows
general language in place of the British National Corpus, Chromium renders in place of Firefox. No node swallows the
body. Lengths are logarithms. Structural features know the targets around a target, too.
"""
