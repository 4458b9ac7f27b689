"""The picture of a page with the numbered regions of its targets, as in the paper's Figure 2."""

from __future__ import annotations

import cv2
import numpy as np

from ncleaner.engines.fiasco.visual.blobs import Pixels, Region

BLUE, WHITE = (200, 60, 0), (255, 255, 255)  # in the order of OpenCV: blue, green, red
FONT, SIZE, STROKE = cv2.FONT_HERSHEY_SIMPLEX, 0.4, 1
MARGIN = 2  # pixels around a number


def drawn(picture: Pixels, regions: dict[int, Region]) -> bytes:
    """Return a PNG file of the picture with the polygons and numbers of regions."""
    canvas = picture.copy()
    polygons = [region.polygon.reshape(-1, 1, 2) for region in regions.values()]
    cv2.polylines(canvas, polygons, isClosed=True, color=BLUE, thickness=1, lineType=cv2.LINE_AA)
    for number, region in regions.items():
        _write(canvas, str(number), region)
    file = cv2.imencode(".png", canvas)[1]
    return np.asarray(file, np.uint8).tobytes()


def _write(canvas: Pixels, number: str, region: Region) -> None:
    """Draw a label with a number, left of the upper corner of a region if there is room."""
    (width, height), below = cv2.getTextSize(number, FONT, SIZE, STROKE)
    width, height = width + 2 * MARGIN, height + below + MARGIN
    left, top = region.polygon.min(axis=0)
    left = min(max(0, int(left) - width), canvas.shape[1] - width)
    top = min(max(0, int(top)), canvas.shape[0] - height)
    cv2.rectangle(canvas, (left, top), (left + width, top + height), BLUE, cv2.FILLED)
    cv2.putText(canvas, number, (left + MARGIN, top + height - below), FONT, SIZE, WHITE, STROKE, cv2.LINE_AA)
