"""Training of the engines of ICE: decision trees, thresholds of the language models, and regular expressions."""
