"""The vocabulary of every other layer: seats, the game interface, chance, errors, pictures. Knows nobody."""
