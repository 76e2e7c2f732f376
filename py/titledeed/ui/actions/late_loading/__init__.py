"""Loaders of the two features that the browser fetches when they are first opened."""
