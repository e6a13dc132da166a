"""The catalogues of the laboratory's own sentences (docs/languages.md)."""
