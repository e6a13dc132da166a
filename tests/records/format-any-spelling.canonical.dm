deathmatch 1
game five-card-trick/final
option dmo A
option time_submit 60
option bank 20
name A Ann#1
name B Zoë of the
tag event Autumn Cup
tag host x @1
A score steal @12.5
B claim block:claim @0
B timeout
A overload grow claim steal @7
