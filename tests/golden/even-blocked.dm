deathmatch 1
game even-groups/standard
option side 3
option white A
A orange C1
B white B4 orange E2
A orange C5 white E3
B white A2 white C3
A orange A3 white C4
B orange B2 orange B3
A orange D2 orange E1
B white C2 orange D4
A orange B1 orange D1
