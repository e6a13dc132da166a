deathmatch 1
game letter-hunt/gambit
option first A
option onlookers 4
option onlooker_letters split
deal hands A:ABCKZ B:FGHQX
B hold FGH
A hold ABC
deal redraw A:DQ B:IZ
A hold ABCD
B hold FGHI
deal redraw A:E B:J
deal onlookers ZKYL
A word BASIC
B hint any
A hint one
B guess A
A timeout
B guess W
B lose F
A hand GHIJ
