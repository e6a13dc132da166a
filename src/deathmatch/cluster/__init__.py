"""Tasks on a Dask cluster, in the place of this machine's processes (docs/cluster.md).

`dask_pool.py` is this machine's side: a `core.pooling.Pool`. `on_worker.py` is the side of a worker, and `stamp.py` has the versions on
which both must agree. Only this package imports `distributed`, and only `cli` imports this package.
"""
