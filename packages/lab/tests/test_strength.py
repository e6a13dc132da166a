"""Who beats whom in every game, that skills rise from a beginner to `strong`, and that a bot which is warm compiles nothing more."""

from __future__ import annotations

import multiprocessing
import sys
from concurrent.futures import ProcessPoolExecutor
from typing import Any

import pytest

from deathmatch.bots import registry
from deathmatch.bots.budget import Counted
from deathmatch.core.game import Ask, Deals, Variant
from deathmatch.games import every, find
from deathmatch.match.dealer import HmacSource
from deathmatch_lab.arena import ArenaBout, run
from tests.conformance.cases import compiled_by_night

pytestmark = pytest.mark.one_variant

SHORT = 40  # units of thinking, that suffice to solve 18 cells of Even Groups


def by_night(*values: Any) -> Any:
    return pytest.param(*values, marks=pytest.mark.nightly)


# On few matches and a fixed seed, far from the edge of what chance could do; the real figures are in docs/bots.md.
BEATEN = [
    (ArenaBout("even-groups/standard", "steady", "random", 80, 3), 0.85),
    by_night(ArenaBout("even-groups/standard", "strong", "steady", 200, 2026), 0.9),
    *((ArenaBout(f"five-card-trick/{name}", "steady", "random", 20, 1), 0.9) for name in ("gauntlet", "final", "setna")),
    *(by_night(ArenaBout(f"five-card-trick/{name}", "strong", "steady", 40, 1), 0.525) for name in ("setna", "final")),
    by_night(ArenaBout("five-card-trick/gauntlet", "strong", "steady", 20, 1, (("rounds", 4), ("max_rounds", 6))), 0.6),
    (ArenaBout("guidance-rite/guardians", "steady", "random", 4, 1, (("best_of", "1"),)), 1.0),
    by_night(ArenaBout("guidance-rite/final", "steady", "random", 4, 1, (("best_of", "1"),)), 1.0),
    *((ArenaBout(f"letter-hunt/{name}", "steady", "random", 10, 1), 0.8) for name in ("gambit", "colosseum")),
    *((ArenaBout(f"letter-hunt/{name}", "strong", "steady", 2, 1), 1.0) for name in ("gambit", "colosseum")),
    (ArenaBout("tile-joust/gauntlet", "steady", "random", 10, 5), 0.8),
    by_night(ArenaBout("tile-joust/final", "steady", "random", 10, 5), 0.8),
    *(by_night(ArenaBout(f"tile-joust/{name}", "strong", "steady", 20, 5), 0.7) for name in ("gauntlet", "final")),
]


@pytest.mark.parametrize(("bout", "share"), BEATEN, ids=lambda value: f"{value.variant}-{value.a}" if isinstance(value, ArenaBout) else "")
def test_a_bot_beats_a_weaker_one(bout: ArenaBout, share: float) -> None:
    assert run(bout, jobs=1).share >= share


LEVELLED = [variant for variant in every() if registry.level_names(variant)]


@pytest.mark.parametrize("variant", compiled_by_night(LEVELLED), ids=lambda variant: variant.id)
def test_the_greatest_skill_plays_as_strong(variant: Variant) -> None:
    game = variant.bind({})[1]
    scale, state = registry.scale(variant, game), game.start()
    assert scale is not None
    while isinstance(pending := game.pending(state), Deals):
        state = game.deal(state, pending.chance.sample(HmacSource(b"deal", variant.id)))
    assert isinstance(pending, Ask)
    view = game.view(state, pending.seats[0])
    bots = scale.bot(1.0), registry.pick(variant, game, "strong")
    moves = [bot.choose(view, game.decision(view), Counted(3), HmacSource(b"top", variant.id)) for bot in bots]
    assert moves[0] == moves[1]


def signatures(package: str) -> dict[str, int]:
    """How many forms of each kernel of a package are ready in this process."""
    modules = [module for name, module in list(sys.modules.items()) if name.startswith(package)]
    kernels = {kernel for module in modules for kernel in vars(module).values() if hasattr(kernel, "signatures")}
    return {f"{kernel.__module__}.{kernel.__name__}": len(kernel.signatures) for kernel in kernels}


def warm_and_play(bout: ArenaBout) -> tuple[dict[str, int], dict[str, int]]:
    """The forms after warming up, and after whole matches."""
    variant = find(bout.variant)
    package = f"deathmatch.games.{variant.game.replace('-', '_')}"
    registry.warm_own(variant)
    before = signatures(package)
    run(bout, jobs=1)
    return before, signatures(package)


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("name", "options"), [("even-groups/standard", (("side", 4),)), ("five-card-trick/final", (("rounds", 5),)), ("letter-hunt/gambit", ())]
)
def test_a_warm_bot_compiles_nothing_more(name: str, options: tuple[tuple[str, Any], ...]) -> None:
    bout = ArenaBout(name, "strong", "steady", 1, 3, options, SHORT)
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as fresh:
        before, after = fresh.submit(warm_and_play, bout).result()
    assert before == after
    assert any(before.values())
