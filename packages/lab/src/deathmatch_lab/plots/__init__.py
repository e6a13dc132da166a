"""Plots of studies (docs/plots.md): made of tables and records as data (`core/plotting.py`), and painted as SVG or PNG."""
