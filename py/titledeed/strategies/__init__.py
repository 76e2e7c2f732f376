"""Players from rules: the rules and their limits, the bot that follows them, and their tables in files and
records."""
