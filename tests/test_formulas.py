r"""TeX from formulas in pages: MathML, scripts, and alternative texts of images."""

from __future__ import annotations

import time
from random import Random

import pytest

import ncleaner
from ncleaner.read.html.formulas.mathml import formula
from ncleaner.read.html.formulas.symbols import FUNCTIONS, IN_TEXT, OVER, SYMBOLS, UNDER
from ncleaner.read.html.formulas.tex import looks_like_tex, normalised, tex_of_alt, tex_of_script

pytestmark = pytest.mark.once

TEX = 'encoding="application/x-tex"'


def tex(content: str, attributes: str = "") -> str:
    """Return the TeX of a formula, which is empty if there is none."""
    source = f"before<math {attributes}>{content}</math>after".encode()
    found = formula(source, 6, len(source) - 5)
    return found.tex if found else ""


PRESENTATION = {
    # tokens
    "<mi>x</mi>": "x",
    "<mi> x </mi><!-- a letter --><mo>\n=\n</mo><mn>2.5</mn>": "x=2.5",
    "<mi>&alpha;</mi><mi>x</mi>": r"\alpha x",
    "<mi>&#x3b1;</mi><mn>2</mn>": r"\alpha2",
    "<mi>sin</mi><mo>&ApplyFunction;</mo><mi>x</mi>": r"\sin x",
    "<mi>d</mi><mo>&#8290;</mo><mi>y</mi>": "dy",
    "<mi>rank</mi><mi>A</mi>": r"\mathrm{rank}A",
    "<mi mathvariant='normal'>d</mi><mi>x</mi>": r"\mathrm{d}x",
    "<mi mathvariant='bold'>v</mi><mi mathvariant='bold'>&beta;</mi>": r"\mathbf{v}\boldsymbol{\beta}",
    "<mi mathvariant='double-struck'>R</mi><mi mathvariant='script'>L</mi>": r"\mathbb{R}\mathcal{L}",
    "<mi mathvariant='fraktur'>g</mi><mi mathvariant='monospace'>ab</mi>": r"\mathfrak{g}\mathtt{ab}",
    "<mi mathvariant='normal'>∞</mi><mi mathvariant='normal'>Δ</mi>": r"\infty\Delta",
    "<mi>ℝ</mi><mi>𝔽</mi><mi>𝐯</mi><mi>𝑥</mi><mi>𝛼</mi><mn>𝟏</mn>": r"\mathbb{R}\mathbb{F}\mathbf{v}x\alpha\mathbf{1}",
    "<mi>скорость</mi>": r"\text{скорость}",
    "<mn>1,000,000</mn><mo>,</mo><mn>2</mn>": "1{,}000{,}000,2",
    "<mo>{</mo><mi>a</mi><mo>|</mo><mi>b</mi><mo>}</mo>": r"\{a|b\}",
    "<mi>a</mi><mo>∈</mo><mi>A</mi><mo>⟹</mo><mi>b</mi><mo>→</mo><mn>0</mn>": r"a\in A\Longrightarrow b\to0",
    "<mi>x</mi><mo>=\u0338</mo><mi>y\u0338</mi>": r"x\not=\not y",
    "<mi>x</mi><mo>⩞</mo><mi>y</mi><mo>⊀</mo><mi>z</mi>": r"x⩞y\nprec z",
    "<mi>a</mi><mo>mod</mo><mi>b</mi>": r"a\bmod b",
    "<mo>lim&#x2006;sup</mo>": r"\limsup",
    "<mo>%</mo><mo>#</mo><mo>&amp;</mo><mo>$</mo><mo>_</mo><mo>\\</mo>": r"\%\#\&\$\_\backslash",
    "<mtext>if </mtext><mi>x</mi><mtext> costs {$5} &amp; 10%</mtext>": r"\text{if }x\text{ costs \{\$5\} \& 10\%}",
    "<mtext>a\\b^c~d</mtext>": r"\text{a\textbackslash{}b\textasciicircum{}c\textasciitilde{}d}",
    "<ms>ab</ms>": r'\text{"ab"}',
    "<mi>a</mi><mspace width='1em'/><mi>b</mi><mspace width='2em'></mspace><mi>c</mi>": r"a\quad b\qquad c",
    # layouts
    "<mfrac><mi>a</mi><mrow><mi>b</mi><mo>+</mo><mn>1</mn></mrow></mfrac>": r"\frac{a}{b+1}",
    "<mo>(</mo><mfrac linethickness=0><mi>n</mi><mi>k</mi></mfrac><mo>)</mo>": r"\binom{n}{k}",
    "<mfenced><mfrac linethickness='0pt'><mi>n</mi><mi>k</mi></mfrac></mfenced>": r"\binom{n}{k}",
    "<mfrac linethickness='0'><mi>n</mi><mi>k</mi></mfrac>": r"{n \atop k}",
    "<msqrt><mi>x</mi><mo>+</mo><mn>1</mn></msqrt>": r"\sqrt{x+1}",
    "<mroot><mi>x</mi><mn>3</mn></mroot>": r"\sqrt[3]{x}",
    "<msup><mi>x</mi><mn>2</mn></msup><msub><mi>x</mi><mi>i</mi></msub>": "x^2x_i",
    "<msup><mi>x</mi><mn>10</mn></msup><msup><mi>e</mi><mi>&pi;</mi></msup>": r"x^{10}e^{\pi}",
    "<msup><mrow><mo>(</mo><mi>a</mi><mo>)</mo></mrow><mn>2</mn></msup>": "{(a)}^2",
    "<msup><msup><mi>x</mi><mn>2</mn></msup><mn>3</mn></msup>": "{x^2}^3",
    "<msubsup><mi>x</mi><mn>1</mn><mi>n</mi></msubsup><msub><mrow/><mn>2</mn></msub>": "x_1^n{}_2",
    "<msup><mi>f</mi><mo>′</mo></msup><msup><mi>f</mi><mrow><mo>′</mo><mo>′</mo></mrow></msup>": "f'f''",
    "<msup><mn>90</mn><mo>°</mo></msup><msup><mn>9°</mn><mn>2</mn></msup>": r"90^{\circ}{9^\circ}^2",
    "<munderover><mo>∑</mo><mrow><mi>n</mi><mo>=</mo><mn>1</mn></mrow><mi>∞</mi></munderover>": r"\sum_{n=1}^{\infty}",
    "<munder><mi>lim</mi><mrow><mi>x</mi><mo>→</mo><mn>0</mn></mrow></munder><mi>x</mi>": r"\lim_{x\to0}x",
    "<munder><mi>y</mi><mi>x</mi></munder><mover><mo>=</mo><mo>!</mo></mover>": r"\underset{x}{y}\overset{!}{=}",
    "<munderover><mo>→</mo><mi>a</mi><mi>b</mi></munderover>": r"\overset{b}{\underset{a}{\to}}",
    "<mover><mi>x</mi><mo>^</mo></mover><mover><mi>x</mi><mo>¯</mo></mover>": r"\hat{x}\bar{x}",
    "<mover><mi>v</mi><mo>→</mo></mover><mover><mi>x</mi><mo>~</mo></mover>": r"\vec{v}\tilde{x}",
    "<mover><mi>x</mi><mo>˙</mo></mover><mover><mi>x</mi><mo>\u0308</mo></mover>": r"\dot{x}\ddot{x}",
    "<mover><mrow><mi>A</mi><mi>B</mi></mrow><mo>→</mo></mover>": r"\overrightarrow{AB}",
    "<munder><munder><mi>a</mi><mo>⏟</mo></munder><mi>n</mi></munder>": r"\underbrace{a}_n",
    "<mmultiscripts><mi>C</mi><mi>a</mi><none/><mprescripts/><mn>6</mn><mn>14</mn></mmultiscripts>": "{}_6^{14}C_a",
    "<mfenced open='[' close=')' separators=';'><mi>a</mi><mi>b</mi></mfenced>": "[a;b)",
    "<mfenced open='{' close=''><mi>a</mi><mi>b</mi></mfenced>": r"\{a,b",
    "<mtable><mtr><mtd><mi>a</mi></mtd><mtd></mtd></mtr><mtr><mtd>b</mtd><mtd><mn>0</mn></mtd></mtr></mtable>": (
        r"\begin{matrix} a & \\ b & 0 \end{matrix}"
    ),
    "<mtable><mlabeledtr><mtd><mtext>(1)</mtext></mtd><mtd><mo>[</mo></mtd></mlabeledtr></mtable>": (
        r"\begin{matrix} {}[ \end{matrix}"
    ),
    "<mrow><mo>[</mo><mtable><mtr><mtd>a</mtd></mtr><mtr><mtd>b</mtd></mtr></mtable><mo>]</mo></mrow><mi>c</mi>": (
        r"\begin{bmatrix} a \\ b \end{bmatrix}c"
    ),
    "<mfenced open='|' close='|'><mtable><mtr><mtd>a</mtd></mtr></mtable></mfenced>": (
        r"\begin{vmatrix} a \end{vmatrix}"
    ),
    "<mi>y</mi><mo>=</mo><mo>{</mo><mtable><mtr><mtd>a</mtd><mtd>b</mtd></mtr></mtable>": (
        r"y=\begin{cases} a & b \end{cases}"
    ),
    "<mtable columnalign='right left'><mtr><mtd>a</mtd><mtd><mo>=</mo>b</mtd></mtr></mtable>": (
        r"\begin{aligned} a & =b \end{aligned}"
    ),
    "<mover><mo>→</mo><mspace width='2em'/></mover>": r"\to",
    "<mphantom><mi>x</mi></mphantom><menclose notation='box'><mi>y</mi></menclose>": r"\phantom{x}\boxed{y}",
    "<mpadded><mstyle><mi>x</mi></mstyle></mpadded><maction><mi>a</mi><mi>b</mi></maction>": "xa",
    "<semantics><mi>x</mi><annotation-xml><ci>y</ci></annotation-xml></semantics>": "x",
    "<semantics><mi>x</mi><annotation encoding='StarMath 5.0'>y over z</annotation></semantics>": "x",
    # what is wrong, but happens
    "<m:mi>x</m:mi><mml:mo>=</mml:mo>": "x=",
    "x + y": "x + y",
    "<mo><mover><mo>=</mo><mo>!</mo></mover></mo>": r"\overset{!}{=}",
    "<mfrac><mi>a</mi></mfrac><msup></msup>": r"\frac{a}{}",
    "<msup><mi>a</mi><mi>b</mi><mi>c</mi></msup>": "a^bc",
    "<mrow><mi>a</mi></mfrac></mrow><mi>b</mi>": "ab",
    "<mi>a<mi>b</mi>c</mi>": "abc",
    "<mi>\0x\x07</mi>": "x",
    # content
    "<apply><plus/><ci>x</ci><cn>1</cn></apply>": "x 1",
}


