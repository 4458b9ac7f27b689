"""Blobs: the lines of a text in the blurred picture of a page (section 3.3 of the paper).

Strategy: ink is every pixel inside the rectangles of text that stands out against its surroundings; pictures, rules and
frames are not ink. A mean filter closes the gaps between words and between lines, but not between paragraphs. Connected
pixels above zero form a blob. The window of the filter is a multiple of the line unit: the height of a line in the most
common font of the page, or in the font of the target if it is larger, as in headings. The region of a target is the
largest blob of its own ink; ink of other targets beside it, as in narrow columns, is never part of it.

The multiples were chosen on training pages. Smoothing the edges further would lose information: underlined links have
straighter edges than other text.

Cost: a few passes over the picture, and one pass over the part of the picture that each target covers.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, inf
from time import monotonic
from typing import Any

import cv2
import numpy as np

from ncleaner.engines.fiasco.visual.browser import Box, Rendering
from ncleaner.errors import BrowserError

CONTRAST = 32  # of 255; the least difference from its surroundings that makes a pixel ink
ACROSS, DOWN = 1.0, 1.1  # line units; the window of the filter
COARSENESS = 0.5  # line units; the largest distance of the polygon from the outline of the blob
LINE = 18.0  # pixels; the line unit of pages without text
LARGEST = 100.0  # pixels; larger line units cost time and change nothing

Pixels = np.ndarray[Any, np.dtype[np.uint8]]
Polygon = np.ndarray[Any, np.dtype[np.int32]]


@dataclass(frozen=True, slots=True)
class Region:
    """The region of a target in the picture: the polygon around its blob, and whether it is in a heading."""

    polygon: Polygon
    heading: bool


@dataclass(frozen=True, slots=True)
class Patch:
    """The part of the picture that a box covers; ``right`` and ``bottom`` are exclusive."""

    left: int
    top: int
    right: int
    bottom: int


def line_unit(boxes: list[Box]) -> float:
    """Return the height of a line: the median of the boxes, weighted by their width."""
    total = sum(box.width for box in boxes)
    passed = 0.0
    for box in sorted(boxes, key=lambda box: box.height):
        passed += box.width
        if passed >= total / 2 and box.height >= 1:
            return min(box.height, LARGEST)
    return LINE


def regions(rendering: Rendering, deadline: float = inf) -> dict[int, Region]:
    """Return the regions of all targets with ink, by target number.

    Raise a `BrowserError` if that is not finished by the ``deadline``, in terms of `time.monotonic`: a page can make
    each of its targets as large as the picture.
    """
    boxes: dict[int, list[Box]] = {}
    for box in rendering.boxes:
        if box.target >= 0:
            boxes.setdefault(box.target, []).append(box)
    contrast = _contrast(rendering.picture)
    usual = line_unit(rendering.boxes)
    by_target = {}
    for target in sorted(boxes):
        if monotonic() > deadline:
            raise BrowserError("finding the regions of the page took too long")
        polygon = _polygon(contrast, boxes[target], max(usual, line_unit(boxes[target])))
        if polygon is not None:
            by_target[target] = Region(polygon, any(box.heading for box in boxes[target]))
    return by_target


def _contrast(picture: Pixels) -> Pixels:
    """Return 1 for each pixel that differs from its neighbours, else 0."""
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    edges = cv2.morphologyEx(grey, cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8))
    return np.asarray(cv2.threshold(edges, CONTRAST, 1, cv2.THRESH_BINARY)[1], np.uint8)


def _polygon(contrast: Pixels, boxes: list[Box], unit: float) -> Polygon | None:
    """Return the polygon around the largest blob of the ink in some boxes, in pixels of the whole picture."""
    height, width = contrast.shape
    patches = [patch for patch in (_patch(box, width, height) for box in boxes) if patch is not None]
    across, down = _odd(ACROSS * unit), _odd(DOWN * unit)
    inked = _ink(contrast, patches, across, down) if patches else None
    if inked is None:
        return None
    ink, corner = inked
    blurred = cv2.blur(ink, (across, down), borderType=cv2.BORDER_CONSTANT)
    blobs = (blurred > 0.5 / (across * down)).astype(np.uint8)
    outlines, _ = cv2.findContours(blobs, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    largest = max(outlines, key=cv2.contourArea)
    polygon = cv2.approxPolyDP(largest, COARSENESS * unit, closed=True).reshape(-1, 2)
    return np.asarray(polygon + corner, np.int32)


def _patch(box: Box, width: int, height: int) -> Patch | None:
    """Return the pixels of a box, or ``None`` if it is outside the picture."""
    left, top = max(0, int(box.x)), max(0, int(box.y))
    right, bottom = min(width, ceil(box.x + box.width)), min(height, ceil(box.y + box.height))
    return Patch(left, top, right, bottom) if left < right and top < bottom else None


def _odd(length: float) -> int:
    """Return an odd number of pixels near a length: windows have a middle."""
    return max(3, round(length) | 1)


def _ink(
    contrast: Pixels, patches: list[Patch], across: int, down: int
) -> tuple[np.ndarray[Any, np.dtype[np.float32]], Polygon] | None:
    """Return the ink of some patches (1, else 0) with a margin around them, and its corner; ``None`` without ink."""
    left, top = min(patch.left for patch in patches) - across, min(patch.top for patch in patches) - down
    right, bottom = max(patch.right for patch in patches) + across, max(patch.bottom for patch in patches) + down
    ink = np.zeros((bottom - top, right - left), np.float32)
    for patch in patches:
        rows, columns = slice(patch.top - top, patch.bottom - top), slice(patch.left - left, patch.right - left)
        ink[rows, columns] = contrast[patch.top : patch.bottom, patch.left : patch.right]
    return (ink, np.array((left, top), np.int32)) if ink.any() else None
