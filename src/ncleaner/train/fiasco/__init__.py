"""Trains the engine ``fiasco``: alignment, keywords, studies of pages, machines fitted to them, models."""
