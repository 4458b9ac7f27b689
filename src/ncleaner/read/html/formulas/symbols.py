"""The characters of formulas and their names in TeX (LaTeX with amsmath and amssymb), and the names of functions."""

from __future__ import annotations

# Characters and the commands for them, without the backslash.
_LETTERS = """
    α alpha β beta γ gamma δ delta ε varepsilon ϵ epsilon ζ zeta η eta θ theta ϑ vartheta ι iota κ kappa ϰ varkappa
    λ lambda μ mu µ mu ν nu ξ xi π pi ϖ varpi ρ rho ϱ varrho σ sigma ς varsigma τ tau υ upsilon φ varphi ϕ phi χ chi
    ψ psi ω omega ϝ digamma Γ Gamma Δ Delta ∆ Delta Θ Theta Λ Lambda Ξ Xi Π Pi Σ Sigma Υ Upsilon ϒ Upsilon Φ Phi Ψ Psi
    Ω Omega Ω Omega ℏ hbar ℓ ell ℘ wp ℜ Re ℑ Im ℵ aleph ℶ beth ℷ gimel ℸ daleth ı imath ȷ jmath ð eth ℧ mho
    ∂ partial ∇ nabla ∞ infty ∅ emptyset ⌀ varnothing ∀ forall ∃ exists ∄ nexists ¬ neg ⊤ top ⊥ bot ∠ angle
    ∡ measuredangle ∢ sphericalangle △ triangle ▵ triangle □ square ◻ square ◊ lozenge ♭ flat ♮ natural ♯ sharp
    ♣ clubsuit ♢ diamondsuit ♡ heartsuit ♠ spadesuit ★ bigstar † dagger ‡ ddagger § S ¶ P © copyright £ pounds ¥ yen
    ′ prime ‵ backprime ∎ blacksquare ■ blacksquare
    ▲ blacktriangle ▼ blacktriangledown ◀ blacktriangleleft ▶ blacktriangleright ⧫ blacklozenge ✓ checkmark Ⅎ Finv
    ⅁ Game ® circledR Ⓢ circledS ╱ diagup ╲ diagdown ✠ maltese
"""
_OPERATORS = """
    ± pm ∓ mp × times ÷ div ⋅ cdot · cdot ∙ bullet • bullet ∘ circ ⋆ star ∪ cup ∩ cap ⊎ uplus ⊓ sqcap ⊔ sqcup ∨ vee
    ∧ wedge ∖ setminus ≀ wr ⋄ diamond ⊕ oplus ⊖ ominus ⊗ otimes ⊘ oslash ⊙ odot ◯ bigcirc ⨿ amalg ⋉ ltimes ⋊ rtimes
    ⊞ boxplus ⊟ boxminus ⊠ boxtimes ⊡ boxdot ∔ dotplus ⊻ veebar ⊼ barwedge ⊛ circledast ⊚ circledcirc ⊝ circleddash
    ⋒ Cap ⋓ Cup ⋇ divideontimes ⋋ leftthreetimes ⋌ rightthreetimes ⋏ curlywedge ⋎ curlyvee ⊺ intercal ▽ bigtriangledown
    … dots ⋯ cdots ⋮ vdots ⋱ ddots ∴ therefore ∵ because
    ⟨ langle ⟩ rangle 〈 langle 〉 rangle ⌈ lceil ⌉ rceil ⌊ lfloor ⌋ rfloor ∣ mid ⟦ llbracket ⟧ rrbracket ⟮ lgroup
    ⟯ rgroup ⎰ lmoustache ⎱ rmoustache √ surd ⌜ ulcorner ⌝ urcorner ⌞ llcorner ⌟ lrcorner
"""
_RELATIONS = """
    ≤ le ≥ ge ⩽ leqslant ⩾ geqslant ≦ leqq ≧ geqq ≪ ll ≫ gg ⋘ lll ⋙ ggg ≠ ne ≡ equiv ≢ not\\equiv ∼ sim ≁ nsim
    ≃ simeq ≄ not\\simeq ≈ approx ≉ not\\approx ≅ cong ≇ ncong ≊ approxeq ≐ doteq ≑ doteqdot ≔ coloneqq ≕ eqqcolon
    ≜ triangleq ∝ propto ∈ in ∉ notin ∋ ni ⊂ subset ⊃ supset ⊆ subseteq ⊇ supseteq ⊄ not\\subset ⊅ not\\supset
    ⊈ nsubseteq ⊉ nsupseteq ⊊ subsetneq ⊋ supsetneq ⊏ sqsubset ⊐ sqsupset ⊑ sqsubseteq ⊒ sqsupseteq ≺ prec ≻ succ
    ⪯ preceq ⪰ succeq ≼ preccurlyeq ≽ succcurlyeq ∥ parallel ∦ nparallel ∤ nmid ⊢ vdash ⊣ dashv ⊨ models ⊩ Vdash
    ⊪ Vvdash ⊬ nvdash ⊭ nvDash ≍ asymp ⋈ bowtie ⌣ smile ⌢ frown ≮ nless ≯ ngtr ≰ nleq ≱ ngeq ≲ lesssim ≳ gtrsim
    ≶ lessgtr ≷ gtrless ⊲ vartriangleleft ⊳ vartriangleright ⊴ trianglelefteq ⊵ trianglerighteq ◃ triangleleft
    ▹ triangleright ≬ between ⋔ pitchfork ≖ eqcirc ≗ circeq
    ∌ not\\ni ⪇ lneq ≨ lneqq ⋦ lnsim ⪉ lnapprox ⪈ gneq ≩ gneqq ⋧ gnsim ⪊ gnapprox ⊀ nprec ⋠ npreceq ⊁ nsucc ⋡ nsucceq
    ⋨ precnsim ⪹ precnapprox ⪵ precneqq ⋩ succnsim ⪺ succnapprox ⪶ succneqq ⋪ ntriangleleft ⋬ ntrianglelefteq
    ⋫ ntriangleright ⋭ ntrianglerighteq ⫋ subsetneqq ⫌ supsetneqq ⫅ subseteqq ⫆ supseteqq ⋐ Subset ⋑ Supset ⊮ nVdash
    ⊯ nVDash ⪅ lessapprox ⪆ gtrapprox ⋖ lessdot ⋗ gtrdot ⋚ lesseqgtr ⋛ gtreqless ⪋ lesseqqgtr ⪌ gtreqqless
    ≓ risingdotseq ≒ fallingdotseq ∽ backsim ⋍ backsimeq ≂ eqsim ≾ precsim ≿ succsim ⪷ precapprox ⪸ succapprox
    ⋞ curlyeqprec ⋟ curlyeqsucc ≏ bumpeq ≎ Bumpeq ∍ backepsilon
"""
_ARROWS = """
    ← leftarrow → to ↑ uparrow ↓ downarrow ↔ leftrightarrow ↕ updownarrow ⇐ Leftarrow ⇒ Rightarrow ⇑ Uparrow
    ⇓ Downarrow ⇔ Leftrightarrow ⇕ Updownarrow ⟵ longleftarrow ⟶ longrightarrow ⟷ longleftrightarrow
    ⟸ Longleftarrow ⟹ Longrightarrow ⟺ iff ↦ mapsto ⟼ longmapsto ↩ hookleftarrow ↪ hookrightarrow ↼ leftharpoonup
    ↽ leftharpoondown ⇀ rightharpoonup ⇁ rightharpoondown ⇌ rightleftharpoons ⇋ leftrightharpoons ↗ nearrow
    ↘ searrow ↙ swarrow ↖ nwarrow ↠ twoheadrightarrow ↞ twoheadleftarrow ↣ rightarrowtail ↢ leftarrowtail
    ⇝ rightsquigarrow ⤳ rightsquigarrow ↭ leftrightsquigarrow ↛ nrightarrow ↚ nleftarrow ↮ nleftrightarrow
    ⇏ nRightarrow ⇍ nLeftarrow ⇎ nLeftrightarrow ⇉ rightrightarrows ⇇ leftleftarrows ⇄ rightleftarrows
    ⇆ leftrightarrows ⇈ upuparrows ⇊ downdownarrows ↺ circlearrowleft ↻ circlearrowright ↶ curvearrowleft
    ↷ curvearrowright ↾ upharpoonright ⇃ downharpoonleft ⊸ multimap ↤ mapsfrom ↿ upharpoonleft ⇂ downharpoonright
    ⇢ dashrightarrow ⇠ dashleftarrow ⇚ Lleftarrow ⇛ Rrightarrow ↫ looparrowleft ↬ looparrowright ↰ Lsh ↱ Rsh
"""
_BIG = """
    ∑ sum ∏ prod ∐ coprod ∫ int ∬ iint ∭ iiint ⨌ iiiint ∮ oint ∯ oiint ∰ oiiint ⋃ bigcup ⋂ bigcap ⋁ bigvee ⋀ bigwedge
    ⨁ bigoplus ⨂ bigotimes ⨀ bigodot ⨄ biguplus ⨆ bigsqcup
"""

