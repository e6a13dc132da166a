deathmatch 1
game even-groups/standard
option white B
B orange F5
A orange C6 white G6
B white E5 white I1
A white C5 orange I5
B orange D2 white E3
A white E8 white G3
B white A1 white C3
A orange C1 white D6
B white G4 white I2
A orange C7 white E9
B white F1 white F4
A orange B1 orange D7
B white A2 orange I4
A white F7 orange F8
