"""Errors are three kinds that never mix, and a refusal's text ends in its rule."""

from __future__ import annotations

import pickle

import pytest

from deathmatch.core.errors import Illegal, Malformed, OptionError, PluginError, Refusal, Rule, UnsolvableError

R5 = Rule("blind-mice", 5)


@pytest.mark.parametrize("refusal", [Malformed("no mouse here", R5, 3), Illegal("no mouse here", R5), Refusal("no mouse here", R5)])
def test_a_refusal_ends_in_its_rule(refusal: Refusal) -> None:
    assert str(refusal) == "no mouse here (blind-mice R5)"
    assert (refusal.reason, refusal.rule) == ("no mouse here", R5)


def test_the_kinds_never_mix() -> None:
    assert not issubclass(Malformed, Illegal)
    assert not issubclass(Illegal, Malformed)
    assert not issubclass(OptionError, Refusal)
    assert not issubclass(Refusal, OptionError)
    for kind in (Refusal, OptionError):
        assert issubclass(kind, ValueError)
        assert not issubclass(kind, AssertionError)


def test_an_option_error_names_the_keys_at_fault() -> None:
    error = OptionError("max is below min", "max", "min")
    assert (str(error), error.reason, error.keys) == ("max is below min", "max is below min", ("max", "min"))
    assert OptionError("no").keys == ()


def test_a_package_that_cannot_be_loaded_is_reported_by_another_process_too() -> None:
    for error in (PluginError("blind-mice", "mice", "no cheese"), PluginError("blind-mice", "", "no cheese")):
        again = pickle.loads(pickle.dumps(error))
        assert (str(again), again.name, again.package, again.cause) == (str(error), error.name, error.package, error.cause)
    assert str(PluginError("blind-mice", "mice", "no cheese")) == "blind-mice of the package mice cannot be loaded: no cheese"


def test_an_unsolved_position_says_why() -> None:
    assert UnsolvableError("ten mice at most can be solved").reason == "ten mice at most can be solved"
