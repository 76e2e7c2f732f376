"""The views of the laboratory; this package is fetched when it is first opened."""
