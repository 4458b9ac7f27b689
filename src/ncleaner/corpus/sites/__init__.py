"""The sites of a crawl: which pages belong to one, learning them with bounded memory, and cleaning with them."""
