"""The Markdown of pages side by side: that of ncleaner and of three other tools."""
