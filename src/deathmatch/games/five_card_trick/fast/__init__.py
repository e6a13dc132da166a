"""The rules again, as compiled kernels.

`ahead` plays and evaluates single rounds, for bots that look ahead. `stages` numbers every configuration before a round: all but chips and
pot. `reachability` says which chips are reachable, and `bounds` for which of them the match is not decided. `layers` solves every position
before one round from those before the next.

`tests/games/five_card_trick/test_fast.py` and `test_solver.py` hold them to `rules.py`.
"""
