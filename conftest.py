"""What all tests share.

One folder of compiled kernels, so that a server of a test need not compile them into a folder of its own; `pytest --game blind-mice`,
for the tests of one game alone, so that its author need not wait for the others; and `pytest --store postgres`, for servers that keep their
matches in a PostgreSQL wherever a test gives them a folder.
"""

from __future__ import annotations

import gc
import os
from collections.abc import Generator, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

from deathmatch.core.plugins import VARIABLE as PLUGINS
from deathmatch.games import GAMES
from deathmatch.solve.kernel import PROGRESS, VARIABLE
from tests import chosen, once, variants

if TYPE_CHECKING:
    from deathmatch.server.rooms.others import OtherProcesses
    from deathmatch.server.store.interface import Store
    from packages.postgres.tests.clusters import Cluster

NIGHTLY: Final = "nightly"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--game", action="append", default=[], metavar="NAME", help="only the cases of this game; may be given several times")
    parser.addoption(
        "--store",
        choices=["sqlite", "postgres"],
        default="sqlite",
        help="where the servers of all tests keep their matches; with postgres, tests of SQLite's file are left out",
    )
    parser.addoption("--every-variant", action="store_true", help="tests have all variants by day where they have one of each game else")
    parser.addoption("--compiled", action="store_true", help="compile kernels by day too where tests run them as Python")


def pytest_configure(config: pytest.Config) -> None:
    """For this process and all that it starts."""
    os.environ.setdefault(PROGRESS, "off")  # on a slow machine lines of progress would be among the words that tests expect
    os.environ.setdefault(VARIABLE, str(Path(__file__).parent / ".venv" / "kernels"))
    chosen.names[:] = config.getoption("--game") or []
    os.environ[PLUGINS] = "off" if set(chosen.names) <= set(GAMES) else "on"  # an installed game is judged only if it is named
    if config.getoption("numprocesses", None) and not hasattr(config, "workerinput"):
        folders = [Path(__file__).parent / folder for folder in config.getini("testpaths")]
        once.rewrite(config, sorted(file for folder in folders for file in folder.rglob("test_*.py")))
    if hasattr(config, "workerinput") and hasattr(os, "fork"):
        once.compile_kernels(Path(os.environ[VARIABLE]))


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Nearly all that collection makes stays to the end, so no search for garbage looks at it, neither meanwhile nor in the tests.

    Tests make fewer objects than a search for them is worth after every 700, as Python has it.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.set_threshold(10_000, 10, 20)
        gc.enable()


@pytest.hookimpl(tryfirst=True)
def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """By day no item is made for a case of the night: every worker would make four thousand of them and leave them out again.

    A test marked `one_variant` has a variant of each game by day, and the others by night.
    """
    day, whole = _by_day(metafunc.config), metafunc.parametrize
    few = metafunc.definition.get_closest_marker("one_variant") is not None and not metafunc.config.getoption("--every-variant")
    own = metafunc.definition.get_closest_marker(NIGHTLY) is not None
    if not day and not few:
        return

    def chosen_cases(names: str | Sequence[str], values: Iterable[Any], *more: Any, **settings: Any) -> None:
        alone = len(names.split(",") if isinstance(names, str) else names) == 1
        every = [variants.by_night(value, metafunc.definition.nodeid, alone=alone) for value in values] if few else list(values)
        kept = [] if own else [value for value in every if not _of_the_night(value)]
        if day and len(kept) < len(every) and not isinstance(settings.get("ids"), Sequence):
            every = kept or every[:1]  # a test of the night alone keeps one case, which is left out by its marker
            settings.pop("_param_mark", None)  # pytest keeps the names of all cases there, for the next test with the same mark
        whole(names, every, *more, **settings)

    metafunc.parametrize = chosen_cases  # type: ignore[method-assign, assignment]


def _by_day(config: pytest.Config) -> bool:
    return bool(config.getoption("markexpr").startswith(f"not {NIGHTLY}"))


