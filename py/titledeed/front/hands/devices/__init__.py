"""What people do at a table over several devices: fetched when first asked for (``hands/tables.py``)."""
