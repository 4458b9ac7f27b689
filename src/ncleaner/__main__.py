"""``python -m ncleaner`` is the command ``ncleaner``."""

from ncleaner.cli import main

if __name__ == "__main__":
    raise SystemExit(main())
