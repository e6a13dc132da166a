#X 1 a record must start with the line deathmatch 1
