deathmatch 1
game even-groups/standard
option white A
A orange E5
B orange E6
#X 5 a move is exactly two stones
