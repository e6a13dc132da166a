deathmatch 1
game even-groups/standard
option white A
A orange E5
B orange E6 orange G5
#X 5 there would be 2 groups
