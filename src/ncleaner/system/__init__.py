"""The operating system: files, worker processes, and the terminal."""
