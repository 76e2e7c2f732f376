"""One game: the session that plays it, its history, replays, reviews and bots' turns."""
