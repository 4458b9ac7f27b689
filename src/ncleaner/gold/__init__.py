"""Making a gold standard: two people clean the same pages, a third decides where they differ (FIASCO, section 5).

`annotations` finds the texts of two people that belong together, `agreement` says how far they agree, and `merge` makes
one text of two, with the conflicts marked in the file.
"""
