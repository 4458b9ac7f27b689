"""Decoding: any bytes become valid UTF-8, decoded from the encoding that the page is really in."""

from __future__ import annotations

import codecs
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import pages
from hypothesis import given, settings
from hypothesis import strategies as st
from timing import seconds

from ncleaner import backend
from ncleaner.decode import decode
from ncleaner.decode.encodings import LABELS, LETTERS, MULTI_BYTE, SINGLE_BYTE, lookup, names, to_text, to_utf8
from ncleaner.decode.prescan import declared_early
from ncleaner.decode.utf8 import Utf8Check
from ncleaner.errors import PageTooLarge, UnknownNameError
from ncleaner.page.page import Page
from ncleaner.system import files

# One short story in many languages, and the encodings that those were written in before UTF-8.
ENCODINGS = {
    "ru": "windows-1251 koi8-r iso-8859-5 ibm866 x-mac-cyrillic",
    "uk": "windows-1251 koi8-u",
    "pl": "iso-8859-2 windows-1250",
    "cs": "iso-8859-2 windows-1250",
    "hu": "iso-8859-2 windows-1250",
    "el": "windows-1253 iso-8859-7",
    "tr": "windows-1254",
    "he": "windows-1255",
    "ar": "windows-1256 iso-8859-6",
    "lt": "windows-1257",
    "th": "windows-874",
    "ja": "euc-jp shift_jis",
    "zh-cn": "gb18030",
    "zh-tw": "big5",
    "ko": "euc-kr",
    "fr": "windows-1252",
    "de": "windows-1252",
}
STORY = {
    "ru": (
        "Вчера вечером мы долго гуляли по набережной и говорили о старых книгах. Погода стояла тихая, на реке "
        "почти не было лодок. Когда стемнело, сестра предложила зайти в маленькую булочную на углу, где ещё "
        "горел свет."
    ),
    "uk": (
        "Учора ввечері ми довго гуляли набережною й говорили про старі книжки. Погода була тиха, на річці "
        "майже не було човнів. Коли стемніло, сестра запропонувала зайти до маленької пекарні на розі, де ще "
        "світилося."
    ),
    "pl": (
        "Wczoraj wieczorem długo spacerowaliśmy wzdłuż rzeki i rozmawialiśmy o starych książkach. Gdy się "
        "ściemniło, siostra zaproponowała, żebyśmy zajrzeli do małej piekarni na rogu, gdzie jeszcze paliło "
        "się światło."
    ),
    "cs": (
        "Včera večer jsme se dlouho procházeli po nábřeží a povídali si o starých knihách. Když se setmělo, "
        "sestra navrhla, abychom zašli do malé pekárny na rohu, kde se ještě svítilo. Ráno začalo pršet."
    ),
    "hu": (
        "Tegnap este sokáig sétáltunk a folyóparton, és régi könyvekről beszélgettünk. Amikor besötétedett, a "
        "húgom azt javasolta, hogy térjünk be a sarki kis pékségbe, ahol még égett a fény. Őszre halasztottuk "
        "a kirándulást."
    ),
    "el": (
        "Χθες το βράδυ περπατήσαμε πολλή ώρα δίπλα στο ποτάμι και μιλήσαμε για παλιά βιβλία. Ο καιρός ήταν "
        "ήσυχος και σχεδόν δεν υπήρχαν βάρκες. Το πρωί άρχισε να βρέχει και αναβάλαμε την εκδρομή."
    ),
    "tr": (
        "Dün akşam nehir boyunca uzun uzun yürüdük ve eski kitaplardan konuştuk. Karanlık çökünce kız "
        "kardeşim köşedeki küçük fırına girmeyi önerdi, orada ışık hâlâ yanıyordu. Fırıncı bizi tanıdı ve "
        "herkese çay doldurdu."
    ),
    "he": ("אתמול בערב טיילנו זמן רב לאורך הנהר ודיברנו על ספרים ישנים. מזג האוויר היה נעים וכמעט לא היו סירות במים."),
    "ar": (
        "مشينا مساء أمس طويلا على ضفة النهر وتحدثنا عن الكتب القديمة. كان الجو هادئا ولم نر في الماء إلا قوارب قليلة."
    ),
    "lt": (
        "Vakar vakare ilgai vaikščiojome palei upę ir kalbėjome apie senas knygas. Kai sutemo, sesuo pasiūlė "
        "užsukti į mažą kepyklėlę ant kampo, kur dar degė šviesa. Kepėjas mus pažino ir visiems įpylė "
        "arbatos."
    ),
    "th": ("เมื่อวานตอนเย็นพวกเราเดินเล่นริมแม่น้ำกันนานและคุยกันเรื่องหนังสือเก่า อากาศสงบ แทบไม่มีเรือในแม่น้ำเลย"),
    "ja": (
        "昨日の夕方、私たちは川沿いの道を長いあいだ散歩しながら、古い本の話をしました。天気は穏やか"
        "で、川には舟がいませんでした。"
    ),
    "zh-cn": ("昨天傍晚我们沿着河边散步，走了很久，一直在聊旧书。天气很安静，河上几乎没有船。天黑以后，妹妹提议喝茶。"),
    "zh-tw": ("昨天傍晚我們沿著河邊散步，走了很久，一直在聊舊書。天氣很安靜，河上幾乎沒有船。天黑以後，妹妹提議喝茶。"),
    "ko": ("어제 저녁 우리는 강가를 오래 걸으며 오래된 책 이야기를 나누었다. 날씨는 고요했고 강에는 배가 거의 없었다."),
    "fr": (
        "Hier soir, nous avons longuement marché au bord de la rivière. Le temps était calme. À la tombée de "
        "la nuit, ma sœur a proposé d’entrer dans la petite boulangerie, où brûlait encore une lumière ; ça "
        "nous a plu."
    ),
    "de": (
        "Gestern sind wir am Fluss entlanggegangen und haben über alte Bücher gesprochen. Der Bäcker erkannte "
        "uns und goss allen Tee ein. Am Morgen regnete es, und wir mussten den Ausflug verschieben. Schöne "
        "Grüße!"
    ),
}
LEGACY = [(language, name) for language, encodings in ENCODINGS.items() for name in encodings.split()]

