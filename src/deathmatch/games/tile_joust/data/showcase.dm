deathmatch 1
game tile-joust/gauntlet
option sets 1
name A Ada
name B Ben
deal tiles 2-6-12 1-3-10 5-9-11 4-7-13 left 8
B bid 1
A bid 2
B bid 3
A bid 4
B bid 5
A bid 6
B bid 7
A bid 8
B bid 9
A bid 10
B bid 11
A bid 12
B fold
A choose giant
A bid 1
B bid 2
A bid 3
B bid 4
A bid 5
B bid 6
A bid 7
B bid 8
A bid 9
B bid 10
A bid 11
B bid 12
A bid 13
B bid 14
A bid 15
B bid 16
A bid 17
B fold
A bid 1
B bid 2
A bid 3
B bid 4
A bid 5
B bid 6
A bid 7
B bid 8
A bid 9
B bid 10
A fold
B bid 1
A bid 2
B bid 3
A bid 4
B bid 5
A bid 6
B bid 7
A bid 8
B bid 9
A bid 10
B bid 11
A fold
B choose giant
B bid 1
A bid 2
B bid 3
A bid 4
B bid 5
A bid 6
B bid 7
A bid 8
B bid 9
A bid 10
B bid 11
A bid 12
B bid 13
A bid 14
B bid 15
A bid 16
B bid 17
A fold
B bid 1
A bid 2
B bid 3
A bid 4
B bid 5
A bid 6
B bid 7
A bid 8
B bid 9
A bid 10
B bid 11
A bid 12
B fold
A bid 1
B bid 2
A bid 3
B bid 4
A bid 5
B bid 6
A bid 7
B bid 8
A bid 9
B bid 10
A bid 11
B bid 12
A fold
B choose giant
B bid 1
A bid 2
B bid 3
A bid 4
B bid 5
A bid 6
B bid 7
A bid 8
B bid 9
A bid 10
B bid 11
A bid 12
B bid 13
A bid 14
B bid 15
A bid 16
B fold
A bid 1
B bid 2
A bid 3
B bid 4
A bid 5
B bid 6
A bid 7
B bid 8
A bid 9
B bid 10
A bid 11
B bid 12
A bid 13
B bid 14
A bid 15
B bid 16
A bid 17
B fold
A bid 1
B bid 2
A bid 3
B bid 4
A bid 5
B bid 6
A bid 7
B bid 8
A bid 9
B bid 10
A bid 11
B bid 12
A bid 13
B bid 14
A fold
B choose giant
B bid 1
A bid 2
B bid 3
A bid 4
B bid 5
A bid 6
B bid 7
A bid 8
B bid 9
A bid 10
B bid 11
A bid 12
B bid 13
A bid 14
B bid 15
A bid 16
B bid 17
B bid 1
A bid 2
B bid 3
A bid 4
B bid 5
A bid 6
B bid 7
A bid 8
B bid 9
A bid 10
A put 6
B put 3
A pass
B put 10
A put 11
B pass
A pass
B put 13
A put 1
B pass
A pass
B put 7
A pass
B pass
A put 9
B put 5
A pass
B put 2
A pass
