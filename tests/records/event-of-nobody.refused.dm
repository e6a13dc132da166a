deathmatch 1
game five-card-trick/gauntlet
A score grow
C score grow
#X 4 an event must start with A, B or deal, not C
