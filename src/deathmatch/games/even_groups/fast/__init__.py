"""The rules as compiled kernels: `ending` solves the empty cells that are left of a board, exactly.

`layout` says where each position lies, `parities` counts groups. `tests/games/even_groups/test_solver.py` compares the endings with
`rules.py`. Colours are 0 (white) and 1 (orange) as in `values.Colour`, cells are counted in board order (`core/hexes.py`).

`batch` plays many matches at once, and `paths` says when one is settled; `tests/vector` holds them to the rules.
"""
