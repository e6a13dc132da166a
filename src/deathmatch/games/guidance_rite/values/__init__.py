"""Pieces, boards, moves, options: the values of Guidance Rite, frozen and without play of their own."""
