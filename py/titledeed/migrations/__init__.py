"""The migrations of the program's formats, with one module for each family of formats."""
