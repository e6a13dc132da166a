deathmatch 1
game five-card-trick/gauntlet
option rounds 5
option rounds 5
#X 4 option rounds is given twice
