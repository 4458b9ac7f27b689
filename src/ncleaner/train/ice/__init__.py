"""Training of the engines of ICE: decision trees, the threshold of the language models, and regular expressions."""
