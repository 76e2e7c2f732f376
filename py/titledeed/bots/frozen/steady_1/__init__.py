"""``steady-1``: the first ``steady``, frozen as a benchmark and a fixture. A test holds its answers over
whole games, as it gives them at a table. One thing was removed: it remembered the cash with which it had
wanted to build nothing, for as long as it saw the same view, and so played differently in counted games."""

from .steady import Steady1

__all__ = ["Steady1"]
