"""Pages for the functions of trafilatura: articles with a list, a table, comments and metadata, and without."""

from __future__ import annotations

ADDRESS = "https://www.example.org/2024/rain"
TITLE = "Rain in Rye"
STREETS = (
    "It rained <b>all</b> day, and nobody went out; see <a href='https://example.org/forecast'>the forecast</a>. The"
    " water stood in the streets until the evening, and the children had to be carried home from school."
)
BRIDGE = (
    "The mayor said that she had never seen so much water, and that the bridge would stay closed until Monday, when the"
    " engineers are expected to come down from the city and look at its middle arch."
)
BOATS = (
    "Boats were brought up from the harbour and tied to the railings of the market hall, where the traders had carried"
    " their tables to the upper floor and sold soup and bread to everybody who could reach the stairs."
)
TABLE = (
    "<table><caption>Rain</caption><tr><th>Town</th><th>Millimetres</th></tr>"
    "<tr><td>Rye</td><td>31</td></tr><tr><td>Deal</td><td>47</td></tr></table>"
)
OPINION = "I was on the bridge when the water came up, and I have never run so fast in all my life, I can tell you."
COMMENTS = f'<div id="comments" class="comment-list"><div class="comment"><p>{OPINION}</p></div></div>'
META = """<meta property="og:site_name" content="The Weekly"><meta name="author" content="Ann Lee">
<meta property="article:published_time" content="2024-05-06T10:00:00Z"><meta name="description" content="It rained.">"""
MENU = "<nav><a href='/'>Home</a> <a href='/news'>News</a></nav>"


def page(*parts: str, head: str = META, title: str = TITLE) -> str:
    """Return a page with a menu and these parts of a body."""
    body = "".join(parts)
    return f'<!doctype html><html lang="en"><head><title>{title}</title>{head}</head><body>{MENU}{body}</body></html>'


def article(*inside: str) -> str:
    """Return an article with these parts before its last paragraph."""
    return f"<article><h1>{TITLE}</h1><p>{STREETS}</p><p>{BRIDGE}</p>{''.join(inside)}<p>{BOATS}</p></article>"


LIST = "<h2>What to do</h2><ul><li>Stay at home until the bridge is open</li><li>Call the town hall first</li></ul>"
ARTICLE = page(article(LIST, TABLE), COMMENTS)
"""An article with a list, a table, comments and metadata."""

UNDATED = page(article(), head="")
GERMAN = page(
    "<article><h1>Regen</h1><p>Es regnete den ganzen Tag, und niemand ging aus dem Haus, weil das Wasser in allen"
    " Straßen stand und die Brücke gesperrt war.</p><p>Die Bürgermeisterin sagte, so viel Wasser habe sie noch nie"
    " gesehen, und die Kinder mussten von ihren Eltern nach Hause getragen werden.</p></article>",
    head="",
    title="Regen",
)
EMPTY = "<html><head><title></title></head><body><script>let rain = true</script><p> </p></body></html>"
