deathmatch 1
game letter-hunt/colosseum
option first A
option slip reveal
deal offer A:EGHJMNPT B:ABCFILQR
A pick EGJNP
B pick ABCIR
A word GENIUS
B hint one
A hint odd
B guess N
A word NONE
B hint one
A hint any
B guess O
B lose Z
B lose B
A guess Q
A lose P
B word UNCOPYRIGHTABLE
A hint any
B hint odd
A word JUMPY
B hint any
