"""The studio: a page in the browser that shows what is decided on web pages, and why.

Strategy: everything that can be done without HTTP is done in modules that know nothing of it. `ncleaner.studio.app` is
a thin layer of routes over them, `ncleaner.studio.guard` stands in front of all routes, and `ncleaner.studio.serve`
binds them to the loopback address. The interface itself is hand-written JavaScript in ``static/``.

Pages are data. A page is shown in a frame as `ncleaner.studio.frame` writes it anew, under a policy that allows no
script and no request; the browser's sandbox runs no script in the frame either.
"""
