"""The laboratory of Deathmatch: whole-match solvers, best responses, tournaments, data sets and plots."""
