deathmatch 2
game five-card-trick/gauntlet
#X 1 format 2 is not known here
