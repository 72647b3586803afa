"""People at the table, in a real Chromium."""
