"""What the Makefile calls. `setup.py` needs nothing but Python; the others run inside `.venv`."""
