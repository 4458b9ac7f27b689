"""Decoding: detect the encoding of a page and turn its bytes into UTF-8."""

from ncleaner.decode.detect import decode as decode
