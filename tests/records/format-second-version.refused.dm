deathmatch 2
game five-card-trick/gauntlet
#X 1 unknown record format 2
