deathmatch 1
game chess/blitz
#X 2 there is no game chess
