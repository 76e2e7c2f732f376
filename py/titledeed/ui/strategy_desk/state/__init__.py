"""The state of the strategy desk."""
