"""The actions in the laboratory; ``actions/lab_loader.py`` fetches this package when it is first opened."""
