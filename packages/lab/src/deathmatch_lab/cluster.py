"""Tasks on a Dask cluster, in the place of this machine's processes (docs/cluster.md).

A task travels as the name of its function and its pickled arguments, and its result comes back the same way; no code travels. Dask does the
task of a lost worker again on another one. A worker with another stamp is refused: it could have other results. Only this module imports
`distributed`.
"""

from __future__ import annotations

import logging
import pickle
import platform
from asyncio import CancelledError
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import CancelledError as Cancelled
from concurrent.futures import Future
from contextlib import contextmanager
from functools import cache, partial
from gc import collect
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from itertools import count
from pathlib import Path
from threading import Lock
from typing import Any, Final, TypeAlias, TypeVar
from uuid import uuid4

import deathmatch
from deathmatch.core.errors import DeathmatchError
from deathmatch.core.extras import naming
from deathmatch_lab.pooling import PoolError

with naming("deathmatch-lab[cluster]"):
    from distributed import Client, KilledWorker, get_worker

Stamp: TypeAlias = Mapping[str, str]
"""A version for each name, of everything on which the digits of a result depend; equal on machines that make the same results."""

LIBRARIES: Final = ("numpy", "numba")
CODE: Final = "the code of deathmatch"


@cache
def stamp() -> Stamp:
    """The stamp of this process."""
    versions = {"deathmatch": deathmatch.__version__, "Python": ".".join(platform.python_version_tuple()[:2])}
    for library in LIBRARIES:
        try:
            versions[library] = version(library)
        except PackageNotFoundError:
            versions[library] = "none"
    return {**versions, CODE: _digest()}


