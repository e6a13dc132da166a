"""Records as the library reads them from files."""

from __future__ import annotations

from pathlib import Path

import pytest

import deathmatch
from deathmatch import RecordError

TEXT = "deathmatch 1\ngame five-card-trick/gauntlet\ntag EVENT Cup\nA resign\n"


def test_a_file_is_read_up_to_a_size(tmp_path: Path) -> None:
    (tmp_path / "m.dm").write_text(TEXT)
    assert str(deathmatch.read_record(tmp_path / "m.dm")) == TEXT.replace("EVENT", "event")
    with pytest.raises(RecordError, match="too large; it may have 60 bytes"):
        deathmatch.read_record(tmp_path / "m.dm", largest=60)
    with pytest.raises(RecordError, match="too large; it may have 60 bytes"):
        deathmatch.parse_record(TEXT, largest=60)
    with (tmp_path / "zeros.dm").open("wb") as file:
        file.truncate(10**11)
    with pytest.raises(RecordError, match="this line is too long"):
        deathmatch.read_record(tmp_path / "zeros.dm")
