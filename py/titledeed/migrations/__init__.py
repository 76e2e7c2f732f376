"""How each format of the program came from its earlier versions: a module for each family of formats."""
