"""Kernels: compiled when they are called and not before, alone and in one another, and kept where they can be, never stale."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from deathmatch.solve import kernel as kernels
from deathmatch.solve.kernel import Kernel, dense, followed, inner, kernel


@inner
def twice(number: int) -> int:
    """Taken into its callers."""
    return 2 * number


@dense
def more(number: float) -> float:
    return number + 0.5


@kernel
def total(count: int) -> float:
    """Calls both of the others."""
    sum_ = 0.0
    for number in range(count):
        sum_ += more(twice(number))
    return sum_


@kernel
def once(number: float) -> float:
    return number + 2


@kernel
def shared(number: int) -> int:
    return number + 1


def test_a_kernel_is_what_it_says_and_calls_others() -> None:
    assert total(4) == 2.0 * 6 + 2.0
    assert total.__name__ == "total"
    assert twice.__doc__ == "Taken into its callers."


def test_it_is_compiled_when_it_is_called_and_not_again_for_the_same_types() -> None:
    assert once.signatures == ()  # type: ignore[attr-defined]
    assert (once(1), once(2)) == (3, 4)
    assert len(once.signatures) == 1  # type: ignore[attr-defined]
    assert once(0.5) == 2.5
    assert len(once.signatures) == 2  # type: ignore[attr-defined]


def test_threads_that_call_it_first_share_what_is_compiled() -> None:
    with ThreadPoolExecutor(4) as pool:
        results = list(pool.map(lambda _: (shared(1), id(shared._dispatcher())), range(8)))  # type: ignore[attr-defined]
    assert {value for value, _ in results} == {2}
    assert len({number for _, number in results}) == 1
    assert isinstance(shared, Kernel)


def test_numba_is_not_loaded_before_a_kernel_is_called() -> None:
    """So that a bot which needs none, as `perfect` with a kept solution, answers at once in a new process."""
    modules = "deathmatch.games.five_card_trick.bot, deathmatch.games.guidance_rite.bot, deathmatch.games.even_groups.bot"
    code = f"import sys, {modules}; print('numba' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


PROGRAM = """
import logging, sys
logging.basicConfig(level=logging.INFO, format="%(message)s", stream=sys.stdout)
sys.path.insert(0, {folder!r})
import small
print(small.twice_and_one(3))
"""

MODULES = {
    "figures": "FACTOR = 2",
    "other": """
from deathmatch.solve.kernel import kernel
from figures import FACTOR

@kernel
def twice(number):
    return FACTOR * number
""",
    "small": """
import other
from deathmatch.solve.kernel import kernel

@kernel
def twice_and_one(number):
    return other.twice(number) + 1
""",
}
BOTH = ["compiling small.twice_and_one", "compiling other.twice"]


def compiled(folder: Path, seed: str = "0", **changed: str) -> list[str]:
    """What a new process prints that calls two kernels: which of them it compiles, and the result."""
    for name, text in {**MODULES, **changed}.items():
        (folder / f"{name}.py").write_text(text)
    environment = {**os.environ, "DEATHMATCH_KERNELS": str(folder / "kernels"), "PYTHONHASHSEED": seed}
    command = [sys.executable, "-B", "-c", PROGRAM.format(folder=str(folder))]
    return subprocess.run(command, capture_output=True, text=True, check=True, env=environment).stdout.splitlines()


@pytest.mark.nightly
def test_a_kernel_is_compiled_once_and_anew_when_what_it_uses_has_changed(tmp_path: Path) -> None:
    with ThreadPoolExecutor(3) as pool:
        at_once = list(pool.map(lambda seed: compiled(tmp_path, seed), "123"))
    assert {lines[-1] for lines in at_once} == {"7"}
    assert compiled(tmp_path) == ["7"]
    for file in (tmp_path / "kernels").iterdir():
        file.write_bytes(file.read_bytes()[:-1])  # cut off, as by a power cut
    assert compiled(tmp_path) == [*BOTH, "7"]
    assert compiled(tmp_path) == ["7"], "those that were cut off have been made again"
    assert compiled(tmp_path, figures="FACTOR = 3") == [*BOTH, "10"]
    assert compiled(tmp_path, other=MODULES["other"].replace("FACTOR *", "4 *")) == [*BOTH, "13"]


@pytest.mark.nightly
def test_the_kernels_of_all_games_have_the_same_stamps_in_every_process() -> None:
    program = """
import gc, pkgutil, importlib, deathmatch.games
from deathmatch.solve import kernel
for module in pkgutil.walk_packages(deathmatch.games.__path__, "deathmatch.games."):
    importlib.import_module(module.name)
for name in sorted({one.__module__ for one in gc.get_objects() if isinstance(one, kernel.Kernel)}):
    print(name, kernel._stamp(name))
"""

    def printed(seed: str) -> list[str]:
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, env=environment).stdout.split()

    assert printed("1") == printed("2")
    assert len(set(printed("1"))) > 20


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_person_who_waits_reads_one_line_unless_somebody_follows_or_it_is_switched_off(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    screen, names = Terminal(), list[str]()

    @kernel
    def new(number: float) -> float:
        return number

    monkeypatch.setattr(kernels, "folder", lambda: tmp_path)  # nothing is kept from an earlier run
    monkeypatch.setattr("sys.stderr", screen)
    monkeypatch.setenv(kernels.PROGRESS, "Off")
    assert new(1) == 1
    monkeypatch.delenv(kernels.PROGRESS)
    with followed(names.append):
        assert new(0.5) == 0.5
    assert screen.getvalue() == ""
    assert [name.rpartition(".")[2] for name in names] == ["new"]
    kernels._tell.cache_clear()
    assert [new(True), new((1, 2))] == [True, (1, 2)]  # type: ignore[arg-type]
    assert screen.getvalue() == "deathmatch: compiling code for its first use, which takes up to a minute\n"