# Characters whose TeX is more than a command, or none.
_WRITTEN = {
    "−": "-", "∗": "*", "⁎": "*", "∕": "/", "⁄": "/", "∶": ":", "‖": r"\|", "│": "|", "❘": "|", "″": "''",
    "‴": "'''", "⁗": "''''", "’": "'", "°": r"^\circ", "≝": r"\overset{\text{def}}{=}", "≟": r"\overset{?}{=}",
    "∁": r"\complement", "ⅆ": "d", "ⅅ": "D", "ⅇ": "e", "ⅈ": "i", "ⅉ": "j", "ƒ": "f", "ℎ": "h", "–": "-", "‐": "-",
    "‑": "-", "＝": "=", "＋": "+", "ο": "o", "∷": "::", "∹": "-:", "（": "(", "）": ")", "，": ",", "·": r"\cdot",
    "½": r"\frac{1}{2}", "¼": r"\frac{1}{4}", "¾": r"\frac{3}{4}",
}  # fmt: skip

# Characters that TeX gives a meaning, as they are written in a formula and in the text inside it.
_SPECIAL = {character: f"\\{character}" for character in "{}%#&_$"}
_SPECIAL_IN_FORMULA = {**_SPECIAL, "\\": r"\backslash", "^": r"\wedge", "~": r"\sim"}
_SPECIAL_IN_TEXT = {
    **_SPECIAL, "\\": r"\textbackslash{}", "^": r"\textasciicircum{}", "~": r"\textasciitilde{}",
}  # fmt: skip

