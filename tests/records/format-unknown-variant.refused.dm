deathmatch 1
game five-card-trick/blitz
#X 2 five-card-trick has no variant blitz
