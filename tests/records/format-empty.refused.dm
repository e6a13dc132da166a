#X 1 a record begins with the line deathmatch 1
