deathmatch 1
game guidance-rite/final
option turns simultaneous
option board free
option fill 0
option honour both
option rotate A
option swap B
deal board A:R13/2 A:P5 . B:P5* . | . B:C357 B:M15/8 . B:G7 | . A:L1/3* . B:P24 . | A:M1357 . B:R246/1 . B:L5 | A:P1/3 A:G128* . B:P2 . | . A:C37/1 . A:P13 B:P7
A rotate A6 90 A3-A5
B C3-B2 crow B5 C5 NW
B swap B6 B4 E5-D5
