"""``make accuracy``: what the default engine is worth, in figures and tables, as ``docs/measurements/accuracy.md``.

- `unseen` trains five forests, each without a fifth of the sites, so that every page of the sets that the shipped model
  has learnt from can be cleaned by a model that does not know its site.
- `readings` lets an engine clean a page in all the ways that are asked about, and keeps what was counted.
- `reliability`, `bias`, `wordless` and `speed` make tables and drawings of that, and `page.md` has the prose.
- `panel` has what the drawings share.

The same pages give the same figures, but for those of CPU time.
"""
