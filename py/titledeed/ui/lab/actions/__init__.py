"""The actions in the laboratory. ``ui/actions/late_loading`` fetches this package when it is first opened."""
