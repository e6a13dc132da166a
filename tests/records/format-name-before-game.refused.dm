deathmatch 1
name A Ann
game five-card-trick/gauntlet
#X 2 expected the line game GAME/VARIANT