@pytest.mark.parametrize("content", PRESENTATION)
def test_presentation_mathml_becomes_tex(content: str) -> None:
    assert tex(content) == PRESENTATION[content]


def test_the_quadratic_formula() -> None:
    root = "<msqrt><msup><mi>b</mi><mn>2</mn></msup><mo>−</mo><mn>4</mn><mi>a</mi><mi>c</mi></msqrt>"
    above = f"<mrow><mo>−</mo><mi>b</mi><mo>±</mo>{root}</mrow>"
    whole = f"<mi>x</mi><mo>=</mo><mfrac>{above}<mrow><mn>2</mn><mi>a</mi></mrow></mfrac>"
    assert tex(whole) == r"x=\frac{-b\pm\sqrt{b^2-4ac}}{2a}"


@pytest.mark.parametrize("encoding", ["application/x-tex", "TeX", "LaTeX", "application/x-latex", "text/x-tex"])
def test_an_annotation_in_tex_is_what_the_author_wrote(encoding: str) -> None:
    annotation = f'<annotation encoding="{encoding}">\n  {{\\displaystyle a &lt; \\tfrac12 % half\n}}</annotation>'
    content = f"<semantics><mrow><mi>a</mi><mo>&lt;</mo></mrow>{annotation}</semantics>"
    assert tex(content, 'alttext="b"') == r"a < \tfrac12"


