"""Small training pages: random sentences between the boilerplate of a site."""

from __future__ import annotations

from random import Random

from ncleaner.train import Example

NAMES = "Ada Bo Cleo Dan Eve Finn Greta Hugo".split()
VERBS = "walked looked went climbed drifted hurried sailed wandered".split()
PLACES = "harbour market lighthouse station garden river bridge museum".split()
ENDS = "before the rain began, when nobody was there to watch, as the old people used to do".split(", ")
MENU = "Home News Sports Weather Contact Help Login Register Sitemap Search Archive Shop".split()
LEGAL = ["Copyright 2007 All rights reserved", "Terms of use", "Privacy policy", "Click here to join", "Top of page"]


def sentence(chance: Random) -> str:
    return (
        f"{chance.choice(NAMES)} {chance.choice(VERBS)} to the {chance.choice(PLACES)} {chance.choice(ENDS)}"
        f" and {chance.choice(VERBS)} on to the {chance.choice(PLACES)}."
    )


def page(number: int) -> tuple[str, str]:
    """Return a page and its gold text in CleanEval's format; the same number gives the same page."""
    chance = Random(number)
    heading = f"{chance.choice(NAMES)} at the {chance.choice(PLACES)}"
    paragraphs = [" ".join(sentence(chance) for _ in range(chance.randint(1, 4))) for _ in range(4)]
    menu = "".join(f"<li>{word}" for word in chance.sample(MENU, 6))
    legal = "".join(f"<p>{line}</p>" for line in chance.sample(LEGAL, 3))
    body = "".join(f"<p>{paragraph}</p>" for paragraph in paragraphs)
    html = f"<ul>{menu}</ul><h1>{heading}</h1>{body}{legal}"
    gold = "".join([f"URL: http://site.example/{number}\n\n<h> {heading}\n", *(f"<p> {text}\n" for text in paragraphs)])
    return html, gold


def examples(count: int, *, first: int = 0, weight: int = 1, set: str = "walks") -> list[Example]:
    pages = []
    for number in range(first, first + count):
        html, gold = page(number)
        pages.append(Example(f"{set}/{number}", html.encode(), gold, "html", weight))
    return pages
