deathmatch 1
game five-card-trick/gauntlet
A score grow
B score block:block
A claim block:block
B block:claim steal
A claim steal
B score steal
A grow block:score
B timeout
A timeout
