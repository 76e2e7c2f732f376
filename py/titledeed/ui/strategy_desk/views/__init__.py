"""The views of the strategy desk."""
