"""A folder of German pages to annotate: news, a blog and a club, each with the boilerplate of its site."""

from __future__ import annotations

from pathlib import Path

SENTENCES = (
    "Der Fluss stieg in der Nacht um anderthalb Meter und überschwemmte die Wiesen vor der Stadt.",
    "Die Feuerwehr pumpte bis zum Morgen Wasser aus den Kellern der Altstadt.",
    "Nach Angaben der Gemeinde wurde niemand verletzt, doch drei Brücken bleiben gesperrt.",
    "Am Wochenende soll der Regen nachlassen, und die Schulen öffnen am Montag wieder.",
    "Im alten Kino zeigen Schülerinnen einen Film, den sie ein Jahr lang selbst gedreht haben.",
    "Er handelt von einer Bäckerin, die nachts die Radiosendungen ihrer Nachbarn hört.",
    "Wer den Teig am Abend ansetzt, hat am Morgen Brot mit einer Kruste, die beim Schneiden kracht.",
    "Das Mehl sollte frisch gemahlen sein, und das Wasser darf nicht wärmer sein als die Hand.",
    "Der Verein sucht Menschen, die einmal in der Woche mit Kindern lesen möchten.",
    "Vorkenntnisse braucht man keine, nur Geduld und eine Stimme, der man gerne zuhört.",
    "Auf dem Markt verkauft Frau Albers seit vierzig Jahren Äpfel von ihren eigenen Bäumen.",
    "Im Herbst, sagt sie, rieche der ganze Platz nach Boskoop, Quitten und nassem Laub.",
    "Die neue Buslinie fährt alle zwanzig Minuten und hält auch am Krankenhaus.",
    "Für die Haltestelle am Bahnhof musste eine alte Linde versetzt werden, was gelungen ist.",
    "Das Museum hat eine Karte gefunden, auf der die Stadt noch eine Insel ist.",
    "Gezeichnet hat sie ein Mönch, der den Fluss offenbar nur vom Hörensagen kannte.",
)
TITLES = (
    "Hochwasser in der Altstadt", "Ein Film aus der Schule", "Brot mit Kruste", "Vorlesen für Kinder",
    "Äpfel vom Markt", "Der Bus kommt öfter", "Als die Stadt eine Insel war", "Nach dem Regen",
    "Nachts im Radio", "Frisches Mehl", "Geduld und Stimme", "Die versetzte Linde",
)  # fmt: skip

NEWS = """<!DOCTYPE html>
<html lang="de"><head><meta charset="utf-8"><title>{title} – Flussbote</title>
<style>body {{ font: 16px serif; margin: 0 }} nav {{ background: #234; color: #fff; padding: 8px }}
nav a {{ color: #fff; margin-right: 1em }} .seite {{ display: flex; gap: 2em; padding: 1em }} article {{ width: 60% }}
aside {{ width: 30%; background: #eef }}</style></head><body>
<nav><a href="/">Startseite</a> <a href="/stadt">Stadt</a> <a href="/sport">Sport</a> <a href="/abo">Abo</a></nav>
<div class="seite"><article><h1>{title}</h1>{text}</article>
<aside><h3>Meistgelesen</h3><ul><li><a href="/1">Zehn Tipps für den Garten</a></li>
<li><a href="/2">So wird das Wetter</a></li><li><a href="/3">Rätsel der Woche</a></li></ul>
<p>Jetzt den Newsletter bestellen und nichts verpassen!</p></aside></div>
<footer>© Flussbote – Impressum – Datenschutz – Kontakt</footer></body></html>
"""
BLOG = """<!DOCTYPE html>
<html lang="de"><head><meta charset="utf-8"><title>{title} | Notizen vom Ufer</title></head><body>
<div id="kopf"><a href="/">Notizen vom Ufer</a> | <a href="/archiv">Archiv</a> | <a href="/ich">Über mich</a></div>
<div class="eintrag"><h2>{title}</h2>{text}<p class="meta">Abgelegt unter <a href="/t">Alltag</a>,
<a href="/u">Stadt</a> – <a href="#k">3 Kommentare</a></p></div>
<div class="rand"><h4>Schlagwörter</h4><a href="/a">Brot</a> <a href="/b">Fluss</a> <a href="/c">Kino</a></div>
</body></html>
"""
CLUB = """<html><head><meta charset="utf-8"><title>{title}</title></head><body bgcolor="#ffffee">
<table width="100%"><tr><td width="20%" bgcolor="#ccddcc"><a href="/">Verein</a><br><a href="/t">Termine</a><br>
<a href="/b">Beitritt</a><br><a href="/g">Gästebuch</a></td><td><h3>{title}</h3>{text}
<p align="center"><font size="1">Diese Seite wurde zuletzt im Mai geändert. Besucher: 1234</font></p></td></tr></table>
</body></html>
"""
SITES = (NEWS, BLOG, CLUB)


def pages(count: int = len(TITLES)) -> dict[str, tuple[str, list[str]]]:
    """Return pages by name, each with its markup and the segments that people should keep."""
    return {f"seite-{number + 1:02}": _page(number) for number in range(count)}


def _page(number: int) -> tuple[str, list[str]]:
    title = TITLES[number]
    first = 2 * number % len(SENTENCES)
    paragraphs = [" ".join(SENTENCES[(first + at + step) % len(SENTENCES)] for step in (0, 1)) for at in (0, 2, 5)]
    text = "".join(f"<p>{paragraph}</p>" for paragraph in paragraphs)
    return SITES[number % len(SITES)].format(title=title, text=text), [
        f"<h> {title}",
        *(f"<p> {p}" for p in paragraphs),
    ]


def write_pages(folder: Path, count: int = len(TITLES)) -> list[str]:
    """Write pages into ``html/`` of a folder, and the texts to keep into ``gold/``; return the names of the pages."""
    for name in ("html", "gold"):
        (folder / name).mkdir(parents=True)
    for name, (markup, segments) in pages(count).items():
        (folder / "html" / f"{name}.html").write_text(markup, encoding="utf-8")
        (folder / "gold" / f"{name}.txt").write_text("\n".join(segments) + "\n", encoding="utf-8")
    return [f"{name}.html" for name in pages(count)]
