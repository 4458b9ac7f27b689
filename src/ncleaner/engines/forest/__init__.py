"""What the engine `forest` stands on: trees of tests on bytes."""
