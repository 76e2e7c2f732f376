"""The rules, one module a topic of the clauses."""
