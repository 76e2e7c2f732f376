"""The actions at a table over several devices. ``ui/actions/late_loading`` fetches this package when it is
first needed."""
