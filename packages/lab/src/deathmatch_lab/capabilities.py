"""The additions of this package to the house (`deathmatch.core.plugins`): commands, and capabilities of the games."""

from __future__ import annotations

from typing import Final

TABLE: Final[dict[str, str]] = {
    "command.advise": "deathmatch_lab.cli:ADVISE",
    "command.arena": "deathmatch_lab.cli:ARENA",
    "command.dataset": "deathmatch_lab.cli:DATASET",
    "command.exploit": "deathmatch_lab.cli:EXPLOIT",
    "command.puzzles": "deathmatch_lab.cli:PUZZLES",
    "command.solve": "deathmatch_lab.cli:SOLVE",
    "even-groups.adversaries": "deathmatch_lab.games.even_groups.adversaries:adversaries",
    "even-groups.puzzles": "deathmatch_lab.games.even_groups.puzzling:puzzles",
    "even-groups.solver": "deathmatch_lab.games.even_groups.solving:solver",
    "even-groups.study": "deathmatch_lab.games.even_groups.studying:study",
    "five-card-trick.curves": "deathmatch_lab.games.five_card_trick.fast.curves",
    "five-card-trick.essence": "deathmatch_lab.games.five_card_trick.essence:Essence",
    "five-card-trick.estimator": "deathmatch_lab.games.five_card_trick.strategies:estimator",
    "five-card-trick.exploit": "deathmatch_lab.games.five_card_trick.best_response:exploiter",
    "five-card-trick.perfect": "deathmatch_lab.games.five_card_trick.strategies:Perfect",
    "five-card-trick.puzzles": "deathmatch_lab.games.five_card_trick.puzzling:puzzles",
    "five-card-trick.solutions": "deathmatch_lab.games.five_card_trick.solver.solved:complete",
    "five-card-trick.solver": "deathmatch_lab.games.five_card_trick.solver:solver",
    "five-card-trick.study": "deathmatch_lab.games.five_card_trick.studying:study",
    "guidance-rite.adversaries": "deathmatch_lab.games.guidance_rite.adversaries:adversaries",
    "guidance-rite.puzzles": "deathmatch_lab.games.guidance_rite.puzzling:puzzles",
    "languages.lab": "deathmatch_lab.languages",
    "letter-hunt.adversaries": "deathmatch_lab.games.letter_hunt.adversaries:adversaries",
    "letter-hunt.puzzles": "deathmatch_lab.games.letter_hunt.puzzling:puzzles",
    "page.study": "deathmatch_lab.study_pages:PAGES",
    "solutions.kept": "deathmatch_lab.solution_folder:solution_folders",
    "tile-joust.adversaries": "deathmatch_lab.games.tile_joust.adversaries:adversaries",
    "tile-joust.puzzles": "deathmatch_lab.games.tile_joust.puzzling:puzzles",
}
