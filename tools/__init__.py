"""The programs that the Makefile calls. `setup.py` needs only Python; the others run inside `.venv`."""
