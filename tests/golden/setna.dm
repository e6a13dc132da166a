deathmatch 1
game five-card-trick/setna
A score claim
B raise
A score claim
B raise
A none
B steal raise
B resign
