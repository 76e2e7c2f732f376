"""The state of the laboratory's screens; this package is fetched when it is first opened."""
