deathmatch 1
#X 2 the line game GAME/VARIANT is missing
