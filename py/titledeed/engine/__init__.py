"""The rules as pure functions: ``reducer.play(state, seat, answer)`` returns ``(state, events)``. The package
imports the standard library only."""
