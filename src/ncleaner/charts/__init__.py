"""SVG figures without dependencies, shared by training, evaluation and the papers' experiments."""
