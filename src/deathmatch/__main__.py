"""`python -m deathmatch` is the program `deathmatch`."""

from deathmatch.cli.main import main

if __name__ == "__main__":
    main()