PAGE = """<!DOCTYPE html>
<html><head><title>{title}</title>{declaration}
<link rel="stylesheet" href="/style.css"><script>var a = 1; if (a < 2) {{ go("x"); }}</script></head>
<body class="home"><ul><li><a href="/">Home</a></li><li><a href="/contact.html">Contact</a></li></ul>
<p>{text}</p><div class="footer">Example &copy; 2009</div></body></html>
"""


def page(text: str, declaration: str = "") -> str:
    return PAGE.format(title=text[:20], text=text, declaration=declaration)


def encoded(text: str, name: str) -> bytes:
    return text.encode((SINGLE_BYTE | MULTI_BYTE)[name][0])


def is_well_formed(result: Page) -> bool:
    result.source.decode("utf-8", "strict")
    return type(result.source) is bytes and not result.source.startswith(codecs.BOM_UTF8)


# --- html5lib-tests ---------------------------------------------------------------------------------------------------

NOT_AS_HTML5LIB = {
    ("test-yahoo-jp.dat", 0): "declares EUC-JP, but its bytes are UTF-8, which overrules the declaration",
    ("scripted/tests1.dat", 0): "a script writes the declaration, and scripts do not run",
}


def html5lib_cases(folder: Path) -> list[tuple[tuple[str, int], bytes, str]]:
    cases = []
    for name in ("tests1.dat", "tests2.dat", "test-yahoo-jp.dat", "scripted/tests1.dat"):
        blocks = (b"\n" + (folder / name).read_bytes()).split(b"\n#data\n")[1:]
        for index, block in enumerate(blocks):
            data, _, expected = block.partition(b"\n#encoding\n")
            cases.append(((name, index), data, expected.strip().decode().lower()))
    return cases


def test_html5lib_encoding_cases(data_dir: Path) -> None:
    cases = html5lib_cases(data_dir / "html5lib-tests" / "encoding")
    assert len(cases) == 83
    others = {key for key, data, expected in cases if decode(data).encoding != expected}
    assert others == set(NOT_AS_HTML5LIB)


def test_prescan_finds_the_declaration_that_the_bytes_overrule(data_dir: Path) -> None:
    for key, data, expected in html5lib_cases(data_dir / "html5lib-tests" / "encoding"):
        if key == ("test-yahoo-jp.dat", 0):
            assert declared_early(data) == expected == "euc-jp"
            assert decode(data).encoding == "utf-8"


def test_html5lib_chardet_case(data_dir: Path) -> None:
    data = (data_dir / "html5lib-tests" / "encoding" / "chardet" / "test_big5.txt").read_bytes()
    for kind in ("html", "text"):
        result = decode(data, kind=kind)
        assert result.encoding == "big5"
        assert result.text == data.decode("cp950")


# --- The table of labels ----------------------------------------------------------------------------------------------


