deathmatch 1
game five-card-trick/gauntlet
name A Ann
name A Ann
#X 4 A has a name already
