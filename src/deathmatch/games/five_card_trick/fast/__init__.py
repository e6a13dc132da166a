"""The compiled kernels: the rules of a round (`rounds`), the worth of a position (`worth`), and the search of a few rounds (`search`)."""
