"""``steady-1``: the first ``steady``, kept as it was for ever, as a benchmark and a fixture. Nothing
here is changed; a test holds its answers over whole games."""

from .steady import Steady1

__all__ = ["Steady1"]
