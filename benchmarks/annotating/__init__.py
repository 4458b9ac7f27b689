"""How much work annotating is, and what it is worth: a simulated annotator, and models of few pages."""
