"""A worker's side: it does tasks that `dask_pool.py` hands over, and refuses those of another version."""

from __future__ import annotations

import pickle
from contextlib import nullcontext
from threading import Lock
from typing import Any, Final

from distributed import get_worker

from deathmatch.cluster.stamp import Stamp, difference, stamp
from deathmatch.core.errors import DeathmatchError
from deathmatch.core.pooling import PoolError

_ONE: Final = Lock()
"""Held by a task that must be alone in its process: bots need not be fit for several threads."""


def do(payload: bytes, theirs: Stamp, alone: bool) -> Any:
    """The result of a task.

    Args:
        payload: the function and its arguments, pickled; functions and classes by their names alone.
        theirs: the stamp of the machine that wants the result.
        alone: whether no other task may run in this process meanwhile.

    Raises: PoolError if this worker cannot do it; every error of the task that is not of our own kind, as it is.
    """
    if different := difference(theirs, stamp()):
        raise PoolError(refusal(get_worker().address, different))
    try:
        task, arguments = pickle.loads(payload)  # noqa: S301 - who reaches the scheduler may run code anyway
        with _ONE if alone else nullcontext():
            return task(*arguments)
    except (ImportError, AttributeError, DeathmatchError) as error:
        if isinstance(error, AttributeError) and "Can't get attribute" not in str(error):
            raise
        raise PoolError(f"worker {get_worker().address}: {error}{_hint(error)}") from None


def stamp_of_worker() -> Stamp:
    """The worker's own stamp."""
    return stamp()


def refusal(worker: str, different: str) -> str:
    """The text of an error: this worker differs from the machine that hands over tasks."""
    return f"worker {worker} is refused: {different}; install the same version on all machines"


def _hint(error: Exception) -> str:
    if isinstance(error, (ImportError, AttributeError, LookupError)):
        return "; bots and games that do not come with deathmatch must be installed on every worker"
    return ""
