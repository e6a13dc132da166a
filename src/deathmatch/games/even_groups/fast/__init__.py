"""The rules once more, as compiled kernels: `grid` places stones fast, `ending` solves what is left of a board, exactly.

`tests/games/even_groups/test_fast.py` holds both to `rules.py` and `values.Board`. Colours are 0 (white) and 1 (orange) as in
`values.Colour`, cells are counted in board order (`core/hexes.py`).
"""
