"""The actions in the laboratory; ``hands/laboratory.py`` fetches this package when it is first opened."""
