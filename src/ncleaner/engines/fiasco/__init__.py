"""FIASCO: Bauer et al., *Filtering the Internet by Automatic Subtree Classification, Osnabrück* (2007).

- `dom` builds the tree of a page (section 2.1), `targets` finds its target nodes, such as paragraphs (2.2), and
  `page_targets` maps the blocks of our scanner to them;
- `linguistic` and `tagger` (section 3.1), `structural` (3.2) and `visual` (3.3) compute features, and `features` puts
  them into a table;
- `svm` evaluates a support vector machine, `measurer` measures pages in a browser, `engine` decides (2.4).

Differences from the paper: lexbor replaces TagSoup, HanTa replaces TreeTagger, ``wordfreq`` replaces the British
National Corpus, and Chromium replaces Firefox. Text directly inside the body does not make the body a target. Lengths
are logarithms. Structural features also cover neighbouring targets.
"""
