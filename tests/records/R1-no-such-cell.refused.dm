deathmatch 1
game even-groups/standard
option side 7
option white A
A O4
#X 5 there is no cell O4 on a board of side 7 (even-groups R1)
