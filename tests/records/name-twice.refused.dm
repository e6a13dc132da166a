deathmatch 1
game five-card-trick/gauntlet
name A Ann
name A Ann
#X 4 seat A has two names
