deathmatch 1
game five-card-trick/gauntlet
A resign
B timeout
#X 4 the match is over (five-card-trick R1)
