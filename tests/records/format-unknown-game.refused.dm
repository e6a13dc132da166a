deathmatch 1
game chess/blitz
#X 2 unknown game chess
