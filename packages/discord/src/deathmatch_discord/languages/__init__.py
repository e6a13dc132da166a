"""The catalogues of this package (`core/catalogues.py` of the house)."""
