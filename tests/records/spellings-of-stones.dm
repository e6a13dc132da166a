DEATHMATCH 1
Game Even-Groups/Standard
OPTION bank 30
option Side 8
option WHITE choose
b O
A o4 # the letter O with a number is a cell, and alone it is the colour
b wH10 &  oO1 @012.50
A H12 orange; h2 ORANGE
B orange a1, A3
