"""Mutants: small faults planted into the rules, to see whether the scenes notice them.

    python -m tools.mutants --seed 1 --count 200

draws mutants of ``engine/rules/``, ``door``, ``table`` and ``chance``, and runs against each the scenes
(``tests/engine/clauses``) and the tests of parameters that reach it. ``changes.py`` says what is changed,
``judging.py`` how each is judged; ``equivalent.toml`` lists the mutants that no game can tell from the
program, with reasons. It runs in no usual test.
"""
