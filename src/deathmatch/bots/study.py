"""A variant's advisor and generator, found as its bots are: by the capabilities `advise` and `generator`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from deathmatch import games
from deathmatch.bots import solution_folder
from deathmatch.core import bots, errors, generating, letters
from deathmatch.core.game import AnyGame, Resources, Variant
from deathmatch.core.reviewing import AnyAdvisor, AnyMatchHistory, BetterMove, Chart, Lengthy, Moment, Review, Thorough, Verdict, few
from deathmatch.match.record import Record
from deathmatch.match.replay import match_history


def advisor(variant: Variant, game: AnyGame, resources: Resources | None = None) -> AnyAdvisor:
    """The advisor for a game that is bound already, equipped if it asks for it.

    Raises: UnknownNameError if the variant has none; PluginError if it cannot be loaded.
    """
    made: AnyAdvisor | None = games.made_by(variant, "advise", game)
    if made is None:
        raise errors.UnknownNameError(f"matches of {variant.id} cannot be reviewed: the variant has no advisor{having('advise')}")
    if isinstance(made, bots.SolutionUser):
        made = made.consult(solution_folder.solution_folders()) or made
    return made.equip(resources) if resources is not None and isinstance(made, bots.ResourceUser) else made


def generator(variant: Variant, game: AnyGame) -> generating.AnyGenerator:
    """The generator of a game that is bound already.

    Raises: UnknownNameError if the variant has none; PluginError if it cannot be loaded.
    """
    made: generating.AnyGenerator | None = games.made_by(variant, "generator", game)
    if made is None:
        raise errors.UnknownNameError(f"{variant.id} has no board generator, because it does not start from a board")
    return made


def having(capability: str) -> str:
    """The end of a sentence that says which variants have this capability."""
    return f"; these variants have one: {', '.join(variant.id for variant in games.every() if variant.has(capability))}"


def warm(variant: Variant) -> None:
    """Have ready what the advisor and the study of a variant compile or load under the default options."""
    _, game = variant.bind({})
    made = [advisor(variant, game)] if variant.has("advise") else []
    for one in (*made, games.made_by(variant, "study", game)):
        if isinstance(one, bots.Warmable):
            one.warm()


@dataclass(frozen=True, slots=True)
class MatchRemark:
    """A remark with its place in the match (core.reviewing.Remark).

    Attributes:
        event, ply: of the event, as in `core.reviewing.Moment`.
        line: the event as it stands in the record: `A score grow`.
        seat: who is spoken of; None for a deal.
        verdict, words, value, better, turning: of the remark.
    """

    event: int
    ply: int
    line: str
    seat: str | None
    verdict: Verdict
    words: str
    value: float | None
    better: tuple[BetterMove, ...]
    turning: bool


@dataclass(frozen=True, slots=True)
class MatchDecision:
    """One decision of a match in figures.

    Attributes:
        event, ply, line, seat: as in `MatchRemark`.
        value: the value for A once the question was answered by all, from 0 to 1, in the measure of the chart; B has the rest.
        low, high: from where to where that lies by its error; both are the value itself if it is exact.
        given: the part of the seat's chance to win that the decision gave away; None if it was not judged.
    """

    event: int
    ply: int
    line: str
    seat: str
    value: float
    low: float
    high: float
    given: float | None


@dataclass(frozen=True, slots=True)
class MatchReview:
    """A review as it is read, on paper and on pages: with the players' names in its words. Plain data for JSON (docs/api.md)."""

    summary: tuple[str, ...]
    chart: Chart | None
    remarks: tuple[MatchRemark, ...]
    decisions: tuple[MatchDecision, ...]


def look_back(
    record: Record, budget: bots.Budget, resources: Resources | None = None, *, longer: bots.Budget | None = None, thorough: bool = False
) -> MatchReview:
    """What there is to say about a finished match.

    Args:
        record: the match.
        budget: the thinking time.
        resources: for an advisor that asks for them.
        longer: the thinking time if the advisor says that the match needs more than others; the same if None.
        thorough: whether the advisor may take gigabytes of memory.

    Raises: LookupError if the variant has no advisor, match.replay.UnfinishedError if the match is not over.
    """
    reviewer = advisor(record.variant, record.header.game(), resources)
    if thorough and isinstance(reviewer, Thorough):
        reviewer = reviewer.thorough()
    history = match_history(record)
    asked: object = reviewer
    if longer is not None and isinstance(asked, Lengthy) and asked.lengthy(history):
        budget = longer
    people = {seat.value: name for seat, name in record.header.people.items()}
    return _named(reviewer.review(history, budget), history, people)


def _filled(chart: Chart, fill: Callable[[str], str]) -> Chart:
    top, middle, bottom = chart.scale
    return replace(chart, caption=fill(chart.caption), scale=(fill(top), fill(middle), fill(bottom)), margin=fill(chart.margin))


def _named(review: Review, history: AnyMatchHistory, people: Mapping[str, str]) -> MatchReview:
    def fill(words: str) -> str:
        return letters.filled(words, people)

    remarks = []
    for remark in few(review.remarks):
        moment = history.moments[remark.event - 1]
        better = tuple([replace(one, words=fill(one.words), told=fill(one.told)) for one in remark.better])
        place = (moment.event, moment.ply, _line(moment), remark.seat)
        remarks.append(MatchRemark(*place, remark.verdict, fill(remark.words), remark.value, better, remark.turning))
    chart = review.chart and _filled(review.chart, fill)
    return MatchReview(tuple(fill(line) for line in review.summary), chart, tuple(remarks), tuple(_decisions(review, history)))


def _line(moment: Moment[Any]) -> str:
    return f"{moment.actor} {moment.text}"


def _decisions(review: Review, history: AnyMatchHistory) -> Iterator[MatchDecision]:
    """Every decision that the chart comes to, in figures."""
    if review.chart is None:
        return
    given, settled = dict(review.given), {moment.ply: moment.event for moment in history.moments}
    for moment in history.moments:
        if moment.seat is not None and moment.event <= review.chart.points[-1][0]:
            value, low, high = review.chart.at(settled[moment.ply])
            yield MatchDecision(moment.event, moment.ply, _line(moment), moment.seat, value, low, high, given.get(moment.event))
