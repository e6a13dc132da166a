"""What this package adds to the house (`deathmatch.core.plugins`)."""

from __future__ import annotations

from typing import Final

TABLE: Final[dict[str, str]] = {
    "languages.lab": "deathmatch_lab.languages",
    "five-card-trick.adversary_families": "deathmatch_lab.games.five_card_trick.adversaries:families",
    "five-card-trick.estimator": "deathmatch_lab.games.five_card_trick.estimator:estimator",
    "five-card-trick.exploit": "deathmatch_lab.games.five_card_trick.best_response.response:exploiter",
    "five-card-trick.perfect": "deathmatch_lab.games.five_card_trick.perfect:Perfect",
    "five-card-trick.plots": "deathmatch_lab.games.five_card_trick.plots:plots",
    "five-card-trick.puzzles": "deathmatch_lab.games.five_card_trick.puzzling:puzzles",
    "five-card-trick.solutions": "deathmatch_lab.games.five_card_trick.solver.solved:complete",
    "five-card-trick.solver": "deathmatch_lab.games.five_card_trick.solver:solver",
    "five-card-trick.study": "deathmatch_lab.games.five_card_trick.studying:study",
}
