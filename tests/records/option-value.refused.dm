deathmatch 1
game five-card-trick/gauntlet
option rounds 010
#X 3 rounds must be a whole number from 1 to 99
