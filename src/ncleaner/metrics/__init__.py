"""Measures of an output against its gold text, one module each, and `score`, which computes all of them."""

from ncleaner.metrics.scores import score

__all__ = ["score"]
