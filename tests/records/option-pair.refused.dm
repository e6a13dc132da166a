deathmatch 1
game five-card-trick/gauntlet
option max_rounds 10
name A Ann
option rounds 11
name B Bob
#X 5 max_rounds
