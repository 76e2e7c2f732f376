"""Mutants: small faults planted into the rules, to see whether the scenes notice them.

    python -m tools.mutants --seed 1 --count 200

draws mutants of ``engine/rules/``, ``rng``, ``reducer``, ``legal_answers`` and ``mutations``. Against
each mutant it runs the scenes (``tests/engine/clauses``) and the tests of parameters that reach it.
``changes.py`` finds the possible changes, and ``judging.py`` judges each mutant. ``equivalent.toml``
lists the mutants that no game can tell from the program, with reasons. The usual tests do not run this.
"""
