"""The actions at a table over several devices; ``hands/tables.py`` fetches this package when first needed."""
