deathmatch 1
game letter-hunt/colosseum
name A Ann
name B Bob
tag event whole match
deal first A
deal offer A:BEHKORTX B:CDILQSVW
A pick EKOTX @53.506
B pick CDLQW @47.255
A guess W @75.443
B guess R @8.143
B lose D @85.438
A word WIWJGYSTVXPAEY @77.173
B hint one @58.566
A hint any @44.92
#= {"pending": ["B"], "decision": "turn", "over": false, "winner": null, "reason": null, "first": "A", "active": "B", "round": 2, "redraws": 0, "cards": {"A": 5, "B": 3}, "lost": {"A": "", "B": "WD"}, "not_held": {"A": "", "B": ""}, "turns": [{"seat": "A", "action": "guess", "letter": "W", "hit": true, "lost": null}, {"seat": "B", "action": "guess", "letter": "R", "hit": false, "lost": "D"}, {"seat": "A", "action": "word", "word": "WIWJGYSTVXPAEY", "hints": {"A": {"kind": "any", "result": false}, "B": {"kind": "one", "result": false}}}], "onlookers": "", "hands": null}
B guess K @58.008
A word PSVZDU @32.906
B hint any @5.245
A hint odd @35.283
B word NHTU @79.962
A hint one @28.846
B hint any @44.669
A word FLHJPXELFOZQ @12.929
B hint one @78.69
A hint odd @31.46
#= {"pending": ["B"], "decision": "turn", "over": false, "winner": null, "reason": null, "first": "A", "active": "B", "round": 4, "redraws": 0, "cards": {"A": 4, "B": 3}, "lost": {"A": "K", "B": "WD"}, "not_held": {"A": "", "B": ""}, "turns": [{"seat": "A", "action": "guess", "letter": "W", "hit": true, "lost": null}, {"seat": "B", "action": "guess", "letter": "R", "hit": false, "lost": "D"}, {"seat": "A", "action": "word", "word": "WIWJGYSTVXPAEY", "hints": {"A": {"kind": "any", "result": false}, "B": {"kind": "one", "result": false}}}, {"seat": "B", "action": "guess", "letter": "K", "hit": true, "lost": null}, {"seat": "A", "action": "word", "word": "PSVZDU", "hints": {"A": {"kind": "odd", "result": false}, "B": {"kind": "any", "result": false}}}, {"seat": "B", "action": "word", "word": "NHTU", "hints": {"A": {"kind": "one", "result": false}, "B": {"kind": "any", "result": true}}}, {"seat": "A", "action": "word", "word": "FLHJPXELFOZQ", "hints": {"A": {"kind": "odd", "result": true}, "B": {"kind": "one", "result": false}}}], "onlookers": "", "hands": null}
B guess V @16.489
B lose Q @69.312
A guess J @87.325
A lose T @26.898
B word UTJRNPTVQ @65.361
A hint one @11.242
B hint odd @83.542
A word AFPOMBWCBS @62.449
B hint one @26.338
A hint any @44.541
#= {"pending": ["B"], "decision": "turn", "over": false, "winner": null, "reason": null, "first": "A", "active": "B", "round": 6, "redraws": 0, "cards": {"A": 3, "B": 2}, "lost": {"A": "KT", "B": "WDQ"}, "not_held": {"A": "", "B": ""}, "turns": [{"seat": "A", "action": "guess", "letter": "W", "hit": true, "lost": null}, {"seat": "B", "action": "guess", "letter": "R", "hit": false, "lost": "D"}, {"seat": "A", "action": "word", "word": "WIWJGYSTVXPAEY", "hints": {"A": {"kind": "any", "result": false}, "B": {"kind": "one", "result": false}}}, {"seat": "B", "action": "guess", "letter": "K", "hit": true, "lost": null}, {"seat": "A", "action": "word", "word": "PSVZDU", "hints": {"A": {"kind": "odd", "result": false}, "B": {"kind": "any", "result": false}}}, {"seat": "B", "action": "word", "word": "NHTU", "hints": {"A": {"kind": "one", "result": false}, "B": {"kind": "any", "result": true}}}, {"seat": "A", "action": "word", "word": "FLHJPXELFOZQ", "hints": {"A": {"kind": "odd", "result": true}, "B": {"kind": "one", "result": false}}}, {"seat": "B", "action": "guess", "letter": "V", "hit": false, "lost": "Q"}, {"seat": "A", "action": "guess", "letter": "J", "hit": false, "lost": "T"}, {"seat": "B", "action": "word", "word": "UTJRNPTVQ", "hints": {"A": {"kind": "one", "result": false}, "B": {"kind": "odd", "result": false}}}, {"seat": "A", "action": "word", "word": "AFPOMBWCBS", "hints": {"A": {"kind": "any", "result": true}, "B": {"kind": "one", "result": true}}}], "onlookers": "", "hands": null}
B word WDQPTLLV @12.558
A hint odd @87.662
B hint any @65.072
A word UOYSSZERRYRB @43.978
B hint one @43.072
A hint any @70.592
B guess R @85.031
B lose C @15.474
A word CHL @69.981
B hint any @30.001
#= {"pending": ["A"], "decision": "hint", "over": false, "winner": null, "reason": null, "first": "A", "active": "A", "round": 8, "redraws": 0, "cards": {"A": 3, "B": 1}, "lost": {"A": "KT", "B": "WDQC"}, "not_held": {"A": "", "B": ""}, "turns": [{"seat": "A", "action": "guess", "letter": "W", "hit": true, "lost": null}, {"seat": "B", "action": "guess", "letter": "R", "hit": false, "lost": "D"}, {"seat": "A", "action": "word", "word": "WIWJGYSTVXPAEY", "hints": {"A": {"kind": "any", "result": false}, "B": {"kind": "one", "result": false}}}, {"seat": "B", "action": "guess", "letter": "K", "hit": true, "lost": null}, {"seat": "A", "action": "word", "word": "PSVZDU", "hints": {"A": {"kind": "odd", "result": false}, "B": {"kind": "any", "result": false}}}, {"seat": "B", "action": "word", "word": "NHTU", "hints": {"A": {"kind": "one", "result": false}, "B": {"kind": "any", "result": true}}}, {"seat": "A", "action": "word", "word": "FLHJPXELFOZQ", "hints": {"A": {"kind": "odd", "result": true}, "B": {"kind": "one", "result": false}}}, {"seat": "B", "action": "guess", "letter": "V", "hit": false, "lost": "Q"}, {"seat": "A", "action": "guess", "letter": "J", "hit": false, "lost": "T"}, {"seat": "B", "action": "word", "word": "UTJRNPTVQ", "hints": {"A": {"kind": "one", "result": false}, "B": {"kind": "odd", "result": false}}}, {"seat": "A", "action": "word", "word": "AFPOMBWCBS", "hints": {"A": {"kind": "any", "result": true}, "B": {"kind": "one", "result": true}}}, {"seat": "B", "action": "word", "word": "WDQPTLLV", "hints": {"A": {"kind": "odd", "result": false}, "B": {"kind": "any", "result": false}}}, {"seat": "A", "action": "word", "word": "UOYSSZERRYRB", "hints": {"A": {"kind": "any", "result": false}, "B": {"kind": "one", "result": false}}}, {"seat": "B", "action": "guess", "letter": "R", "hit": false, "lost": "C"}, {"seat": "A", "action": "word", "word": "CHL", "hints": {"A": null, "B": {"kind": "any", "result": null}}}], "onlookers": "", "hands": null}
A hint one @37.422
B word RSFXZXSXBSCNWXR @11.152
A hint any @5.372
B hint odd @26.562
A guess N @67.845
A lose X @29.944
B word PPSUNNGEITNMEIW @3.023
A hint any @7.444
B hint one @70.538
A guess D @39.517
#= {"pending": ["A"], "decision": "lose", "over": false, "winner": null, "reason": null, "first": "A", "active": "A", "round": 10, "redraws": 0, "cards": {"A": 2, "B": 1}, "lost": {"A": "KTX", "B": "WDQC"}, "not_held": {"A": "", "B": ""}, "turns": [{"seat": "A", "action": "guess", "letter": "W", "hit": true, "lost": null}, {"seat": "B", "action": "guess", "letter": "R", "hit": false, "lost": "D"}, {"seat": "A", "action": "word", "word": "WIWJGYSTVXPAEY", "hints": {"A": {"kind": "any", "result": false}, "B": {"kind": "one", "result": false}}}, {"seat": "B", "action": "guess", "letter": "K", "hit": true, "lost": null}, {"seat": "A", "action": "word", "word": "PSVZDU", "hints": {"A": {"kind": "odd", "result": false}, "B": {"kind": "any", "result": false}}}, {"seat": "B", "action": "word", "word": "NHTU", "hints": {"A": {"kind": "one", "result": false}, "B": {"kind": "any", "result": true}}}, {"seat": "A", "action": "word", "word": "FLHJPXELFOZQ", "hints": {"A": {"kind": "odd", "result": true}, "B": {"kind": "one", "result": false}}}, {"seat": "B", "action": "guess", "letter": "V", "hit": false, "lost": "Q"}, {"seat": "A", "action": "guess", "letter": "J", "hit": false, "lost": "T"}, {"seat": "B", "action": "word", "word": "UTJRNPTVQ", "hints": {"A": {"kind": "one", "result": false}, "B": {"kind": "odd", "result": false}}}, {"seat": "A", "action": "word", "word": "AFPOMBWCBS", "hints": {"A": {"kind": "any", "result": true}, "B": {"kind": "one", "result": true}}}, {"seat": "B", "action": "word", "word": "WDQPTLLV", "hints": {"A": {"kind": "odd", "result": false}, "B": {"kind": "any", "result": false}}}, {"seat": "A", "action": "word", "word": "UOYSSZERRYRB", "hints": {"A": {"kind": "any", "result": false}, "B": {"kind": "one", "result": false}}}, {"seat": "B", "action": "guess", "letter": "R", "hit": false, "lost": "C"}, {"seat": "A", "action": "word", "word": "CHL", "hints": {"A": {"kind": "one", "result": true}, "B": {"kind": "any", "result": false}}}, {"seat": "B", "action": "word", "word": "RSFXZXSXBSCNWXR", "hints": {"A": {"kind": "any", "result": false}, "B": {"kind": "odd", "result": false}}}, {"seat": "A", "action": "guess", "letter": "N", "hit": false, "lost": "X"}, {"seat": "B", "action": "word", "word": "PPSUNNGEITNMEIW", "hints": {"A": {"kind": "any", "result": false}, "B": {"kind": "one", "result": false}}}, {"seat": "A", "action": "guess", "letter": "D", "hit": false, "lost": null}], "onlookers": "", "hands": null}
A lose E @81.344
B word VLAHEJOTGTNYVMD @54.111
A hint one @16.521
B hint odd @8.753
A guess G @27.027
#= {"pending": [], "decision": null, "over": true, "winner": "B", "reason": "hand_empty", "first": "A", "active": null, "round": 11, "redraws": 0, "cards": {"A": 0, "B": 1}, "lost": {"A": "KTXEO", "B": "WDQC"}, "not_held": {"A": "", "B": ""}, "turns": [{"seat": "A", "action": "guess", "letter": "W", "hit": true, "lost": null}, {"seat": "B", "action": "guess", "letter": "R", "hit": false, "lost": "D"}, {"seat": "A", "action": "word", "word": "WIWJGYSTVXPAEY", "hints": {"A": {"kind": "any", "result": false}, "B": {"kind": "one", "result": false}}}, {"seat": "B", "action": "guess", "letter": "K", "hit": true, "lost": null}, {"seat": "A", "action": "word", "word": "PSVZDU", "hints": {"A": {"kind": "odd", "result": false}, "B": {"kind": "any", "result": false}}}, {"seat": "B", "action": "word", "word": "NHTU", "hints": {"A": {"kind": "one", "result": false}, "B": {"kind": "any", "result": true}}}, {"seat": "A", "action": "word", "word": "FLHJPXELFOZQ", "hints": {"A": {"kind": "odd", "result": true}, "B": {"kind": "one", "result": false}}}, {"seat": "B", "action": "guess", "letter": "V", "hit": false, "lost": "Q"}, {"seat": "A", "action": "guess", "letter": "J", "hit": false, "lost": "T"}, {"seat": "B", "action": "word", "word": "UTJRNPTVQ", "hints": {"A": {"kind": "one", "result": false}, "B": {"kind": "odd", "result": false}}}, {"seat": "A", "action": "word", "word": "AFPOMBWCBS", "hints": {"A": {"kind": "any", "result": true}, "B": {"kind": "one", "result": true}}}, {"seat": "B", "action": "word", "word": "WDQPTLLV", "hints": {"A": {"kind": "odd", "result": false}, "B": {"kind": "any", "result": false}}}, {"seat": "A", "action": "word", "word": "UOYSSZERRYRB", "hints": {"A": {"kind": "any", "result": false}, "B": {"kind": "one", "result": false}}}, {"seat": "B", "action": "guess", "letter": "R", "hit": false, "lost": "C"}, {"seat": "A", "action": "word", "word": "CHL", "hints": {"A": {"kind": "one", "result": true}, "B": {"kind": "any", "result": false}}}, {"seat": "B", "action": "word", "word": "RSFXZXSXBSCNWXR", "hints": {"A": {"kind": "any", "result": false}, "B": {"kind": "odd", "result": false}}}, {"seat": "A", "action": "guess", "letter": "N", "hit": false, "lost": "X"}, {"seat": "B", "action": "word", "word": "PPSUNNGEITNMEIW", "hints": {"A": {"kind": "any", "result": false}, "B": {"kind": "one", "result": false}}}, {"seat": "A", "action": "guess", "letter": "D", "hit": false, "lost": "E"}, {"seat": "B", "action": "word", "word": "VLAHEJOTGTNYVMD", "hints": {"A": {"kind": "one", "result": true}, "B": {"kind": "odd", "result": true}}}, {"seat": "A", "action": "guess", "letter": "G", "hit": false, "lost": "O"}], "onlookers": "", "hands": {"A": "", "B": "L"}}
