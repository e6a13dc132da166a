"""`python -m deathmatch` is the program `deathmatch`."""

from deathmatch.cli.program import main

if __name__ == "__main__":
    main()
