"""One module for each command, with ``run(argv) -> int``."""
