"""Machinery of solvers that no game knows: matrix games in lanes, coded numbers, and large arrays that are unpacked once."""
