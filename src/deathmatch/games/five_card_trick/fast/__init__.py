"""The rules once more, as compiled kernels: `ahead` plays and judges single rounds, for bots that look ahead; `stages` numbers all that can
stand before a round but chips and pot; `spread` says which chips can come, `bounds` which of them are not decided; `layers` solves every
position before one round from those before the next.

`tests/games/five_card_trick/test_fast.py` and `test_solver.py` hold them to `rules.py`.
"""
