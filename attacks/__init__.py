"""Attacks on ncleaner: fuzzing, and a collection of hostile pages, models, archives and accidents."""
