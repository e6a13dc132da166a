# A record in about every spelling that a reader takes.

  DeathMatch   1	# format and version
GAME	Five-Card-Trick/FINAL
Tag Event   Autumn	Cup # the text ends before this
option BANK 20
name b  Zoë  of the #1 team
Option Time_Submit 60
option DMO a
NAME a Ann#1
tag host x @1

a  Sc,ST   @012.500
# between the two
B claim + b(claim)	@0.0
	B TIMEOUT # not the first to be owed
a st AND overload ; grow & CLAIM @7