def test_an_annotation_of_a_part_stands_for_that_part() -> None:
    part = f"<semantics><mi>b</mi><annotation {TEX}>\\beta</annotation></semantics>"
    assert tex(f"<mi>a</mi><mo>+</mo>{part}") == r"a+\beta"


def test_an_alternative_text_in_tex_comes_before_conversion_and_words_after_it() -> None:
    assert tex("<mi>a</mi>", r'alttext="\displaystyle x_{1}"') == "x_{1}"
    assert tex("<mi>a</mi>", r'data-latex="x^2"') == "x^2"
    assert tex("<msup><mi>x</mi><mn>2</mn></msup>", 'alttext="x squared"') == "x^2"
    assert tex("", 'alttext="x squared"') == "x squared"
    assert tex("<mrow></mrow>") == ""


@pytest.mark.parametrize("attributes", ['display="block"', "display=BLOCK", 'mode="display"'])
def test_formulas_on_a_line_of_their_own(attributes: str) -> None:
    source = f"<math {attributes}><mi>x</mi></math>".encode()
    assert formula(source, 0, len(source)) == ("x", True)


@pytest.mark.parametrize("attributes", ["", 'display="inline"', "mode=inline"])
def test_formulas_within_a_line(attributes: str) -> None:
    source = f"<math {attributes}><mi>x</mi></math>".encode()
    assert formula(source, 0, len(source)) == ("x", False)


