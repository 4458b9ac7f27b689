"""The statistical model of NCleaner and StupidOS: character n-grams of clean and dirty text."""
