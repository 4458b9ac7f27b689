"""The parameters of a call, checked: what cannot be meant here raises an error that says what to do instead."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ncleaner.engines.registry import DEFAULT_ENGINE, PRECISION_BIAS, RECALL_BIAS
from ncleaner.errors import UnknownNameError, UsageError

if TYPE_CHECKING:
    from collections.abc import Collection

    from ncleaner.models import ModelSource

FORMATS = (
    "txt", "markdown", "json", "csv", "python", "xml", "html", "xmltei", "tei", "cleaneval", "jsonl", "vertical",
)  # fmt: skip

_OURS = ("xmltei", "tei", "cleaneval", "jsonl", "vertical")  # the formats of `ncleaner.render`

NO_PLACE = {
    "include_formatting": _OURS,
    "include_images": _OURS,
    "include_links": _OURS,
    "with_metadata": ("cleaneval",),
    "record_id": ("cleaneval", "jsonl"),
}
"""The formats that have no place for what a parameter asks for."""

_NO_SETTINGS = "there are no files of settings here; give parameters, or options of the engine such as bias"

INSTEAD = {
    "date_extraction_params": "dates are those that the page declares; call htmldate.find_date for others",
    "date_config": "dates are those that the page declares; call htmldate.find_date for others",
    "max_tree_size": "time and memory are linear in the page here; compare len(filecontent) with a limit of your own",
    "settingsfile": _NO_SETTINGS,
    "config": _NO_SETTINGS,
    "options": "an Extractor is not read; give its values as parameters",
    "prune_xpath": "remove the elements with lxml and give the tree that is left as filecontent",
}
"""What to do instead of giving a parameter."""


def refuse(name: str, value: object) -> None:
    """Raise `UsageError` if a parameter that has no meaning here has a value."""
    if value:
        raise UsageError(f"{name} cannot be used: {INSTEAD[name]}")


@dataclass(frozen=True, slots=True)
class Parameters:
    """The parameters of `extract` and `bare_extraction`, and the engine with its options."""

    filecontent: Any
    url: str | None
    output_format: str
    fast: bool
    no_fallback: bool
    favor_precision: bool
    favor_recall: bool
    include_comments: bool | None
    target_language: str | None
    include_tables: bool
    include_images: bool
    include_formatting: bool | None
    include_links: bool
    deduplicate: Any
    date_extraction_params: dict[str, Any] | None
    with_metadata: bool
    only_with_metadata: bool
    max_tree_size: int | None
    url_blacklist: Collection[str] | None
    author_blacklist: Collection[str] | None
    prune_xpath: str | list[str] | None
    config: Any
    options: Any
    engine: str | None
    model: ModelSource | None
    engine_options: dict[str, Any]
    record_id: str | None = None
    tei_validation: bool = False
    settingsfile: str | None = None
    as_dict: bool = False
    cleaning: dict[str, Any] = field(init=False, default_factory=dict)
    """The options for `ncleaner.clean`: those given, and those that parameters stand for."""

    def __post_init__(self) -> None:
        if self.output_format not in FORMATS:
            raise UnknownNameError("output format", self.output_format, FORMATS)
        for name in INSTEAD:
            refuse(name, getattr(self, name, None))
        self._check_format()
        self._check_values()
        self.cleaning.update(self.engine_options, **self._comments(), **self._bias())

    @property
    def needs_metadata(self) -> bool:
        """Whether the metadata of the page are asked for."""
        asked = self.with_metadata or self.only_with_metadata or self.url_blacklist or self.author_blacklist
        return bool(asked) or self.output_format == "xmltei"

    @property
    def formatting(self) -> bool:
        """Whether headings, lists, emphasis and the like are shown."""
        if self.include_formatting is None:
            return self.output_format == "markdown"
        return self.include_formatting and self.output_format != "json"

    @property
    def text_is_markdown(self) -> bool:
        """Whether text is Markdown: there are no links and no images in plain text."""
        return self.formatting or self.include_links or self.include_images

    def _check_format(self) -> None:
        """Raise `UsageError` if the output format has no place for something that is asked for."""
        for name, formats in NO_PLACE.items():
            if getattr(self, name) and self.output_format in formats:
                others = ", ".join(sorted(set(FORMATS).difference(formats, ("python",))))
                raise UsageError(
                    f"{name} cannot be used with output_format={self.output_format!r}; use one of {others}"
                )

    def _check_values(self) -> None:
        is_cache = callable(getattr(self.deduplicate, "increment", None))
        if not isinstance(self.deduplicate, bool) and not is_cache:
            raise UsageError("deduplicate must be True, False or an LRUCache of trafilatura 2.3 or later")
        for name in ("url_blacklist", "author_blacklist"):
            if isinstance(getattr(self, name), str):
                raise UsageError(f"{name} must be a set of strings, not one string")

    def _comments(self) -> dict[str, str]:
        if self.include_comments is None:
            return {}
        self._check_engine("include_comments", "comments")
        return {"comments": "keep" if self.include_comments else "drop"}

    def _bias(self) -> dict[str, float]:
        if not self.favor_precision and not self.favor_recall:
            return {}
        if self.favor_precision and self.favor_recall:
            raise UsageError("favor_precision and favor_recall contradict each other: give one of them")
        self._check_engine("favor_precision" if self.favor_precision else "favor_recall", "bias")
        return {"bias": PRECISION_BIAS if self.favor_precision else RECALL_BIAS}

    def _check_engine(self, name: str, option: str) -> None:
        """Raise `UsageError` if a parameter that stands for an option of the default engine cannot be used."""
        if option in self.engine_options:
            raise UsageError(f"{name} and {option} contradict each other: give one of them")
        engine = self.engine
        if engine is None and self.model is not None:
            from ncleaner import models

            engine = models.load(self.model).engine
        if engine not in (None, DEFAULT_ENGINE):
            raise UsageError(f"{name} is for the engine {DEFAULT_ENGINE!r}: leave it out with the engine {engine!r}")
