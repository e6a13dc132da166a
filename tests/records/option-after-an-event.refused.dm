deathmatch 1
game five-card-trick/gauntlet
A score grow
option rounds 5
#X 4 option must stand above the first event
