"""What the laboratory shows: fetched when it is first opened."""
