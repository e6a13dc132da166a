"""Rules and records load no library, so that `import deathmatch` stays light; a library that is missing is named with its package."""

from __future__ import annotations

import subprocess
import sys

from deathmatch.games import every
from tools.conventions import ROOT

ALONE = """
import sys

class Nothing:
    def find_spec(self, name, path=None, target=None):
        top = name.partition(".")[0]
        if top not in sys.stdlib_module_names and top not in ("deathmatch", "_sysconfigdata__linux_x86_64-linux-gnu"):
            raise ModuleNotFoundError(f"No module named {top!r}", name=top)

sys.meta_path.insert(0, Nothing())
import deathmatch as dm
"""
"""A Python in which no module of a third party can be imported."""

MATCHES = """
for variant in dm.list_variants():
    game = dm.load_game(variant.id)
    source = dm.random_source(7)
    match = dm.Playthrough.start(game)
    for _ in range(40):
        if match.over is not None:
            break
        if match.position.actors == ("host",):
            match = match.play("host", match.position.decision(dm.HOST).sample(source))
        elif match.position.actors == ("deal",):
            match = match.deal(source)
        for seat in match.position.owing:
            decision = match.position.decision(seat)
            match = match.play(seat, decision.write(decision.sample(source)))
    record = dm.parse_record(str(match.record))
    assert record == match.record
    *_, last = dm.replay_record(record)
    assert last.over == match.over
    assert dm.render_svg(game.picture(last.view(dm.PUBLIC))).startswith("<svg")
    print(variant.id)
"""


def alone(code: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", ALONE + code], cwd=ROOT, capture_output=True, text=True, check=False)


def test_rules_and_records_of_every_variant_need_no_library() -> None:
    done = alone(MATCHES)
    assert done.stderr == ""
    assert done.stdout.split() == [variant.id for variant in every()]


def test_the_program_names_it_without_a_traceback() -> None:
    missing = "(_ for _ in ()).throw(m.plugins.MissingLibraryError('x is missing'))"
    code = f"from deathmatch.cli import main as m\nm.app = lambda: {missing}\nm.main()"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (1, "deathmatch: x is missing\n")
