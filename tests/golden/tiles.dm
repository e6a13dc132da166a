deathmatch 1
game tile-joust/final
option chips 12
option sets 1
option preview yes
A pick inversion
deal tiles 3-6-12 2-8-9 1-7-13 4-10-11 left 0-5
B bid 2
A bid 4
B fold
A choose minute
A bid 1
B bid 2
A fold
B fold
A fold
B choose balance
B bid 3
A bid 4
B fold
A fold
B fold
A choose giant
A fold
B fold
A bid 1
B fold
A choose minute
A fold
B fold
B keep 5
A invert 12
B conceal
A put 7
B put 9
A put 1*
B pass
A pass
B put 4
A pass
B pass
A put 10
B put 13
A pass
B pass
A put 11
B put 5
A pass
B pass
A put 8
B put 3
A pass
B pass
A put 6s1
B put 2s1
A pass
