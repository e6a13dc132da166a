deathmatch 1
game five-card-trick/gauntlet
A timeout
A timeout
#X 4 A owes nothing now (five-card-trick R1)
