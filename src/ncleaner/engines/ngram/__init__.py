"""The statistical model of NCleaner and StupidOS: character n-grams of clean and of dirty text, and how they score."""
