"""Tokens and sentences of a text, in any language."""
