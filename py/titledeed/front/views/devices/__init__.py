"""What a table over several devices shows: fetched when it is first asked for."""
