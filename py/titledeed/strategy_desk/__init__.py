"""The strategy desk without its page: links to players from rules, their measured games, and the Python
program that plays the same moves."""
