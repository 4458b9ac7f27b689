"""The elements of HTML: their names, and their effects on a scanner that keeps a stack but builds no tree.

The facts are from the WHATWG HTML standard: which elements are void, which are "special", which close an open
paragraph, which bound a scope, which are formatting elements, and how a browser displays them.

An element has a number: its index in `NAMES`, or ``len(NAMES)`` and above for elements unknown to HTML. Names of up to
eight letters are looked up by a perfect hash of the packed letters (`KEYS`, `CODES`).
"""

from __future__ import annotations

from array import array

# The effects of a start tag: the bits of `FLAGS`.
VOID = 1  # has no content and no end tag
BREAK = 2  # is displayed as a block of its own, so text breaks before and after it
CLOSES_P = 4  # its start tag closes an open paragraph
SPECIAL = 8  # stops the search for the start tag of an end tag
SCOPE = 16  # bounds "an element in scope"
FORMATTING = 32  # stays in force until it is closed, across other elements
CONTAINER = 64  # becomes an `Element`
BREAKOUT = 128  # ends the SVG or MathML around it
BODY_CONTENT = 256  # a frameset after it is ignored
HIDES = 512  # its content is not displayed
TABLE_PART = 1024  # is allowed inside tables only
RUBY_PART = 2048  # ends the part of a ruby annotation before it

_WORDS = {
    VOID: "area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr",
    BREAK: """address article aside blockquote body button caption center col colgroup dd details dialog dir div dl
        dt fieldset figcaption figure footer form frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html legend li
        listing main menu nav ol optgroup option p plaintext pre search section select summary table tbody td
        textarea tfoot th thead title tr ul xmp""",
    CLOSES_P: """address article aside blockquote center dd details dialog dir div dl dt fieldset figcaption figure
        footer form h1 h2 h3 h4 h5 h6 header hgroup hr li listing main menu nav ol p plaintext pre search section
        summary ul xmp""",
    SPECIAL: """address applet area article aside base basefont bgsound blockquote body br button caption center col
        colgroup dd details dir div dl dt embed fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5
        h6 head header hgroup hr html iframe img input keygen li link listing main marquee menu meta nav noembed
        noframes noscript object ol p param plaintext pre script search section select source style summary table
        tbody td template textarea tfoot th thead title tr track ul wbr xmp""",
    SCOPE: "applet caption html marquee object table td template th select",
    FORMATTING: "a b big code em font i nobr s small strike strong tt u",
    CONTAINER: """address article aside blockquote body button caption center dd details dialog dir div dl dt
        fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup html legend li listing main menu nav
        noscript ol optgroup option p pre search section select summary svg table tbody td template textarea tfoot
        th thead tr ul xmp plaintext""",
    BREAKOUT: """b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li
        listing menu meta nobr ol p pre ruby s small span strong strike sub sup table tt u ul var""",
    BODY_CONTENT: """applet area body br button dd dt embed hr iframe img input keygen li listing marquee object pre
        select table textarea wbr xmp""",
    RUBY_PART: "rb rp rt rtc",
    TABLE_PART: "caption colgroup tbody td tfoot th thead tr",
    HIDES: "audio canvas datalist noscript rp template video",
}
_OTHERS = """abbr acronym annotation-xml bdi bdo cite data datalist del desc dfn foreignobject image ins kbd label
    map mark math meter mi mn mo ms mtext object output picture progress q rb rt rtc ruby samp slot span sub sup svg
    time title var"""
# Elements of SVG icons. They have no rules of their own, but are looked up faster here than as unknown elements.
_SVG = "circle clippath defs ellipse filter g line mask path polygon polyline rect stop symbol text tspan use"

_MEMBERS = {bit: set(words.split()) for bit, words in _WORDS.items()}
NAMES: list[str] = sorted(set((f"{_OTHERS} {_SVG}").split()).union(*_MEMBERS.values()))
CODE: dict[str, int] = {name: code for code, name in enumerate(NAMES)}
LONG_NAMES: dict[bytes, int] = {name.encode(): code for name, code in CODE.items() if len(name) > 8}
FOREIGN = 1 << 20  # added to the numbers of elements inside SVG and MathML, to tell them from those of HTML

FLAGS = array("i", [sum(bit for bit, names in _MEMBERS.items() if name in names) for name in NAMES])

# How the text inside an element is tokenized: DATA, RCDATA, RAWTEXT, SCRIPT, PLAINTEXT, CDATA.
DATA = 0
RCDATA = 1
RAWTEXT = 2
SCRIPT = 3
PLAINTEXT = 4
CDATA = 5
_MODELS = {
    "title": RCDATA,
    "textarea": RCDATA,
    "style": RAWTEXT,
    "xmp": RAWTEXT,
    "iframe": RAWTEXT,
    "noembed": RAWTEXT,
    "noframes": RAWTEXT,
    "script": SCRIPT,
    "plaintext": PLAINTEXT,
}
MODELS = array("b", [_MODELS.get(name, DATA) for name in NAMES])

# The perfect hash. The multiplier was found by trial; `tests/test_elements.py` proves that no two names collide.
HASH_MULTIPLIER = 0x0422EB8CACE277C9
HASH_SHIFT = 53
ATTRIBUTE_SHIFT = 58  # for the attributes that the scanner needs


def pack(name: bytes) -> int:
    """Return the last eight letters of a name as one number: the key of the hash tables."""
    key = 0
    for letter in name:
        key = (key << 8 | letter) & 0xFFFFFFFFFFFFFFFF
    return key


def slot(key: int, shift: int = HASH_SHIFT) -> int:
    """Return the index of a key in the hash tables."""
    return (key * HASH_MULTIPLIER & 0xFFFFFFFFFFFFFFFF) >> shift


KEYS = array("Q", bytes(8 << (64 - HASH_SHIFT)))
CODES = array("h", bytes(2 << (64 - HASH_SHIFT)))
for _name, _code in CODE.items():
    if len(_name) <= 8:
        KEYS[slot(pack(_name.encode()))] = pack(_name.encode())
        CODES[slot(pack(_name.encode()))] = _code

# The attributes that the scanner needs, numbered; 0 is for any other. Longer names have the key of their last eight
# letters, so their numbers are only hints.
ATTRIBUTES = tuple(",class,id,href,style,lang,role,hidden,open,type,rel,name,aria-label,aria-hidden".split(","))
ATTRIBUTE = {name: code for code, name in enumerate(ATTRIBUTES)}
ATTRIBUTE_KEYS = array("Q", bytes(8 << (64 - ATTRIBUTE_SHIFT)))
ATTRIBUTE_CODES = array("h", bytes(2 << (64 - ATTRIBUTE_SHIFT)))
for _code, _name in enumerate(ATTRIBUTES):
    if _code:
        ATTRIBUTE_KEYS[slot(pack(_name.encode()), ATTRIBUTE_SHIFT)] = pack(_name.encode())
        ATTRIBUTE_CODES[slot(pack(_name.encode()), ATTRIBUTE_SHIFT)] = _code