def test_katex_and_mathjax_as_they_stand_in_pages() -> None:
    katex = (
        '<math xmlns="http://www.w3.org/1998/Math/MathML" display="block"><semantics><mrow><msup><mi>e</mi><mrow>'
        "<mi>i</mi><mi>π</mi></mrow></msup><mo>+</mo><mn>1</mn><mo>=</mo><mn>0</mn></mrow>"
        '<annotation encoding="application/x-tex">e^{i\\pi} + 1 = 0</annotation></semantics></math>'
    ).encode()
    mathjax = (
        b'<math xmlns="http://www.w3.org/1998/Math/MathML" display="block"><msup><mi>e</mi>'
        b'<mrow data-mjx-texclass="ORD"><mi>i</mi><mi>&#x3C0;</mi></mrow></msup><mo>+</mo><mn>1</mn><mo>=</mo>'
        b"<mn>0</mn></math>"
    )
    assert formula(katex, 0, len(katex)) == (r"e^{i\pi} + 1 = 0", True)
    assert formula(mathjax, 0, len(mathjax)) == (r"e^{i\pi}+1=0", True)


SCRIPTS = {
    "x^2": "x^2",
    "% <![CDATA[\na < b\n%]]>": "a < b",
    "<![CDATA[a < b]]>": "a < b",
    "<!-- x -->": "x",
    "a % a comment\n\n  + b": "a + b",
    r"50\% of x % and no more": r"50\% of x",
    r"\\% after a line": "",
    "\\begin{equation*}\n x = 1\n\\end{equation*}": "x = 1",
    r"\begin{align} a &= b \\ c &= d \end{align}": r"\begin{aligned} a &= b \\ c &= d \end{aligned}",
    r"\begin{equation} a \end{equation} \begin{equation} b \end{equation}": (
        r"\begin{equation} a \end{equation} \begin{equation} b \end{equation}"
    ),
    "": "",
}


@pytest.mark.parametrize("script", SCRIPTS)
def test_scripts(script: str) -> None:
    assert tex_of_script(script) == SCRIPTS[script]


ALTERNATIVES = {
    r"{\displaystyle E=mc^{2}}": "E=mc^{2}",
    r"{\textstyle {\displaystyle y}}": "y",
    r"{\displaystyle a}+{b}": r"{\displaystyle a}+{b}",
    r"{\displaystyle \{x\}}": r"\{x\}",
    r"\displaystyle x": "x",
    r"\displaystyles x": r"\displaystyles x",
    "$x$": "x",
    "$$x$$": "x",
    r"\(x\)": "x",
    r"\[x\]": "x",
    r"\(x\) and \(y\)": r"\(x\) and \(y\)",
    "$latex x^2$": "x^2",
    "$x$ or $y$": r"\(x\) or \(y\)",
    r"\text{if $x$ then}": r"\text{if \(x\) then}",
    "cost: $5": r"cost: \$5",
    r"\$5": r"\$5",
    "x\\": "x",
    "x\\ ": "x",
    "a\r\n\r\nb\u200b\x00c\ufffe\x85": "a b c",
    " ": None,
    "$": r"\$",
    "$$": None,
    "\\": None,
}


@pytest.mark.parametrize("alt", ALTERNATIVES)
def test_alternative_texts(alt: str) -> None:
    assert tex_of_alt(alt) == ALTERNATIVES[alt]


def test_what_looks_like_tex() -> None:
    assert all(map(looks_like_tex, (r"\alpha", "x^2", "a_1", "{a}", "x+1", "n")))
    assert not any(map(looks_like_tex, ("x squared", "Formula", "the square root of 2")))


