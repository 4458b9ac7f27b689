"""Adapters for other frameworks. Each module needs the package of its framework, so nothing is imported here."""
