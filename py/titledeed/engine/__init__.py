"""The rules as pure functions: ``reducer.play(state, seat, answer)`` returns ``(state, events)``. The
package imports only the standard library."""
