deathmatch 1
game five-card-trick/gauntlet
option overload A
#X 3 unknown option overload
