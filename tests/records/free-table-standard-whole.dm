deathmatch 1
game free-table/standard
name A Ann
name B Bob
tag event whole match
host deck 2 11,22 3
host say A "#7"
host count 1 B -1
host throw 3
deal throw 2
host throw 9
deal throw 8
host count 1 B -1
host deal 2 1 1 0
deal cards A:22 B:22 open:-
#= {"pending": ["host"], "decision": "host", "over": false, "winner": null, "reason": null, "question": null, "answers": {"A": null, "B": null}, "counters": {"1": {"A": 0, "B": -2}}, "cards": {"A": 1, "B": 1}, "open": [], "decks": {"2": 4}, "thrown": 8, "said": null, "board": null, "picture": null, "ending": null}
host say A "7 : 5"
host ask A some 0 2 1,2,3 chance "♥ 2\n3"
A 1 3 @74.739
host deck 2 11,22 3
host ask B one 1,2,3 secret 30 ""
B 3 @36.449
host board "#7"
host deal 2 3 3 0
deal cards A:11,11,22 B:11,22,22 open:-
host picture 0000000000000000000000000000000000000000000000001a64e2e8e300d105 ""
#= {"pending": ["host"], "decision": "host", "over": false, "winner": null, "reason": null, "question": {"seats": ["B"], "kind": "one", "low": null, "high": null, "items": ["1", "2", "3"], "secret": true, "keep": false, "chance": false, "seconds": 30, "words": ""}, "answers": {"A": null, "B": null}, "counters": {"1": {"A": 0, "B": -2}}, "cards": {"A": 4, "B": 4}, "open": [], "decks": {"2": 0}, "thrown": 8, "said": null, "board": "#7", "picture": "0000000000000000000000000000000000000000000000001a64e2e8e300d105", "ending": null}
host deal 2 0 0 0
deal cards A:- B:- open:-
host deal 2 0 0 0
deal cards A:- B:- open:-
host picture 0000000000000000000000000000000000000000000000000eb384e8cb8fb250 "7 : 5"
host board "{A} +1"
host end A "{A} +1"
#= {"pending": [], "decision": null, "over": true, "winner": "A", "reason": "host", "question": {"seats": ["B"], "kind": "one", "low": null, "high": null, "items": ["1", "2", "3"], "secret": true, "keep": false, "chance": false, "seconds": 30, "words": ""}, "answers": {"A": null, "B": null}, "counters": {"1": {"A": 0, "B": -2}}, "cards": {"A": 4, "B": 4}, "open": [], "decks": {"2": 0}, "thrown": 8, "said": null, "board": "{A} +1", "picture": "0000000000000000000000000000000000000000000000000eb384e8cb8fb250", "ending": "{A} +1"}
