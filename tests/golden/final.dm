deathmatch 1
game five-card-trick/final
A score claim
B score score
A overload grow block:score steal
B grow claim
A score score
B score claim
A grow claim
B reset claim block:claim
B priority
