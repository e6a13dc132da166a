deathmatch 1
game five-card-trick/gauntlet
A @12.5
#X 3 expected a move after A
