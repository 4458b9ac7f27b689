"""Formulas: TeX from MathML, from scripts, and from the alternative texts of images."""
