deathmatch 1
game even-groups/standard
name A Ada
name B Ben
B white
B orange B6
A orange E7 orange H6
B orange G3 orange I4
A orange F7 orange H4
B white C6 white D8
A orange C4 white C7
B white D4 orange E4
A orange D5 orange E3
B white C1 white F6
A white D1 orange E2
B white E1 orange G2
A orange E5 orange F2
B orange G4 orange I1
A white B1 orange D3
B orange F4 white F5
A white C3 orange F8
B white D6 white D7
A white E6 orange H1
B white A4 orange G7
A white C2 orange I5
B orange A3 white I3
A orange A1 white B5
B orange B4 white H2
A orange A2 white H5
B orange B3 orange F1
A orange C5 orange D2
B orange E8 white E9
A orange B2 orange H3
B orange G5 orange I2
A white A5 orange G6
B white F3 white G1
