"""The rules, pure: ``play(state, seat, answer) -> (state, events)``. Standard library only."""