@pytest.fixture
def plain_by_day(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """By day kernels run as the Python functions that they are made from: a few small matches take less time than a compiler.

    `make nightly` runs the same tests with `--compiled`.
    """
    if _by_day(request.config) and not request.config.getoption("--compiled"):
        from tests import plain

        monkeypatch.setattr("deathmatch.solve.kernel.Kernel.__call__", plain.call)


def _of_the_night(value: Any) -> bool:
    """Whether a case is one of `pytest.param(..., marks=pytest.mark.nightly)`."""
    return isinstance(value, type(pytest.param())) and any(getattr(mark, "name", "") == NIGHTLY for mark in value.marks)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--store") == "postgres":
        left_out = [item for item in items if item.get_closest_marker("sqlite")]
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if not item.get_closest_marker("sqlite")]
    if chosen.names:
        left_out = [item for item in items if not _of_a_chosen_game(item.nodeid)]
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if _of_a_chosen_game(item.nodeid)]


def _of_a_chosen_game(nodeid: str) -> bool:
    """Whether a test stands in the folder of the game, or is a case of it."""
    path, _, case = nodeid.partition("[")
    return any(f"games/{name.replace('-', '_')}/" in path or name in case for name in chosen.names)


@pytest.fixture(scope="session")
def cluster(request: pytest.FixtureRequest) -> Iterator[Cluster]:
    """A PostgreSQL for this process of pytest. It does not wait for the disk: a test that kills it makes one of its own.

    With `--store postgres` it waits, because servers warn of one that does not, and some tests want a log without warnings.
    """
    from packages.postgres.tests.clusters import Cluster, NoPostgres

    try:
        it = Cluster(durable=request.config.getoption("--store") == "postgres")
    except NoPostgres as error:
        pytest.fail(str(error), pytrace=False)
    yield it
    it.close()


@pytest.fixture(scope="session")
def template(cluster: Cluster) -> Iterator[str]:
    """The name of a database with our tables and nothing in them."""
    from packages.postgres.tests.clusters import migrated

    with cluster.database() as name:
        migrated(cluster.url(name))
        yield name


@pytest.fixture
def database(cluster: Cluster, template: str) -> Iterator[str]:
    """The address of a database with our tables, for one test."""
    with cluster.database(template) as name:
        yield cluster.url(name)


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.nightly)])
def stored(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """The servers of a test keep their matches in a file, or in a PostgreSQL."""
    if request.param == "postgres":
        _keep_in(request.getfixturevalue("database"), request, monkeypatch)
    else:
        monkeypatch.undo()


@pytest.fixture(autouse=True)
def store_of_all(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """With `--store postgres` the same for every test."""
    if request.config.getoption("--store") == "postgres":
        _keep_in(request.getfixturevalue("database"), request, monkeypatch)


def _keep_in(database: str, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have servers without an address keep their matches in PostgreSQL.

    Those in other processes keep them in this database, those of this process in one for each data folder; the first folder gets this one.
    """
    from deathmatch.server import running
    from deathmatch.server.rooms import others
    from deathmatch.server.web import app

    real, known = others.open_store, dict[Path, str]()
    cluster, template = request.getfixturevalue("cluster"), request.getfixturevalue("template")

    def url_of(folder: Path) -> str:
        if folder not in known:
            known[folder] = database
            if len(known) > 1:
                context = cluster.database(template)
                known[folder] = cluster.url(context.__enter__())
                request.addfinalizer(lambda: context.__exit__(None, None, None))
        return known[folder]

    async def open_store(folder: Path, address: str = "", *args: Any, **more: Any) -> tuple[Store, OtherProcesses]:
        return await real(folder, address or url_of(folder), *args, **more)

    monkeypatch.setenv("DEATHMATCH_STORE", database)
    for module in (running, app):
        monkeypatch.setattr(module, "open_store", open_store)
