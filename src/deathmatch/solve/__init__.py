"""General algorithms, one file each: nothing here knows a game. Modules with kernels import numba; import them on demand."""
