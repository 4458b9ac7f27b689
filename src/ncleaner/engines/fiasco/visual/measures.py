"""The five measures of a region (section 3.3 of the paper), and where we had to choose.

- **Solidity 1**: the area of the polygon in that of its bounding rectangle; 1 for a rectangle.
- **Solidity 2**: the vertices of the polygon for each line of height. The paper's Table 1 has 0.00 where nothing under
  the four vertices of a rectangle is possible. We count all of them, as its text says, and as serves better.
- **Solidity 3**: the mean distance of the vertices to the middle of the rectangle along the x-axis. In units of
  half the width, so that it does not depend on size: 1 if all vertices stand at the far left or right, as those of a
  compact region do, less the more lines end elsewhere. (That of the paper was broken, as it says itself.)
- **Relative width**: the width of the region in that of the page's widest.
- **Headline**: 1 if the region is as high as the headlines of the page on average, falling to 0 for one that is higher
  or lower by as much as that. This is how large regions come to have 0.00 in Table 1. Where a page has no headlines,
  one line and what the filter adds to it are taken for their height.
"""

from __future__ import annotations

import cv2
import numpy as np

from ncleaner.engines.fiasco.visual.blobs import DOWN, Polygon, Region

NAMES = ("solidity 1", "solidity 2", "solidity 3", "relative width", "headline")

Measures = tuple[float, ...]
"""As many numbers as there are `NAMES`."""

DIGITS = 6  # beyond that, what differs between processors


def measures(regions: dict[int, Region], unit: float) -> dict[int, Measures]:
    """The measures of all regions of a page."""
    if not regions:
        return {}
    widest = max(_extent(region.polygon)[0] for region in regions.values())
    headline = _headline(regions, unit)
    found = {}
    for target, region in regions.items():
        width, height = _extent(region.polygon)
        closeness = max(0.0, 1 - abs(height - headline) / headline)
        values = (*_solidity(region.polygon, unit), width / widest, closeness)
        found[target] = tuple(round(float(value), DIGITS) for value in values)
    return found


def _extent(polygon: Polygon) -> tuple[float, float]:
    """Width and height of the bounding rectangle."""
    width, height = polygon.max(axis=0) - polygon.min(axis=0)
    return max(1.0, float(width)), max(1.0, float(height))


def _headline(regions: dict[int, Region], unit: float) -> float:
    """How high the headlines of a page are on average."""
    heights = [_extent(region.polygon)[1] for region in regions.values() if region.heading]
    return float(np.mean(heights)) if heights else (1 + DOWN) * unit


def _solidity(polygon: Polygon, unit: float) -> tuple[float, float, float]:
    width, height = _extent(polygon)
    compactness = cv2.contourArea(polygon) / (width * height)
    vertices = len(polygon) / (height / unit)
    middle = (polygon[:, 0].max() + polygon[:, 0].min()) / 2
    distance = np.abs(polygon[:, 0] - middle).mean() / (width / 2)
    return compactness, vertices, float(distance)
