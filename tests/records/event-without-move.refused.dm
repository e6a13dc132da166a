deathmatch 1
game five-card-trick/gauntlet
A # score grow
#X 3 expected a move after A
