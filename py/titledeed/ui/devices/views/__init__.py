"""The views of a table over several devices; this package is fetched when first needed."""
