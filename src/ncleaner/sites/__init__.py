"""What the pages of a site have in common: learnt from them, and used to clean them."""
