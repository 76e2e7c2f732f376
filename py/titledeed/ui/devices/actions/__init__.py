"""The actions at a table over several devices; ``actions/devices_loader.py`` fetches this package when first
needed."""
