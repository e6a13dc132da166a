deathmatch 1
game five-card-trick/gauntlet
A score grow
A score grow
#X 4 A owes nothing now (five-card-trick R1)