def _digest() -> str:
    """Digest of the files of the house and of this package: two working trees can carry the same version number."""
    digest = sha256()
    for folder in (Path(deathmatch.__file__).parent, Path(__file__).parent):
        for file in sorted(folder.rglob("*.py")):
            digest.update(file.relative_to(folder).as_posix().encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()[:12]


def difference(ours: Stamp, theirs: Stamp) -> str:
    """Where a worker differs from this machine, in words; empty if it does not."""
    parts = [f"{name} is {theirs.get(name, 'none')} there and {ours[name]} here" for name in ours if theirs.get(name) != ours[name]]
    return ", ".join(parts)


# --- On a worker


_ONE: Final = Lock()
"""Held by the task of this process: bots need not be fit for several threads."""


def do(payload: bytes, theirs: Stamp) -> Any:
    """The result of a task.

    Args:
        payload: the function and its arguments, pickled; functions and classes by their names alone.
        theirs: the stamp of the machine that wants the result.

    Raises: PoolError if this worker cannot do it; every error of the task that is not of our own kind, as it is.
    """
    if different := difference(theirs, stamp_of_worker()):
        raise PoolError(refusal(get_worker().address, different))
    try:
        task, arguments = pickle.loads(payload)  # noqa: S301 - who reaches the scheduler may run code anyway
        with _ONE:
            return task(*arguments)
    except (ImportError, AttributeError, DeathmatchError) as error:
        if isinstance(error, AttributeError) and "Can't get attribute" not in str(error):
            raise
        raise PoolError(f"worker {get_worker().address}: {error}{_hint(error)}") from None


def stamp_of_worker() -> Stamp:
    """The stamp of the worker that is asked."""
    return stamp()


def refusal(worker: str, different: str) -> str:
    """The text of an error: this worker differs from the machine that hands over tasks."""
    return f"worker {worker} is refused: {different}; install the same version on all machines"


def _hint(error: Exception) -> str:
    if isinstance(error, (ImportError, AttributeError, LookupError)):
        return "; bots and games that do not come with deathmatch must be installed on every worker"
    return ""


# --- On this machine


R = TypeVar("R")

PATIENCE_S: Final = 5
"""Seconds for a scheduler to answer, and for the first worker to come."""


class DaskPool:
    """The workers of a cluster.

    Args:
        client: the connection to its scheduler.

    Attributes:
        width: how many tasks are done at a time, as of the connection; workers who come later help too.
    """

    def __init__(self, client: Any) -> None:
        self._client = client
        self.width = max(1, len(client.nthreads()))
        self._name = f"deathmatch-{uuid4().hex}"
        self._numbers = count()

    def submit(self, task: Callable[..., R], /, *arguments: Any) -> Future[R]:
        """Have a task done by a worker. Raises PoolError if it cannot be sent; the future raises it if no worker could do it."""
        try:
            payload = pickle.dumps((task, arguments))
        except (pickle.PicklingError, AttributeError, TypeError) as error:
            raise PoolError(f"this cannot be sent to a worker: {error}") from None
        future: Future[R] = Future()
        key = f"{self._name}-{next(self._numbers)}"
        remote = self._client.submit(do, payload, stamp(), key=key, pure=False)
        future.add_done_callback(partial(_take_back, remote))
        remote.add_done_callback(partial(_settle, future))
        return future


def _take_back(remote: Any, future: Future[Any]) -> None:
    """Cancel a task that its caller has cancelled."""
    if future.cancelled():
        remote.release()  # in order with its submission, which `remote.cancel` may overtake


def _settle(future: Future[Any], remote: Any) -> None:
    """Give a task's result to its caller; the cluster may forget it."""
    if not future.set_running_or_notify_cancel():
        return
    try:
        result = remote.result()
    except (CancelledError, Cancelled):
        future.set_exception(PoolError("the connection to the Dask scheduler was lost; start it, and give the command again"))
    except KilledWorker as error:
        died = f"{error.allowed_failures + 1} workers died of one task; the last was {error.last_worker.address}"
        future.set_exception(PoolError(f"{died}; its log says why, which is often too little memory"))
    except BaseException as error:  # of the task, as a local process hands it on
        future.set_exception(error)
    else:
        future.set_result(result)
    finally:
        remote.release()


@contextmanager
def connected(address: str) -> Iterator[DaskPool]:
    """The cluster whose scheduler has this address, until the block ends; tasks that are not done by then are cancelled.

    Raises: PoolError if nobody answers within some seconds, or if a worker has another version.
    """
    with _quiet():
        client = _client(address)
        try:
            _check(client, address)
            yield DaskPool(client)
        finally:
            client.close(timeout=PATIENCE_S)


@contextmanager
def _quiet() -> Iterator[None]:
    """Dask logs each lost connection with all calls that led to it; a PoolError says so in a line."""
    logger = logging.getLogger("distributed.client")
    before = logger.level
    logger.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        logger.setLevel(before)


def _client(address: str) -> Any:
    try:
        connect: Any = Client  # which has no annotations
        return connect(address, timeout=PATIENCE_S, set_as_default=False, name="deathmatch")
    except (OSError, ValueError, TypeError, RuntimeError) as error:
        reason = str(error)
    # A client that could not connect closes itself when it is collected; within the start of another one it would wait for itself forever.
    collect()
    raise PoolError(
        f"no Dask scheduler answers at {address}: {reason}; expected the address that `dask scheduler` prints, such as tcp://HOST:8786"
    )


def _check(client: Any, address: str) -> None:
    """Raises PoolError if there is no worker, or if the scheduler or a worker is not like this machine."""
    try:
        client.wait_for_workers(1, timeout=PATIENCE_S)
    except TimeoutError:
        raise PoolError(f"the Dask scheduler at {address} has no workers; start some with `dask worker {address}`") from None
    ours = stamp()
    # The first question is one that an installation without our code can answer too.
    for where, theirs in {**client.run(version, "deathmatch", on_error="return"), **_of_scheduler(client)}.items():
        if isinstance(theirs, Exception):
            raise PoolError(f"deathmatch is not installed on {where}; pip install 'deathmatch-lab[cluster]' installs it")
        if theirs != ours["deathmatch"]:
            raise PoolError(refusal(where, f"deathmatch is {theirs} there and {ours['deathmatch']} here"))
    for worker, theirs in client.run(stamp_of_worker, on_error="return").items():
        if isinstance(theirs, Exception):
            raise PoolError(f"worker {worker} is refused: {theirs}")
        if different := difference(ours, theirs):
            raise PoolError(refusal(worker, different))


def _of_scheduler(client: Any) -> Mapping[str, Any]:
    """The scheduler's version of deathmatch by its name, or the error."""
    try:
        return {"the scheduler": client.run_on_scheduler(version, "deathmatch")}
    except ModuleNotFoundError as error:
        return {"the scheduler": error}
