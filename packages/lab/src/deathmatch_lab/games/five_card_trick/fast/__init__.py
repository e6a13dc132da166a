"""The compiled kernels of the solver.

`layers` numbers every configuration before a round, which is all but chips and pot, and solves every position before one round from those
before the next. `reachability` says which chips are reachable, and `bounds` for which the match is not decided.
"""
