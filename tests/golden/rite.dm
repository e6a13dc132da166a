deathmatch 1
game guidance-rite/guardians
deal board C346 P123458 M12678 R278 P1267 | P1568 P23458 L68 G58 C38 | G24567 M47 M238 R13478 P15678 | C1234 L356 L12467 M1246 C13456 | R1235 G178 R57 L2347 G3456
A claim B2 D4
B claim D4 C3
A claim E1 D1
B claim A1 A2
A claim E5 E4
B claim A3 A4
A claim E3 E2
B claim B4 B5
A claim C1 D5
B claim C5 A5
A claim D2 D3
B claim B1 C4
B first A
A D3-D4
B C3-E3
A D4-E3 lizard B2 N
