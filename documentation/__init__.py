"""The machinery of the documentation site: ``make docs`` builds ``docs/`` with it.

- `documentation.hooks` has the functions that MkDocs calls. They take files of other folders into the site, and fill
  the generated parts of pages.
- `documentation.generated` lists the generated parts. A page says where one goes: ``<!-- generated: engines -->``.
  There is a module for each of them: `commands`, `engines`, `features`, `corpora`, `models`, `extras` and others.
- `documentation.links` finds the links of a page, and points them to where their targets are in the site.
- `documentation.notebooks` makes pages of notebooks.
- `documentation.drawings` writes the drawings of some explanation pages.
- `documentation.table` writes tables.
"""
