"""The actions of the strategy desk."""