# Signs that mean an operation without being written: function application, times, separator, plus; and joiners.
INVISIBLE: dict[int, None] = dict.fromkeys(
    (*range(0x2061, 0x2065), 0x200B, 0x200C, 0x200D, 0x2060, 0xFEFF, 0xAD, 0xFE0E)
)
"""A table for ``str.translate`` that drops characters without a shape."""


def _commands(names: str) -> dict[str, str]:
    words = names.split()
    return {character: f"\\{name}" for character, name in zip(words[::2], words[1::2], strict=True)}


BIG: frozenset[str] = frozenset(_commands(_BIG).values())
"""The commands of operators whose limits stand below and above them."""

SYMBOLS: dict[str, str] = {
    **_commands(_LETTERS + _OPERATORS + _RELATIONS + _ARROWS + _BIG),
    **_WRITTEN,
    **_SPECIAL_IN_FORMULA,
}
"""Characters to TeX, for formulas."""

IN_TEXT: dict[int, str] = str.maketrans(_SPECIAL_IN_TEXT)
"""A table for ``str.translate`` that escapes what is written inside ``\\text{…}``."""

LIMIT_FUNCTIONS: frozenset[str] = frozenset("lim limsup liminf max min sup inf det gcd Pr injlim projlim".split())
"""Functions with a command whose limits stand below them."""

FUNCTIONS: frozenset[str] = LIMIT_FUNCTIONS | frozenset(
    "sin cos tan cot sec csc arcsin arccos arctan sinh cosh tanh coth log ln lg exp dim ker deg hom arg".split()
)
"""Functions with a command of their own name."""

# Alphabets of letterlike symbols.
_LETTERLIKE = {
    "mathbb": "ℂ C ℍ H ℕ N ℙ P ℚ Q ℝ R ℤ Z",
    "mathcal": "ℬ B ℰ E ℱ F ℋ H ℐ I ℒ L ℳ M ℛ R ℯ e ℊ g ℴ o",
    "mathfrak": "ℭ C ℌ H ℨ Z",
}
for _alphabet, _pairs in _LETTERLIKE.items():
    _words = _pairs.split()
    SYMBOLS.update({sign: f"\\{_alphabet}{{{letter}}}" for sign, letter in zip(_words[::2], _words[1::2], strict=True)})

