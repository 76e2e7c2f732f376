"""Makes boards: a draft, its changes, the checks, and the forms in which it is saved and shared."""
