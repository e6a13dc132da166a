"""What every other layer is written in: seats, the game interface, chance, errors, pictures. Knows nobody."""
