"""The compiled kernels of the solver.

`layers` numbers every configuration before a round, which is all but chips and pot, and solves every position before one round from those
before the next; `stage_simd8` does so for eight leads at once. `reachability` says which chips are reachable, and `bounds` for which the
match is not decided. `respond` finds the best answers to a bot, `blind` has bots that do not look at the score, and `digest` recalls
chances from a solution in little space.
"""