def test_every_label_of_the_standard_resolves_to_a_codec_that_python_has() -> None:
    assert len(LABELS) == 228
    assert set(LABELS.values()) == {*names(), "replacement"}
    for codec, _ in (SINGLE_BYTE | MULTI_BYTE).values():
        codecs.lookup(codec)


def test_a_name_is_a_label_of_itself() -> None:
    for name in (*names(), "replacement"):
        assert lookup(name) == name


@pytest.mark.parametrize(
    ("label", "name"),
    [
        ("latin1", "windows-1252"),
        ("US-ASCII", "windows-1252"),
        (" ISO-8859-1\n", "windows-1252"),
        ("iso-8859-9", "windows-1254"),
        ("TIS-620", "windows-874"),
        ("gb2312", "gbk"),
        ("x-sjis", "shift_jis"),
        ("ks_c_5601-1987", "euc-kr"),
        ("utf-16", "utf-16le"),
        ("hz-gb-2312", "replacement"),
        ("logical", "iso-8859-8-i"),
        ("klingon", None),
        ("", None),
        ("latin\xa01", None),
    ],
)
def test_labels(label: str, name: str | None) -> None:
    assert lookup(label) == name


def test_the_error_for_an_unknown_encoding_lists_the_known_ones() -> None:
    with pytest.raises(UnknownNameError, match=r"no encoding 'klingon'.*windows-1252"):
        decode(b"x", encoding="klingon")
    with pytest.raises(UnknownNameError):
        decode("x", encoding="klingon")


# --- The decoders -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SINGLE_BYTE)
def test_single_byte_encodings_give_one_character_per_byte_and_keep_ascii(name: str) -> None:
    text = to_text(bytes(range(256)), name)
    assert len(text) == 256
    assert text[:128] == bytes(range(128)).decode("ascii")
    known = text[128:].replace("\ufffd", "")
    assert len(set(known)) == len(known)


@pytest.mark.parametrize("name", SINGLE_BYTE)
def test_round_trip_of_single_byte_encodings(name: str) -> None:
    exceptions = LETTERS.get(name, {})
    data = bytes(byte for byte in range(256) if byte not in exceptions)
    text = data.decode(SINGLE_BYTE[name][0], "ignore")
    assert len(text) >= 128
    result = decode(encoded(text, name), encoding=name)
    assert (result.text, result.encoding, result.warnings) == (text, name, ())


@pytest.mark.parametrize(
    ("name", "language"),
    [
        ("utf-8", "th"),
        ("utf-16le", "ja"),
        ("utf-16be", "ru"),
        ("gbk", "zh-cn"),
        ("gb18030", "th"),
        ("big5", "zh-tw"),
        ("euc-jp", "ja"),
        ("iso-2022-jp", "ja"),
        ("shift_jis", "ja"),
        ("euc-kr", "ko"),
    ],
)
def test_round_trip_of_multi_byte_encodings(name: str, language: str) -> None:
    text = page(STORY[language])
    for options in ({"encoding": name}, {"http_charset": name}):
        result = decode(encoded(text, name), **options)
        assert (result.text, result.encoding, result.warnings) == (text, name, ())


@pytest.mark.parametrize(
    ("name", "data", "text"),
    [
        ("windows-1252", b"\x81\x8d\x8f\x90\x9d\x80", "\x81\x8d\x8f\x90\x9d€"),
        ("windows-1251", b"\x98", "\x98"),
        ("windows-874", b"\x81\xa1", "\x81ก"),
        ("windows-1255", b"\xca", "\u05ba"),
        ("koi8-u", b"\xae\xbe\xa4", "ўЎє"),
        ("x-mac-cyrillic", b"\xa2\xb6\xff", "Ґґ€"),
        ("macintosh", b"\xdb\x8e", "€é"),
        ("x-user-defined", b"a\x80\xff", "a\uf780\uf7ff"),
        ("gbk", b"\x80\xb0\xa1\x81\x30\x81\x31", "€啊\x81"),
        ("gbk", b"\xa3\xa0", "\u3000"),
        ("gb18030", b"\x95\x32\x82\x36", "𠀀"),
        ("big5", b"\xa1\x45\xa1\xe3\xa3\xe1\x87\x40", "‧～€䏰"),
        ("euc-jp", b"\xad\xa1\xad\xea\xa1\xc1\xfc\xe2", "①㈱～髙"),
        ("iso-2022-jp", b"\x1b$B\x2d\x21\x24\x22\x21\x41\x1b(B a \x1b(I6\x1b(B", "①あ～ a ｶ"),
        ("shift_jis", b"\x87\x40\x81\x60\xb6\x5c", "①～ｶ\\"),
        ("euc-kr", b"\xb0\xa1\x8c\x63", "가똠"),
        ("utf-16le", b"a\0\xac\x20", "a€"),
        ("utf-16be", b"\0a\x20\xac", "a€"),
    ],
)
def test_decoders_follow_the_standard_where_python_does_not(name: str, data: bytes, text: str) -> None:
    assert decode(data, encoding=name).text == text


