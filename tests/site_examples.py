"""Pages of a site made up for tests: what they share, and what each has for itself."""

from __future__ import annotations

from random import Random

WORDS = """harbour rain boat evening children bridge ferry light window street market voice garden letter winter
    story river captain morning sailor island stone music kitchen doctor village road summer teacher""".split()

PROMOTION = "Sign up for our newsletter and read it at home every Friday."


def paragraph(seed: str) -> str:
    """Return a paragraph of some forty words that no other seed gives."""
    random = Random(seed)
    sentences = []
    for _ in range(4):
        words = [random.choice(WORDS) for _ in range(9)]
        sentences.append(f"The {words[0]} and the {' '.join(words[1:])}.")
    return " ".join(sentences)


def page(number: int, *, promotion: str = PROMOTION, name: str = "story") -> bytes:
    """Return an article with a menu, a date, and a promotion in the middle of its text."""
    return f"""<!DOCTYPE html><html><head><title>Story {number}</title></head><body class="page-{number}">
<div class="menu"><a href=1>Home</a> | <a href=2>News</a></div>
<div class="{name}" id="post-{number}"><h1>{paragraph(f"{name} title {number}")[:40]}</h1>
<p class="date">Published on {1 + number % 28} {"March" if number % 2 else "April"} 2024</p>
<p>{paragraph(f"{name} {number} one")}</p>
<p class="box">{promotion}</p>
<p>{paragraph(f"{name} {number} two")}</p></div>
<div class="foot">Copyright 2024 by the harbour office</div></body></html>""".encode()


def other_design(number: int) -> bytes:
    """Return a page of another design, which shares no container with the first."""
    return f"""<!DOCTYPE html><html><head><title>Tale {number}</title></head><body>
<ul id="top"><li><a href=1>Start</a></li><li><a href=2>Archive</a></li></ul>
<section class="tale"><h2>{paragraph(f"tale {number}")[:40]}</h2>
<blockquote>{paragraph(f"tale {number} a")}</blockquote>
<blockquote>{paragraph(f"tale {number} b")}</blockquote></section></body></html>""".encode()
