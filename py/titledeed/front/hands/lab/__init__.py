"""What people do in the laboratory: fetched when it is first opened (``hands/laboratory.py``)."""