@pytest.mark.parametrize("name", ["gb18030", "big5", "euc-jp", "shift_jis", "euc-kr"])
def test_a_broken_sequence_does_not_swallow_the_markup_behind_it(name: str) -> None:
    assert decode(b"<p>\xe0<b>x</b>", encoding=name).text.endswith("<b>x</b>")


@given(st.binary(max_size=40), st.integers(1, 60), st.sampled_from(sorted(SINGLE_BYTE)))
def test_recoding_eight_bytes_at_a_time_equals_decoding(data: bytes, times: int, name: str) -> None:
    data = (data + b" plain ascii ") * times + b"-" * 600 + data
    assert to_utf8(Utf8Check(data), name) == to_text(data, name).encode()


# --- Precedence -------------------------------------------------------------------------------------------------------

CYRILLIC = "Погода стояла тихая"


def test_the_caller_overrules_everything() -> None:
    data = codecs.BOM_UTF8 + '<meta charset="utf-8">Ж'.encode()
    assert decode(data, encoding="windows-1251", http_charset="utf-8").encoding == "windows-1251"
    assert decode(b"plain", encoding="Latin1").encoding == "windows-1252"


@pytest.mark.parametrize(
    ("mark", "name"), [(codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16le"), (codecs.BOM_UTF16_BE, "utf-16be")]
)
def test_a_byte_order_mark_overrules_declarations_and_is_dropped(mark: bytes, name: str) -> None:
    text = page(CYRILLIC, '<meta charset="koi8-r">')
    result = decode(mark + encoded(text, name), http_charset="windows-1251")
    assert (result.text, result.encoding, result.warnings) == (text, name, ())


def test_utf_16_by_name_leaves_the_byte_order_to_the_mark() -> None:
    assert decode(codecs.BOM_UTF16_BE + encoded("Ж", "utf-16be"), encoding="utf-16").text == "Ж"


def test_the_server_overrules_the_page() -> None:
    data = encoded(page(CYRILLIC, '<meta charset="windows-1251">'), "koi8-r")
    assert decode(data, http_charset="koi8-r").encoding == "koi8-r"
    assert CYRILLIC in decode(data, http_charset="koi8-r").text
    assert CYRILLIC not in decode(data).text


def test_an_unknown_charset_of_the_server_is_a_warning_and_the_page_decides() -> None:
    result = decode(encoded(page(CYRILLIC, '<meta charset="koi8-r">'), "koi8-r"), http_charset="klingon")
    assert result.encoding == "koi8-r"
    assert result.warnings == ("the server declares an unknown encoding, 'klingon'; it was ignored",)


def test_the_page_decides_where_the_server_is_wrong() -> None:
    result = decode(encoded(page(CYRILLIC, '<meta charset="koi8-r">'), "koi8-r"), http_charset="utf-8")
    assert result.encoding == "koi8-r"
    assert CYRILLIC in result.text


def test_pages_without_a_declaration() -> None:
    assert decode(b"<p>plain").encoding == "windows-1252"
    assert decode(b"").encoding == "windows-1252"
    assert decode("<p>caf\xe9".encode()).encoding == "utf-8"
    assert decode("<p>caf\xe9".encode("latin-1")).encoding == "windows-1252"


def test_markup_in_plain_text_declares_nothing() -> None:
    data = encoded(f"Write <meta charset=koi8-r> so: {STORY['ru']}", "windows-1251")
    assert decode(data, kind="text").encoding == "windows-1251"
    assert decode(data).encoding == "koi8-r"


def test_the_page_has_the_url_and_kind_of_the_caller() -> None:
    result = decode(b"x", url="https://example.org/", kind="text")
    assert (result.url, result.kind) == ("https://example.org/", "text")


# --- Declarations in the page -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("head", "name"),
    [
        (b"<meta charset=koi8-r>", "koi8-r"),
        (b"<META\nCHARSET = 'KOI8-R' />", "koi8-r"),
        (b"<meta/charset=koi8-r>", "koi8-r"),
        (b"<meta charset=koi8-r/>", None),
        (b'<meta http-equiv=content-type content="text/html;charset=koi8-r;x">', "koi8-r"),
        (b"<meta content=\"charset charset = 'koi8-r'\" http-equiv=Content-Type>", "koi8-r"),
        (b'<meta http-equiv=refresh content="0; charset=koi8-r">', None),
        (b'<meta http-equiv=refresh http-equiv=content-type content="charset=koi8-r">', None),
        (b'<meta content="charset=koi8-u" charset=koi8-r>', "koi8-r"),
        (b'<meta charset=klingon content="charset=koi8-u" http-equiv=content-type>', None),
        (b"<meta charset=klingon><meta charset=koi8-r>", "koi8-r"),
        (b"<metal charset=koi8-r>", None),
        (b"<!--><meta charset=koi8-r>-->", "koi8-r"),
        (b"<!-- <meta charset=koi8-u> --><meta charset=koi8-r>", "koi8-r"),
        (b"<!x <meta charset=koi8-r>", None),
        (b"</p title='<meta charset=koi8-u>'><meta charset=koi8-r>", "koi8-r"),
        (b"< <meta charset=koi8-r>", "koi8-r"),
        (b"<p =x<meta charset=koi8-r>", None),
        (b"<meta charset=utf-16>", "utf-8"),
        (b"<meta charset=x-user-defined>", "windows-1252"),
        (b"<meta charset=iso-2022-kr>", "replacement"),
        (b'<?xml version="1.0" encoding="koi8-r"?><html>', "koi8-r"),
        (b"<?xml encoding = 'utf-16be' ?>", "utf-8"),
        (b'<?xml encoding="koi8 -r"?>', None),
        (b'<?xml encoding="koi8-r', None),
        (b'<?xml version="1.0"?><p encoding="koi8-r">', None),
        (b' <?xml encoding="koi8-r"?>', None),
        (b'<?xml encoding="koi8-u"?><meta charset=koi8-r>', "koi8-r"),
        (b"<\0?\0x\0m\0l\0", "utf-16le"),
        (b"\0<\0?\0x\0m\0l", "utf-16be"),
        (b"<meta charset=koi8-r", None),
        (b"<meta charset='koi8-r>", None),
        (b"", None),
    ],
)
def test_prescan(head: bytes, name: str | None) -> None:
    assert declared_early(head) == name


def test_prescan_ends_after_1024_bytes() -> None:
    meta = b"<meta charset=koi8-r>"
    assert declared_early(b" " * (1024 - len(meta)) + meta) == "koi8-r"
    assert declared_early(b" " * (1025 - len(meta)) + meta) is None


def test_a_late_declaration_counts_unless_it_is_commented_out() -> None:
    late = page(CYRILLIC, "<style>" + "p { color: red }\n" * 300 + '</style><meta charset="koi8-r">')
    assert decode(encoded(late, "koi8-r")).encoding == "koi8-r"
    commented = page(STORY["ru"], "<!--" + "p { color: red }\n" * 300 + '<meta charset="koi8-r">-->')
    assert decode(encoded(commented, "windows-1251")).encoding == "windows-1251"


@given(st.binary(max_size=1100))
def test_prescan_never_fails(data: bytes) -> None:
    for head in (data, b"<meta charset=" + data, b"<meta content='charset" + data, b"<?xml encoding=" + data):
        assert declared_early(head) in {None, *LABELS.values()}


# --- Wrong declarations -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("declared", ["iso-8859-1", "windows-1251", "shift_jis", "gb2312", "euc-kr", "tis-620", "big5"])
def test_a_page_in_utf8_that_declares_something_else_is_utf8(declared: str) -> None:
    text = page("Zoë, naïveté, “crème brûlée”", f'<meta charset="{declared}">')
    name = lookup(declared)
    expected = (f"the page is declared as {name}, but its bytes are UTF-8; read as UTF-8",)
    for result in (decode(text.encode()), decode(page("Zoë, naïve, 10 €").encode(), http_charset=declared)):
        assert result.encoding == "utf-8"
        assert "Zoë, naïve" in result.text
        assert result.warnings == expected


def test_a_single_sequence_overrules_a_single_byte_encoding() -> None:
    result = decode('<meta charset="iso-8859-1"><p>© 2009'.encode())
    assert (result.encoding, result.text[-6:]) == ("utf-8", "© 2009")


def test_a_single_sequence_does_not_overrule_a_multi_byte_encoding() -> None:
    data = encoded('<meta charset="euc-kr">Seoul (쩔)', "euc-kr")  # C2 BF: an inverted question mark in UTF-8
    result = decode(data)
    assert (result.encoding, result.warnings) == ("euc-kr", ())
    assert result.text.endswith("Seoul (쩔)")


def test_a_page_that_declares_utf8_but_is_windows_1252() -> None:
    result = decode(encoded('<meta charset="utf-8"><p>It’s 20° in the café', "windows-1252"))
    assert result.text.endswith("It’s 20° in the café")
    assert result.encoding == "windows-1252"
    assert result.warnings == ("the page is declared as utf-8, but is not; guessed windows-1252",)


@pytest.mark.parametrize(("language", "name"), LEGACY)
def test_a_page_that_declares_utf8_but_is_legacy(language: str, name: str) -> None:
    text = page(STORY[language], '<meta charset="utf-8">')
    assert decode(encoded(text, name)).text == text


def test_a_declared_encoding_that_cannot_decode_the_page_is_rejected() -> None:
    text = page(STORY["pl"], '<meta charset="euc-jp">')
    result = decode(encoded(text, "windows-1250"))
    assert (result.text, result.encoding) == (text, "windows-1250")
    assert result.warnings == ("the page is declared as euc-jp, but is not; guessed windows-1250",)


def test_utf8_with_some_damage_stays_utf8_and_the_damage_is_counted() -> None:
    good = "“Ten good” – and then some. " * 20
    for declaration in ("", '<meta charset="utf-8">', '<meta charset="windows-1251">'):
        data = (declaration + good).encode() + b"It\x92s bad, caf\xe9 \xff too. \xef\xbf\xbd"
        result = decode(data)
        assert result.encoding == "utf-8"
        assert result.text == declaration + good + "It\ufffds bad, caf\ufffd \ufffd too. \ufffd"
        assert result.warnings[-1] == "3 sequences were not valid utf-8 and became U+FFFD"


@pytest.mark.parametrize("cut", range(1, 4))
def test_a_page_cut_off_within_a_character_is_utf8(cut: int) -> None:
    data = "<p>Zoë and the 𝕲oat 𝕲".encode()[:-cut]
    result = decode(data)
    assert result.text == "<p>Zoë and the 𝕲oat \ufffd"
    assert result.encoding == "utf-8"
    assert result.warnings == ("1 sequence was not valid utf-8 and became U+FFFD",)


def test_a_truncated_sequence_does_not_count_against_a_page() -> None:
    assert decode("<p>Zoë".encode() + b" and \xc3").text == "<p>Zoë and \ufffd"
    assert decode(b"<p>Zo\xeb and caf\xe9").text == "<p>Zoë and café"


def test_encodings_that_browsers_refuse_are_ignored() -> None:
    for options in ({}, {"http_charset": "iso-2022-cn"}, {"encoding": "replacement"}):
        result = decode('<meta charset="hz-gb-2312"><p>Zoë'.encode(), **options)
        assert result.text.endswith("Zoë")
        assert result.encoding == "utf-8"
        assert "browsers refuse to read" in result.warnings[0]


# --- Bytes that are ASCII, but the text is not ------------------------------------------------------------------------


def test_iso_2022_jp_is_recognised_by_its_escapes() -> None:
    text = page(STORY["ja"])
    for declaration in ("", '<meta charset="iso-2022-jp">'):
        declared = text.replace("<link", declaration + "<link")
        result = decode(encoded(declared, "iso-2022-jp"))
        assert (result.text, result.encoding, result.warnings) == (declared, "iso-2022-jp", ())
    assert decode(b"\x1b[1mbold\x1b[0m").encoding == "windows-1252"


@pytest.mark.parametrize("name", ["utf-16le", "utf-16be"])
@pytest.mark.parametrize("text", [page("plain"), page(CYRILLIC), "<p>Zoë", '<?xml version="1.0"?><p>Ж'])
def test_utf_16_without_a_mark_is_recognised_by_its_nuls(name: str, text: str) -> None:
    result = decode(encoded(text, name))
    assert (result.text, result.encoding, result.warnings) == (text, name, ())


@pytest.mark.parametrize("data", [b"<p>plain", "<p>Zoë".encode()])
def test_utf_16_declared_for_a_page_without_nuls_is_ignored(data: bytes) -> None:
    result = decode(data, http_charset="utf-16")
    assert (result.source, result.encoding) == (data, "utf-8")
    assert "declared as utf-16le" in result.warnings[0]


def test_nuls_are_left_to_the_scanner() -> None:
    assert decode(b"<p>a\0b\0\0c").source == b"<p>a\0b\0\0c"
    assert decode(b"\0\0<p>a").source == b"\0\0<p>a"
    assert decode(b"\0" * 1000).source == b"\0" * 1000
    assert decode(b"a\0").source == b"a\0"
    assert decode(b"\0" * 1000 + "Zoë".encode()).source == b"\0" * 1000 + "Zoë".encode()


# --- Detection --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["html", "text"])
@pytest.mark.parametrize(("language", "name"), LEGACY)
def test_undeclared_pages_are_decoded_correctly(language: str, name: str, kind: str) -> None:
    text = page(STORY[language]) if kind == "html" else STORY[language]
    result = decode(encoded(text, name), kind=kind)
    assert result.text == text
    assert result.warnings == (f"the page does not declare its encoding; guessed {result.encoding}",)


@pytest.mark.parametrize(
    "sign",
    ["£200", "© 2004 Kodak®", "café", "20°", "2½", "naïve Zoë", "“so”", "— and – and …", "§ 5", "fa\xe7ade", "\xa0"],
)
def test_a_few_signs_in_english_do_not_make_it_polish(sign: str) -> None:
    text = page(f"The committee met on Tuesday to discuss the library ({sign}), and nobody objected to {sign}. " * 5)
    result = decode(encoded(text, "windows-1252"))
    assert (result.text, result.encoding) == (text, "windows-1252")


@pytest.mark.parametrize("words", ["café £200 Zoë Müller", "café Kodak® naïve Seán", "café £200 2½ façade"])
def test_a_few_foreign_words_in_english_do_not_change_the_encoding(words: str) -> None:
    sentence = "The committee met on Tuesday to discuss the new library and the money it will cost the town; {} too. "
    text = page("".join(sentence.format(word) for word in words.split()))
    result = decode(encoded(text, "windows-1252"))
    assert (result.text, result.encoding) == (text, "windows-1252")


@pytest.mark.parametrize("length", range(10, 50, 5))
def test_short_korean_texts_are_not_taken_for_chinese(length: int) -> None:
    text = STORY["ko"][:length]
    assert decode(encoded(text, "euc-kr"), kind="text").text == text


def test_evidence_deep_in_the_page_or_after_data_is_used() -> None:
    scripts = "<script>var data = 1;</script>\n" * 50_000
    deep = page(scripts + STORY["ru"])
    assert decode(encoded(deep, "koi8-r")).text == deep
    behind = "<script>/* © */" + '{"key": "value"},' * 4000 + "</script><p>" + STORY["ru"]
    assert decode(encoded(behind, "windows-1251")).text == behind


def test_without_the_detector_it_is_windows_1252_and_the_warning_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cchardet", None)
    result = decode(encoded(page(STORY["ru"]), "koi8-r"))
    assert result.encoding == "windows-1252"
    assert result.warnings[0].endswith("the package faust-cchardet is not installed")


# --- Input that is str ------------------------------------------------------------------------------------------------


def test_declarations_in_str_are_ignored() -> None:
    result = decode('<meta charset="koi8-r">Жук 𝕲')
    assert (result.text, result.encoding, result.warnings) == ('<meta charset="koi8-r">Жук 𝕲', "utf-8", ())


def test_lone_surrogates_become_replacement_characters_one_for_one() -> None:
    result = decode("a\ud800b\udc00\udc00c")
    assert result.text == "a\ufffdb\ufffd\ufffdc"
    assert result.warnings == ("3 lone surrogates were replaced by U+FFFD",)
    assert decode("\udfff").warnings == ("1 lone surrogate was replaced by U+FFFD",)


def test_a_byte_order_mark_in_front_of_text_is_dropped() -> None:
    assert decode("\ufeffa\ufeff").text == "a\ufeff"


@given(st.text(st.characters()))
def test_any_str_keeps_its_length(text: str) -> None:
    result = decode(text)
    assert is_well_formed(result)
    assert len(result.text) == len(text.lstrip("\ufeff"))


# --- Arbitrary bytes --------------------------------------------------------------------------------------------------

PIECES = st.sampled_from(
    [b"<meta charset=", b"<!--", b"<?xml encoding='", b"\xef\xbb\xbf", b"\xff\xfe", b"\x1b$B", b"\0", b"\xe2\x80\x99"]
)
BYTES = st.binary() | st.lists(PIECES | st.binary(max_size=6), max_size=12).map(b"".join)


@settings(max_examples=400)
@given(BYTES, st.none() | st.sampled_from(sorted(LABELS)), st.none() | st.sampled_from(sorted(LABELS)))
def test_any_bytes_give_a_page_in_valid_utf8(data: bytes, encoding: str | None, http_charset: str | None) -> None:
    for kind in ("html", "text"):
        result = decode(data, encoding=encoding, http_charset=http_charset, kind=kind)
        assert is_well_formed(result)
        assert result.encoding in names()


@given(BYTES)
def test_valid_utf8_comes_through_unchanged_unless_it_is_declared_otherwise(data: bytes) -> None:
    text = data.decode("utf-8", "ignore").replace("\0", "").replace("\x1b", "").lstrip("\ufeff")
    assert decode(text.encode(), encoding="utf-8").text == text
    assert decode(text.encode(), kind="text").text == text


@pytest.mark.parametrize("length", [4093, 4094, 4095, 4096, 4097, 8191, 8192])
def test_characters_across_the_borders_of_blocks(length: int) -> None:
    for character in "é€𝕲":
        good = b"a" * length + character.encode() + b"a" * 5000
        assert decode(good).source is good
        bad = b"a" * length + character.encode()[:-1] + b"a" * 5000 + ("é" * 5).encode()
        assert decode(bad).text == "a" * length + "\ufffd" + "a" * 5000 + "é" * 5


def test_pages_in_ascii_and_utf8_are_not_copied() -> None:
    for data in (b"<p>plain" * 1000, b'<meta charset="latin1">' * 100, "<p>Zoë".encode() * 1000):
        assert decode(data).source is data
        assert decode(data, encoding="utf-8").source is data


def test_other_kinds_of_bytes() -> None:
    data = "<p>Zoë".encode()
    assert decode(bytearray(data)).source == data
    assert decode(memoryview(data)).source == data
    assert decode(memoryview(data + data)[::-1][: len(data)][::-1]).source == data
    for wrong in (None, 7, [1, 2]):
        with pytest.raises(TypeError, match="a page is bytes or str"):
            decode(wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("options", "size"),
    [({}, 2), ({"encoding": "utf-8"}, 1), ({"http_charset": "euc-jp"}, 1), ({"encoding": "gb18030"}, 1)],
)
def test_noise_takes_linear_time(options: dict[str, str], size: int) -> None:
    noise = random.Random(1).randbytes(size << (21 if backend.name() == "compiled" else 18))

    def taken(data: bytes) -> float:
        return seconds(lambda: is_well_formed(decode(data, **options)))

    assert is_well_formed(decode(noise, **options))
    eighth = min(taken(noise[: len(noise) // 8]) for _ in range(3))
    assert min(taken(noise) for _ in range(2)) < 24 * eighth


# --- Start-up and real pages ------------------------------------------------------------------------------------------


def test_a_page_in_utf8_needs_no_slow_import() -> None:
    code = (
        "import sys; before = set(sys.modules); from ncleaner.decode import decode; decode('<p>Zoë'.encode());"
        "print(*sorted({'re', 'typing', 'dataclasses', 'enum', 'inspect', 'cchardet'} & (set(sys.modules) - before)))"
    )
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=True)
    assert result.stdout.strip() == ""


@pytest.mark.parametrize("name", ["cleaneval-dev", "cleaneval-final-a", "dragnet"])
def test_real_pages_have_no_mojibake(data_dir: Path, name: str) -> None:
    for data in pages(data_dir / name, 150):
        result = decode(data)
        assert is_well_formed(result)
        if result.encoding == "windows-1252":
            assert not any(garbage in result.text for garbage in ("â€", "Ã©", "Â ", "ï»¿"))


def test_a_page_that_is_too_large_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with (tmp_path / "page.html").open("wb") as file:
        file.truncate(files.LARGEST_PAGE + 1)
    with pytest.raises(PageTooLarge, match="the page has 1073741825 bytes, but at most 1073741824 can be cleaned"):
        files.read_input(str(tmp_path / "page.html"))
    monkeypatch.setattr(files, "LARGEST_PAGE", 10)
    for page in (b"<p>eleven...", "<p>eleven...", bytearray(12), memoryview(bytes(12)), "\u20ac" * 4):
        with pytest.raises(PageTooLarge):
            decode(page)
    assert decode(b"<p>ten bytes"[:10]).source == b"<p>ten byt"


def test_lone_surrogates_in_the_url_become_replacement_characters() -> None:
    page = decode(b"<p>Rain", url="http://example.org/\ud800\U0001f600\udfff")
    assert page.url == "http://example.org/\ufffd\U0001f600\ufffd"
