deathmatch 1
game five-card-trick/gauntlet
deal score grow
#X 3 no deal is due now (five-card-trick R1)
