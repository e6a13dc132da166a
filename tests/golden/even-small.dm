deathmatch 1
game even-groups/standard
option side 3
B orange
A orange C3
B white B2 white D4
A orange C4 white A1
