"""``make paper``: the tables and figures of the papers once more, the published figures beside ours.

Everything goes to ``docs/measurements/``: ``papers.md`` and the figures that it shows. Nobody edits them by hand. The
same pages give the same bytes, so there are no dates and no timings in it.

- `paper.ngram` has the two papers on NCleaner and StupidOS: one module for each table or group of tables.
- `paper.ice` has the one on ICE, `paper.fiasco` the one on FIASCO.
- `paper.pages` has the pages and makes dumps of them, `paper.judging` judges what becomes of them, `paper.significance`
  has the paired tests, `paper.markdown` writes the tables.
- `paper.page` puts prose and pieces together.

Another paper is another package beside these, with a template and a function ``pieces``, and its place in
`paper.__main__`.
"""
