"""The compiled kernels of the solver.

`stages` numbers every configuration before a round: all but chips and pot. `reachability` says which chips are reachable, and `bounds` for
which of them the match is not decided. `layers` solves every position before one round from those before the next; `stage_simd8` does so
for eight leads at once. `respond` and `respond_simd8` find the best answers to a bot, `blind` has bots that do not look at the score, and
`digest` recalls chances from a solution in little space.
"""
