deathmatch 1
game even-groups/standard
option side 2
A resign
