"""`pip install deathmatch` alone installs no library. Rules and records work like that, and the rest names the extra that it needs."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib

import pytest

from deathmatch.core.extras import EXTRAS, naming_extras
from deathmatch.games import every
from tests.tooling.test_dependencies import declared, distributions, imported
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
        if not match.position.owing:
            match = match.deal(source)
        for seat in match.position.owing:
            decision = match.position.decision(seat)
            match = match.play(seat, decision.write(decision.sample(source)))
    record = dm.parse_record(str(match.record))
    assert record == match.record
    *_, last = dm.replay_record(record)
    assert last.over == match.over
    assert dm.load_encoding(game).num_distinct_actions > 1
    assert dm.render_svg(game.picture(last.view(dm.PUBLIC))).startswith("<svg")
    print(variant.id)
"""


def alone(code: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", ALONE + code], cwd=ROOT, capture_output=True, text=True, check=False)


def test_rules_and_records_of_every_variant_need_no_library() -> None:
    done = alone(MATCHES)
    assert done.stderr == ""
    assert done.stdout.split() == [variant.id for variant in every()]


@pytest.mark.parametrize(
    ("code", "library", "extra"),
    [
        ("dm.load_bot(dm.load_game('even-groups/standard'), 'steady')", "numpy", "study"),
        pytest.param("dm.list_bots(dm.load_game('letter-hunt/gambit'))", "numpy", "study", marks=pytest.mark.nightly),
        pytest.param("dm.solve_game", "numpy", "study", marks=pytest.mark.nightly),
        ("dm.render_png(dm.Scene(1, 1, '', ()))", "resvg_py", "study"),
        ("dm.render_gif([(dm.Scene(1, 1, '', ()), 100)])", "PIL", "study"),
        pytest.param("import deathmatch.openspiel", "numpy", "openspiel", marks=pytest.mark.nightly),
        ("import deathmatch.vector", "numpy", "study"),
        pytest.param("import deathmatch.gymnasium", "numpy", "pettingzoo", marks=pytest.mark.nightly),
        ("import deathmatch.study.plots.painting", "matplotlib", "plot"),
        pytest.param("import deathmatch.study.parquet", "numpy", "study", marks=pytest.mark.nightly),
        ("import deathmatch.pettingzoo", "numpy", "pettingzoo"),
        ("import deathmatch.cluster.dask_pool", "distributed", "cluster"),
    ],
)
def test_the_error_names_the_extra(code: str, library: str, extra: str) -> None:
    done = alone(code)
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1] == f"ModuleNotFoundError: {library} is not installed; pip install 'deathmatch[{extra}]' installs it"


def test_the_program_names_the_extra_of_its_commands() -> None:
    done = alone("from deathmatch.cli.program import main; main()")
    assert (done.returncode, done.stderr) == (1, "deathmatch: typer is not installed; pip install 'deathmatch[cli]' installs it\n")


def test_another_missing_module_is_no_extra() -> None:
    with pytest.raises(ModuleNotFoundError, match=r"^No module named 'nonsense'$"), naming_extras():
        __import__("nonsense")


def test_every_library_has_the_extra_that_installs_it() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    for library, extra in EXTRAS.items():
        (distribution,) = distributions(frozenset({library})) if library != "pyspiel" else {"open-spiel"}
        names = {re.sub(r"[-_.]+", "-", re.split(r"[\[<>=~! ]", line)[0]).lower() for line in extras[extra]}
        assert distribution in names, library


def test_the_package_alone_asks_for_nothing_and_every_import_has_its_extra() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert project["dependencies"] == []
    foreign = imported("src/") - sys.stdlib_module_names - {"deathmatch"}
    assert foreign - set(EXTRAS) == set()
    assert distributions(foreign) <= declared()
