"""What the programs that read vertical text must know of it: a registry file for CWB, a configuration for Manatee.

Manatee is the engine of Sketch Engine and NoSketch Engine. Both files are meant to be used from the output folder,
whose place they do not name, so they are the same for every job with the same options.
"""

from __future__ import annotations

from collections.abc import Sequence

from ncleaner.render.vertical import DOCUMENT_ATTRIBUTES, KEEP, SEGMENT_ATTRIBUTES

CORPUS = "ncleaner"
"""The name of the corpus, which must be that of either file; CWB writes it in capitals."""

CWB = f"registry/cwb/{CORPUS}"
MANATEE = f"registry/manatee/{CORPUS}"

_CWB = """\
##
## registry entry for corpus {name}
##

# To encode the corpus, run these commands in the folder that has pages/ and registry/:
#
#     mkdir -p data/cwb
#     cat pages/*.vert | cwb-encode -d data/cwb -c utf8 -xsB {options}
#     cwb-makeall -r registry/cwb -V {name}
#     cqp -e -r registry/cwb -D {name}
#
# To use it from another folder, put the full path of data/cwb behind HOME.

NAME "Web pages without their boilerplate"
ID   {corpus}
HOME data/cwb

##:: charset = "utf8"

##
## p-attributes (token annotations)
##

ATTRIBUTE word

##
## s-attributes (structural markup); <g/> is a null attribute, which is not encoded
##
{structures}"""

_MANATEE = """\
# To compile the corpus, run these commands in the folder that has pages/ and registry/:
#
#     mkdir -p data/manatee
#     MANATEE_REGISTRY="$PWD/registry/manatee" compilecorp {corpus}
#
# To use it from another folder, put the full paths behind PATH and VERTICAL.

NAME "Web pages"
INFO "Web pages without their boilerplate"
PATH "data/manatee/"
VERTICAL "| cat pages/*.vert"
ENCODING "UTF-8"
DOCSTRUCTURE "doc"

ATTRIBUTE word

{structures}
STRUCTURE g {{
    DISPLAYTAG 0
    DISPLAYBEGIN "_EMPTY_"
}}
"""


def registries(all: bool) -> dict[str, str]:
    """Return both files by their names; with ``all``, the corpus has dropped segments, too."""
    segment = SEGMENT_ATTRIBUTES if all else tuple(name for name in SEGMENT_ATTRIBUTES if name != KEEP)
    structures = {"doc": DOCUMENT_ATTRIBUTES, "p": segment, "s": ()}
    declared = ["+".join((f"-S {name}:0", *has)) for name, has in structures.items()]
    options = " ".join([*declared, "-0 g"])
    cwb = "".join(_cwb_structure(name, has) for name, has in structures.items())
    manatee = "\n".join(_manatee_structure(name, has) for name, has in structures.items())
    return {
        CWB: _CWB.format(name=CORPUS.upper(), corpus=CORPUS, options=options, structures=cwb),
        MANATEE: _MANATEE.format(corpus=CORPUS, structures=manatee),
    }


def _cwb_structure(name: str, attributes: Sequence[str]) -> str:
    names = [f"{name}_{attribute}" for attribute in attributes]
    return "\n".join(["", f"STRUCTURE {name}", *(f"STRUCTURE {each:<20} # [annotations]" for each in names), ""])


def _manatee_structure(name: str, attributes: Sequence[str]) -> str:
    if not attributes:
        return f"STRUCTURE {name}\n"
    return "\n".join([f"STRUCTURE {name} {{", *(f"    ATTRIBUTE {attribute}" for attribute in attributes), "}\n"])
