"""The views of some dialogs; ``dialog_contents.py`` has the table of all."""
