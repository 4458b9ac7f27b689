"""Bytes and arrays as fast loops need them: eight bytes at a time, and arrays by address."""
