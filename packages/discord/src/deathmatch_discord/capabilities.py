"""What this package adds to the house (`deathmatch.core.plugins`)."""

from __future__ import annotations

from typing import Final

TABLE: Final = {
    "command.discord": "deathmatch_discord.command:COMMAND",
    "languages.discord": "deathmatch_discord.languages",
    "sign-in.discord": "deathmatch_discord.signing:SIGN_IN",
}
