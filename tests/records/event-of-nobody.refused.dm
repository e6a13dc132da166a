deathmatch 1
game five-card-trick/gauntlet
A score grow
C score grow
#X 4 an event begins with A, B or deal
