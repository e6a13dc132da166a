"""The public API behind `import deathmatch`: games by name, matches, records, bots, studies and pictures (docs/library.md)."""