def is_safe(text: str) -> bool:
    """Return whether a text can stand between dollar signs on one line."""
    i = 0
    while i < len(text):
        if text[i] == "$":
            return False
        i += 2 if text[i] == "\\" else 1
    return i == len(text) and text == text.strip() and not any(ord(c) < 32 for c in text)


PIECES = [
    *"$%\\{}&_^ \n\tx\r\0é", "$$", "\\(", "\\)", "\\[", "\\]", "{\\displaystyle ", "<!--", "-->", "<![CDATA[", "]]>",
    "\\begin{equation}", "\\end{equation}", "\\text{", "<math>", "</math>", "<mfrac>", "</mfrac>", "<mi>", "</mi>",
    "<mo>", "</mo>", "<mtext>", "</mtext>", "<msup>", "</msup>", "<mtable>", "<mtr>", "<mtd>", "</mtable>",
    "<mprescripts/>", "<mmultiscripts>", "<munderover>", "<mspace width='1e999em'/>", "<none>", "<mroot>",
    "<semantics>", "</semantics>", "<annotation encoding=TeX>", "</annotation>", "<annotation-xml>",
    "∑", "′", "°", "\u0338", "\u20d7", "𝔸", "&nbsp;",
    "&#xD800;", "&ApplyFunction;", "<mfenced open='\\' close=$>", "<math alttext='$x' display=block>", "<", "&",
]  # fmt: skip


def test_any_text_is_safe_between_dollar_signs() -> None:
    random = Random(5)
    for _ in range(4000):
        text = "".join(random.choices(PIECES, k=random.randrange(1, 40)))
        source = text.encode("utf-8", "replace")
        found = formula(source, 0, len(source))
        for result in (normalised(text), tex_of_script(text), found.tex if found else ""):
            assert is_safe(result), (text, result)


def test_any_bytes_are_read() -> None:
    random = Random(7)
    for _ in range(2000):
        source = b"<math>" + random.randbytes(60).replace(b"\x20", b"<mi>") + b"</math>"
        start = random.randrange(len(source))
        found = formula(source, start, len(source))
        assert found is None or found.tex.encode("utf-8")


def seconds(source: bytes) -> float:
    started = time.process_time()
    found = formula(source, 0, len(source))
    assert found is None or len(found.tex) <= 4 * len(source) + 1000
    return time.process_time() - started


HOSTILE = {
    "nested fractions": "<mfrac><mi>x</mi>",
    "nested rows": "<mrow>",
    "nested tables": "<mtable><mtr><mtd>",
    "nested scripts": "<msup><mi>x</mi>",
    "nested fences": "<mfenced open='((((((((' close='))))))))'>",
    "wrong ends": "<mrow></mfrac>",
    "many tokens": "<mi>α</mi>",
    "long names of symbols": "<mi>↮</mi>",
    "letters": "x",
    "dollar signs": "<annotation encoding=TeX>$",
    "wrappers": "<annotation encoding=TeX>{\\displaystyle ",
    "attributes": "<math alttext='\\",
}


@pytest.mark.parametrize("what", HOSTILE)
def test_time_is_linear_and_output_bounded(what: str) -> None:
    assert seconds(HOSTILE[what].encode() * 30_000) < 3


def test_100000_levels_do_no_harm() -> None:
    source = b"<mfrac>" * 100_000 + b"<mi>x</mi>" + b"</mfrac>" * 100_000
    found = formula(source, 0, len(source))
    assert found is not None
    assert "x" in found.tex


def test_characters_remain_of_a_formula_whose_tex_would_be_too_long() -> None:
    source = b"<mi>" + "↮".encode() * 5000
    found = formula(source, 0, len(source))
    assert found is not None
    assert found.tex == "↮" * 5000


def test_the_tables() -> None:
    for character, written in SYMBOLS.items():
        assert len(character) == 1
        assert written.count("{") - written.count(r"\{") == written.count("}") - written.count(r"\}"), character
    assert {"sin", "lim", "log"} <= FUNCTIONS
    assert set(map(ord, "{}%#&_$\\^~")) == set(IN_TEXT)
    assert OVER["\u0302"] == OVER["^"] == ("hat", "widehat")
    assert UNDER["\u0332"] == "underline"


def test_the_text_after_a_formula_without_an_end_is_no_formula() -> None:
    page = "<p>So <math><mi>x</mi> is meant.<p>Later, <math><mi>y</mi></math> is."
    assert ncleaner.clean(page, engine="dump").text == "So x is meant.\nLater, y is.\n"
