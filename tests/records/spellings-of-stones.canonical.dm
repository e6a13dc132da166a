deathmatch 1
game even-groups/standard
option side 8
option white choose
option bank 30
B orange
A orange O4
B white H10 orange O1 @12.5
A orange H2 orange H12
B orange A1 orange A3
