"""The five measures of a region (section 3.3 of the paper), and our choices where the paper is not specific.

- **Solidity 1**: the area of the polygon divided by the area of its bounding rectangle; 1 for a rectangle.
- **Solidity 2**: the number of vertices of the polygon per line of height. The paper's Table 1 has 0.00, although a
  rectangle already has four vertices. We count all vertices, as its text says, and as works better.
- **Solidity 3**: the mean distance of the vertices from the middle of the rectangle along the x-axis, in units of half
  the width, so that it does not depend on size. It is 1 if all vertices are at the far left or right, as in a compact
  region, and smaller the more lines end elsewhere. (The paper's own version was broken, as it says.)
- **Relative width**: the width of the region divided by the width of the widest region of the page.
- **Headline**: 1 if the region is as high as the average headline of the page, falling to 0 for regions that are higher
  or lower by that height or more. This is why large regions have 0.00 in Table 1. On pages without headlines, the
  height of one line plus the blur of the filter is used.
"""

from __future__ import annotations

import cv2
import numpy as np

from ncleaner.engines.fiasco.visual.blobs import DOWN, Polygon, Region

NAMES = ("solidity 1", "solidity 2", "solidity 3", "relative width", "headline")

Measures = tuple[float, ...]
"""A number for each of `NAMES`."""

DIGITS = 6  # further digits differ between processors


def measures(regions: dict[int, Region], unit: float) -> dict[int, Measures]:
    """Return the measures of all regions of a page."""
    if not regions:
        return {}
    widest = max(_extent(region.polygon)[0] for region in regions.values())
    headline = _headline(regions, unit)
    by_target = {}
    for target, region in regions.items():
        width, height = _extent(region.polygon)
        closeness = max(0.0, 1 - abs(height - headline) / headline)
        values = (*_solidity(region.polygon, unit), width / widest, closeness)
        by_target[target] = tuple(round(float(value), DIGITS) for value in values)
    return by_target


def _extent(polygon: Polygon) -> tuple[float, float]:
    """Return the width and height of the bounding rectangle."""
    width, height = polygon.max(axis=0) - polygon.min(axis=0)
    return max(1.0, float(width)), max(1.0, float(height))


def _headline(regions: dict[int, Region], unit: float) -> float:
    """Return the average height of the headlines of a page."""
    heights = [_extent(region.polygon)[1] for region in regions.values() if region.heading]
    return float(np.mean(heights)) if heights else (1 + DOWN) * unit


def _solidity(polygon: Polygon, unit: float) -> tuple[float, float, float]:
    width, height = _extent(polygon)
    compactness = cv2.contourArea(polygon) / (width * height)
    vertices = len(polygon) / (height / unit)
    middle = (polygon[:, 0].max() + polygon[:, 0].min()) / 2
    distance = np.abs(polygon[:, 0] - middle).mean() / (width / 2)
    return compactness, vertices, float(distance)
