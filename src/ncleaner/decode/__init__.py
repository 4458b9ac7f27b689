"""Bytes to text: find the encoding of a page and decode it."""

from ncleaner.decode.decode import decode as decode