VARIANTS: dict[str, str] = {
    "bold": "mathbf", "italic": "mathit", "bold-italic": "boldsymbol", "double-struck": "mathbb",
    "script": "mathcal", "bold-script": "mathcal", "fraktur": "mathfrak", "bold-fraktur": "mathfrak",
    "sans-serif": "mathsf", "bold-sans-serif": "mathsf", "sans-serif-italic": "mathsf",
    "sans-serif-bold-italic": "mathsf", "monospace": "mathtt", "normal": "mathrm",
}  # fmt: skip
"""The alphabets of the attribute ``mathvariant``, as commands."""

# The alphabets from U+1D400 on, of 52 Latin letters each, then of 58 Greek letters, then of 10 digits.
_LATIN = (
    "mathbf", "", "boldsymbol", "mathcal", "mathcal", "mathfrak", "mathbb", "mathfrak", "mathsf", "mathsf", "mathsf",
    "mathsf", "mathtt",
)  # fmt: skip
_GREEK = ("boldsymbol", "", "boldsymbol", "boldsymbol", "boldsymbol")
_DIGITS = ("mathbf", "mathbb", "mathsf", "mathsf", "mathtt")
_FIRST_LATIN, _FIRST_GREEK, _FIRST_DIGIT, _AFTER = 0x1D400, 0x1D6A8, 0x1D7CE, 0x1D800


def alphabet(character: str) -> str:
    """Return the command for the alphabet of a mathematical letter or digit; empty for all other characters."""
    point = ord(character)
    if not _FIRST_LATIN <= point < _AFTER:
        return ""
    if point >= _FIRST_DIGIT:
        return _DIGITS[(point - _FIRST_DIGIT) // 10]
    if point >= _FIRST_GREEK:
        return _GREEK[min((point - _FIRST_GREEK) // 58, 4)]
    return _LATIN[min((point - _FIRST_LATIN) // 52, 12)]


def _accents(pairs: str) -> dict[str, tuple[str, str]]:
    words = [pair.split("=") for pair in pairs.split()]
    return {
        sign: (narrow, wide or narrow)
        for signs, commands in words
        for narrow, _, wide in [commands.partition("|")]
        for sign in signs.split("/")
    }


# Combining characters cannot stand in the table: they would combine with the sign before them.
_COMBINING = {
    "\u0302": "^", "\u0304": "¯", "\u0305": "¯", "\u0303": "~", "\u20d7": "→", "\u20d6": "←", "\u0307": "˙",
    "\u0308": "¨", "\u20db": "\u2026", "\u030c": "ˇ", "\u0306": "˘", "\u0301": "´", "\u0300": "`", "\u030a": "˚",
    "\u0332": "_",
}  # fmt: skip

OVER: dict[str, tuple[str, str]] = _accents(
    "^/ˆ=hat|widehat ¯/ˉ/‾/―/_=bar|overline ~/˜/∼=tilde|widetilde →/⟶=vec|overrightarrow ←/⟵=overleftarrow"
    " ↔=overleftrightarrow ˙/.=dot ¨/..=ddot …/.../⋯=dddot ˇ=check ˘=breve ´/ˊ=acute `/ˋ=grave ˚/∘=mathring"
    " ⏞/︷=overbrace ⏜/⌢=overset{\\frown} ⎴=overbracket"
)
"""Signs above something: the commands for one letter, and for more."""

UNDER: dict[str, str] = {
    "_": "underline", "¯": "underline", "ˉ": "underline", "‾": "underline", "―": "underline", "⏟": "underbrace",
    "︸": "underbrace", "→": "underrightarrow", "⟶": "underrightarrow", "←": "underleftarrow", "⎵": "underbracket",
}  # fmt: skip
"""Signs below something, and their commands."""

for _sign, _same in _COMBINING.items():
    if _same in OVER:
        OVER[_sign] = OVER[_same]
    if _same in UNDER:
        UNDER[_sign] = UNDER[_same]
