"""Ways to use ncleaner inside of other tools; each module needs its own package, and nothing is imported here."""
