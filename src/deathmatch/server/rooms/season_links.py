"""The secret links of seasons, series and their tables, as their hosts find them again: sealed with the server's key in a season's log."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import structs

from deathmatch.server.seasons.entries import Opened, Rule
from deathmatch.server.seasons.season import Played, Season, player_of
from deathmatch.server.vault import Vault


class SeasonLinks:
    """Seals links and opens them again."""

    def __init__(self, vault: Vault) -> None:
        self._vault = vault

    def seal(self, links: Mapping[str, str], owner: str) -> dict[str, str]:
        """These links, role -> link, of a match or a season, sealed."""
        return {role: self._vault.seal(link.encode(), _place(role, owner)) for role, link in links.items()}

    def _open(self, sealed: Mapping[str, str], owner: str) -> dict[str, str]:
        return {role: self._vault.unseal(text, _place(role, owner)).decode() for role, text in sealed.items()}

    def of_match(self, match: Played) -> dict[str, str]:
        """Those of a match's table, by their roles."""
        return self._open(match.links, match.match)

    def claim(self, link: str) -> str:
        """The claim of a player of a series on the seat behind this link: the same on all their devices, and only theirs."""
        return self._vault.alias(f"claim {link}") + self._vault.alias(f"claim, second half {link}")

    def of_players(self, rule: Rule | None, season: Season) -> dict[int, str]:
        """Those of the players of a series, by their numbers."""
        return {} if rule is None else {season.same(player_of(role)): link for role, link in self._open(rule.links, season.id).items()}

    def seal_viewers(self, entry: Opened, link: str, season: str) -> Opened:
        """The first entry of a season with the link of its viewers."""
        sealed = self._vault.seal(link.encode(), f"viewer {season}")
        return structs.replace(entry, viewer=sealed)

    def shared(self, season: Season) -> str:
        """The link in addresses that people copy: it lets everybody look, and do nothing."""
        return season.id if season.public else self.of_viewers(season)

    def of_viewers(self, season: Season) -> str:
        """The link of the viewers."""
        return self._vault.unseal(season.viewer, f"viewer {season.id}").decode()


def _place(role: str, owner: str) -> str:
    """The place for which a link is sealed."""
    return f"link {role} {owner}"
