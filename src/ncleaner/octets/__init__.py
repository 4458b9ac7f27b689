"""Bytes and arrays for fast loops: bytes read eight at a time, arrays accessed by address."""
