"""Trains the engine ``fiasco``."""
