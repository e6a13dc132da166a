"""A host lays a deal out by hand before it is due: it is generated, changed step by step, and checked. Only the page keeps it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from secrets import token_bytes

from deathmatch.bots import study
from deathmatch.core.errors import Illegal
from deathmatch.core.game import AnyGame, Variant
from deathmatch.match.dealer import HmacSource
from deathmatch.server.wire import frames, problems
from deathmatch.server.wire.bodies import Sketch


def sketch(variant: Variant, game: AnyGame, names: Mapping[str, str], deal: str, prefix: Sequence[str]) -> Sketch:
    """A deal on the workbench after some tokens; a fresh one for an empty text.

    Raises Malformed for text that is no deal and tokens that were not offered, and a Problem if the variant has no generator.
    """
    try:
        made = study.generator(variant, game)
    except LookupError as error:
        raise problems.wrong(str(error.args[0])) from None
    before = made.read(deal) if deal else made.make(HmacSource(token_bytes(32), "sketch"))
    step = made.compose(before, tuple(prefix))
    after = before if step.whole is None else made.read(step.whole)
    answer = Sketch(made.write(before), frames.Picture(made.picture(after, prefix), names).svg(), frames.step(step, prefix, names))
    try:
        made.check(after)
    except Illegal as why:
        answer.problem, answer.rule = why.reason, str(why.rule)
    return answer
