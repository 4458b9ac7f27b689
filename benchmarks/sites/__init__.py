"""``make sites``: what the other pages of a site are worth, as ``docs/measurements/sites.md``.

- `found` finds the sites of a set.
- `measured` cleans each page alone, and with sites learnt from so many other pages.
- `tables` makes tables of that, and `page.md` has the prose.

The same pages give the same figures.
"""
