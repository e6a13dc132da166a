"""Variants with a generator: what it makes may be dealt, is the same from the same source, and can be changed by hand."""

from __future__ import annotations

import contextlib

import pytest

from deathmatch.bots import study
from deathmatch.core.chance import RandomSource
from deathmatch.core.errors import Illegal, Malformed
from deathmatch.core.game import Deals, Variant
from deathmatch.core.generating import AnyGenerator
from deathmatch.games import every
from deathmatch.match.dealer import HmacSource
from tests import scene_checks

VARIANTS = [variant for variant in every() if variant.has("generator")]
each_variant = pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: str(variant.id))
CHANGES = 12  # in a row, each picked at random


def source(seed: int) -> RandomSource:
    return HmacSource(b"generating", str(seed))


def made(variant: Variant) -> AnyGenerator:
    return study.generator(variant, variant.bind({})[1])


def test_some_variant_has_one_and_others_say_that_they_have_none() -> None:
    assert VARIANTS
    other = next(variant for variant in every() if not variant.has("generator"))
    with pytest.raises(LookupError, match=f"{other.id} has no board generator"):
        made(other)


@each_variant
def test_what_is_made_may_be_dealt_reads_back_and_is_named_by_its_source(variant: Variant) -> None:
    generator, game = made(variant), variant.bind({})[1]
    deals = [generator.make(source(seed)) for seed in (1, 1, 2)]
    assert deals[0] == deals[1] != deals[2]
    pending = game.pending(game.start())
    assert isinstance(pending, Deals)
    for deal in deals[1:]:
        text = generator.write(deal)
        assert text.startswith(f"{pending.chance.name} ")
        assert generator.read(text) == generator.read(text.lower()) == deal == pending.chance.read(text)
        pending.chance.check(deal)
        generator.check(deal)
        assert game.deal(game.start(), deal) != game.start()
        assert len(generator.plain(deal).splitlines()) > 1
        scene_checks.check(generator.picture(deal))


@each_variant
def test_every_change_that_is_offered_leads_to_a_deal_that_can_be_read_and_shown(variant: Variant) -> None:
    generator = made(variant)
    deal, chance = generator.make(source(3)), source(4)
    assert generator.compose(deal, ()).whole == generator.write(deal)
    allowed = 0
    for _ in range(CHANGES):
        prefix: tuple[str, ...] = ()
        step = generator.compose(deal, prefix)
        while not prefix or step.whole is None:
            labels = [choice.label for choice in step.choices]
            assert len(set(labels)) == len(labels)
            lit = {choice.slot for choice in step.choices} - {None}
            assert lit <= {element.slot for element in generator.picture(deal, prefix).elements}
            prefix = (*prefix, chance.choice(step.choices).token)
            step = generator.compose(deal, prefix)
            assert step.prompt
        changed = generator.read(step.whole)
        assert generator.write(changed) == step.whole
        assert changed != deal
        scene_checks.check(generator.picture(changed, prefix))
        deal = changed
        with contextlib.suppress(Illegal):  # it may be forbidden for a while
            generator.check(deal)
            allowed += 1
    assert allowed


@each_variant
def test_a_change_that_was_not_offered_is_refused(variant: Variant) -> None:
    generator = made(variant)
    deal = generator.make(source(5))
    first = generator.compose(deal, ()).choices[0].token
    for prefix in (("no-such-token",), (first, "no-such-token"), (first, first)):
        with pytest.raises(Malformed):
            generator.compose(deal, prefix)
