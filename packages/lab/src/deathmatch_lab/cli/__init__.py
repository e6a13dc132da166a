"""The commands of this package, each loaded when it is called (`deathmatch.cli.main`)."""

from __future__ import annotations

from deathmatch.cli.main import Command

ADVISE = Command("deathmatch_lab.cli.advise:advise", "Review a finished match: good moves, mistakes, and better moves.")
ARENA = Command("deathmatch_lab.cli.arena:arena", "Play bots against each other: how often each wins, and their ratings.")
DATASET = Command("deathmatch_lab.cli.dataset:dataset", "Make a data set: matches of mixed bots as records and as Parquet.")
EXPLOIT = Command("deathmatch_lab.cli.exploit:exploit", "Compute the best response to a bot and the bot's exploitability.")
PUZZLES = Command("deathmatch_lab.cli.puzzles:puzzles", "Make puzzles of a variant, proved and graded.")
SOLVE = Command("deathmatch_lab.cli.solve:solve", "Solve a position: who wins with best play, and with which moves.")
