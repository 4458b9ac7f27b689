"""Training of the engine ``fiasco``: alignment, keywords, features of pages, support vector machines, models."""
