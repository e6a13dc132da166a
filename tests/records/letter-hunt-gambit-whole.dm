deathmatch 1
game letter-hunt/gambit
name A Ann
name B Bob
tag event whole match
B first A @3.208
deal hands A:DLOUY B:BEFGM
A timeout @70.304
B hold E @33.896
deal redraw A:- B:BCMR
B hold C @5.938
A hold LUY @78.598
deal redraw A:BH B:ADNP
A word TOLTQAUULPEUZY @33.418
B hint one @12.004
#= {"pending": ["A"], "decision": "hint", "over": false, "winner": null, "reason": null, "first": "A", "active": "A", "round": 1, "redraws": 2, "cards": {"A": 5, "B": 5}, "lost": {"A": "", "B": ""}, "not_held": {"A": "", "B": ""}, "turns": [{"seat": "A", "action": "word", "word": "TOLTQAUULPEUZY", "hints": {"A": null, "B": {"kind": "one", "result": null}}}], "onlookers": "", "hands": null}
A hint none @42.721
B guess H @38.463
A word ZWANNJMDUOENIK @25.752
B hint any @13.692
A hint one @40.841
B word WJCT @27.421
A hint one @54.517
B hint none @41.802
A guess T @22.764
A lose L @30.07
#= {"pending": ["B"], "decision": "turn", "over": false, "winner": null, "reason": null, "first": "A", "active": "B", "round": 3, "redraws": 2, "cards": {"A": 3, "B": 5}, "lost": {"A": "HL", "B": ""}, "not_held": {"A": "", "B": ""}, "turns": [{"seat": "A", "action": "word", "word": "TOLTQAUULPEUZY", "hints": {"A": {"kind": "none", "result": false}, "B": {"kind": "one", "result": false}}}, {"seat": "B", "action": "guess", "letter": "H", "hit": true, "lost": null}, {"seat": "A", "action": "word", "word": "ZWANNJMDUOENIK", "hints": {"A": {"kind": "one", "result": false}, "B": {"kind": "any", "result": true}}}, {"seat": "B", "action": "word", "word": "WJCT", "hints": {"A": {"kind": "one", "result": true}, "B": {"kind": "none", "result": true}}}, {"seat": "A", "action": "guess", "letter": "T", "hit": false, "lost": "L"}], "onlookers": "", "hands": null}
B guess Z @72.097
B lose A @6.536
A word GYVFG @62.973
B hint one @27.346
A hint any @89.827
B word YRLOWUGJAXXAQQM @34.892
A hint one @5.227
B hint none @44.769
A guess K @30.458
A lose B @76.584
#= {"pending": ["B"], "decision": "turn", "over": false, "winner": null, "reason": null, "first": "A", "active": "B", "round": 5, "redraws": 2, "cards": {"A": 2, "B": 4}, "lost": {"A": "HLB", "B": "A"}, "not_held": {"A": "", "B": ""}, "turns": [{"seat": "A", "action": "word", "word": "TOLTQAUULPEUZY", "hints": {"A": {"kind": "none", "result": false}, "B": {"kind": "one", "result": false}}}, {"seat": "B", "action": "guess", "letter": "H", "hit": true, "lost": null}, {"seat": "A", "action": "word", "word": "ZWANNJMDUOENIK", "hints": {"A": {"kind": "one", "result": false}, "B": {"kind": "any", "result": true}}}, {"seat": "B", "action": "word", "word": "WJCT", "hints": {"A": {"kind": "one", "result": true}, "B": {"kind": "none", "result": true}}}, {"seat": "A", "action": "guess", "letter": "T", "hit": false, "lost": "L"}, {"seat": "B", "action": "guess", "letter": "Z", "hit": false, "lost": "A"}, {"seat": "A", "action": "word", "word": "GYVFG", "hints": {"A": {"kind": "any", "result": false}, "B": {"kind": "one", "result": true}}}, {"seat": "B", "action": "word", "word": "YRLOWUGJAXXAQQM", "hints": {"A": {"kind": "one", "result": false}, "B": {"kind": "none", "result": false}}}, {"seat": "A", "action": "guess", "letter": "K", "hit": false, "lost": "B"}], "onlookers": "", "hands": null}
B word VRIWA @67.867
A hint one @45.434
B hint any @55.645
A word LKSHRWJLVMXLVG @0.322
B hint none @6.979
A hint one @50.115
B word KGUGD @71.698
A hint one @37.701
B hint none @63.84
A word PFHIBLPTIUFCY @72.908
#= {"pending": ["B"], "decision": "hint", "over": false, "winner": null, "reason": null, "first": "A", "active": "A", "round": 7, "redraws": 2, "cards": {"A": 2, "B": 4}, "lost": {"A": "HLB", "B": "A"}, "not_held": {"A": "", "B": ""}, "turns": [{"seat": "A", "action": "word", "word": "TOLTQAUULPEUZY", "hints": {"A": {"kind": "none", "result": false}, "B": {"kind": "one", "result": false}}}, {"seat": "B", "action": "guess", "letter": "H", "hit": true, "lost": null}, {"seat": "A", "action": "word", "word": "ZWANNJMDUOENIK", "hints": {"A": {"kind": "one", "result": false}, "B": {"kind": "any", "result": true}}}, {"seat": "B", "action": "word", "word": "WJCT", "hints": {"A": {"kind": "one", "result": true}, "B": {"kind": "none", "result": true}}}, {"seat": "A", "action": "guess", "letter": "T", "hit": false, "lost": "L"}, {"seat": "B", "action": "guess", "letter": "Z", "hit": false, "lost": "A"}, {"seat": "A", "action": "word", "word": "GYVFG", "hints": {"A": {"kind": "any", "result": false}, "B": {"kind": "one", "result": true}}}, {"seat": "B", "action": "word", "word": "YRLOWUGJAXXAQQM", "hints": {"A": {"kind": "one", "result": false}, "B": {"kind": "none", "result": false}}}, {"seat": "A", "action": "guess", "letter": "K", "hit": false, "lost": "B"}, {"seat": "B", "action": "word", "word": "VRIWA", "hints": {"A": {"kind": "one", "result": false}, "B": {"kind": "any", "result": false}}}, {"seat": "A", "action": "word", "word": "LKSHRWJLVMXLVG", "hints": {"A": {"kind": "one", "result": false}, "B": {"kind": "none", "result": true}}}, {"seat": "B", "action": "word", "word": "KGUGD", "hints": {"A": {"kind": "one", "result": true}, "B": {"kind": "none", "result": false}}}, {"seat": "A", "action": "word", "word": "PFHIBLPTIUFCY", "hints": {"A": null, "B": null}}], "onlookers": "", "hands": null}
B hint any @15.524
A hint one @1.856
B guess R @54.058
B lose C @76.674
A word GBTIUQLU @17.488
B hint one @42.408
A hint any @23.643
B word VWMIESF @19.357
A hint one @0.491
B hint none @31.011
#= {"pending": ["A"], "decision": "turn", "over": false, "winner": null, "reason": null, "first": "A", "active": "A", "round": 9, "redraws": 2, "cards": {"A": 2, "B": 3}, "lost": {"A": "HLB", "B": "AC"}, "not_held": {"A": "", "B": ""}, "turns": [{"seat": "A", "action": "word", "word": "TOLTQAUULPEUZY", "hints": {"A": {"kind": "none", "result": false}, "B": {"kind": "one", "result": false}}}, {"seat": "B", "action": "guess", "letter": "H", "hit": true, "lost": null}, {"seat": "A", "action": "word", "word": "ZWANNJMDUOENIK", "hints": {"A": {"kind": "one", "result": false}, "B": {"kind": "any", "result": true}}}, {"seat": "B", "action": "word", "word": "WJCT", "hints": {"A": {"kind": "one", "result": true}, "B": {"kind": "none", "result": true}}}, {"seat": "A", "action": "guess", "letter": "T", "hit": false, "lost": "L"}, {"seat": "B", "action": "guess", "letter": "Z", "hit": false, "lost": "A"}, {"seat": "A", "action": "word", "word": "GYVFG", "hints": {"A": {"kind": "any", "result": false}, "B": {"kind": "one", "result": true}}}, {"seat": "B", "action": "word", "word": "YRLOWUGJAXXAQQM", "hints": {"A": {"kind": "one", "result": false}, "B": {"kind": "none", "result": false}}}, {"seat": "A", "action": "guess", "letter": "K", "hit": false, "lost": "B"}, {"seat": "B", "action": "word", "word": "VRIWA", "hints": {"A": {"kind": "one", "result": false}, "B": {"kind": "any", "result": false}}}, {"seat": "A", "action": "word", "word": "LKSHRWJLVMXLVG", "hints": {"A": {"kind": "one", "result": false}, "B": {"kind": "none", "result": true}}}, {"seat": "B", "action": "word", "word": "KGUGD", "hints": {"A": {"kind": "one", "result": true}, "B": {"kind": "none", "result": false}}}, {"seat": "A", "action": "word", "word": "PFHIBLPTIUFCY", "hints": {"A": {"kind": "one", "result": false}, "B": {"kind": "any", "result": true}}}, {"seat": "B", "action": "guess", "letter": "R", "hit": false, "lost": "C"}, {"seat": "A", "action": "word", "word": "GBTIUQLU", "hints": {"A": {"kind": "any", "result": false}, "B": {"kind": "one", "result": true}}}, {"seat": "B", "action": "word", "word": "VWMIESF", "hints": {"A": {"kind": "one", "result": false}, "B": {"kind": "none", "result": true}}}], "onlookers": "", "hands": null}
A guess V @76.572
A lose U @51.743
B guess W @31.009
B lose D @43.104
A word YMESMDX @12.574
B hint any @65.913
A timeout @57.063
B word DVYVJU @45.545
A hint any @61.982
B hint one @82.256
#= {"pending": ["A"], "decision": "turn", "over": false, "winner": null, "reason": null, "first": "A", "active": "A", "round": 11, "redraws": 2, "cards": {"A": 1, "B": 2}, "lost": {"A": "HLBU", "B": "ACD"}, "not_held": {"A": "", "B": ""}, "turns": [{"seat": "A", "action": "word", "word": "TOLTQAUULPEUZY", "hints": {"A": {"kind": "none", "result": false}, "B": {"kind": "one", "result": false}}}, {"seat": "B", "action": "guess", "letter": "H", "hit": true, "lost": null}, {"seat": "A", "action": "word", "word": "ZWANNJMDUOENIK", "hints": {"A": {"kind": "one", "result": false}, "B": {"kind": "any", "result": true}}}, {"seat": "B", "action": "word", "word": "WJCT", "hints": {"A": {"kind": "one", "result": true}, "B": {"kind": "none", "result": true}}}, {"seat": "A", "action": "guess", "letter": "T", "hit": false, "lost": "L"}, {"seat": "B", "action": "guess", "letter": "Z", "hit": false, "lost": "A"}, {"seat": "A", "action": "word", "word": "GYVFG", "hints": {"A": {"kind": "any", "result": false}, "B": {"kind": "one", "result": true}}}, {"seat": "B", "action": "word", "word": "YRLOWUGJAXXAQQM", "hints": {"A": {"kind": "one", "result": false}, "B": {"kind": "none", "result": false}}}, {"seat": "A", "action": "guess", "letter": "K", "hit": false, "lost": "B"}, {"seat": "B", "action": "word", "word": "VRIWA", "hints": {"A": {"kind": "one", "result": false}, "B": {"kind": "any", "result": false}}}, {"seat": "A", "action": "word", "word": "LKSHRWJLVMXLVG", "hints": {"A": {"kind": "one", "result": false}, "B": {"kind": "none", "result": true}}}, {"seat": "B", "action": "word", "word": "KGUGD", "hints": {"A": {"kind": "one", "result": true}, "B": {"kind": "none", "result": false}}}, {"seat": "A", "action": "word", "word": "PFHIBLPTIUFCY", "hints": {"A": {"kind": "one", "result": false}, "B": {"kind": "any", "result": true}}}, {"seat": "B", "action": "guess", "letter": "R", "hit": false, "lost": "C"}, {"seat": "A", "action": "word", "word": "GBTIUQLU", "hints": {"A": {"kind": "any", "result": false}, "B": {"kind": "one", "result": true}}}, {"seat": "B", "action": "word", "word": "VWMIESF", "hints": {"A": {"kind": "one", "result": false}, "B": {"kind": "none", "result": true}}}, {"seat": "A", "action": "guess", "letter": "V", "hit": false, "lost": "U"}, {"seat": "B", "action": "guess", "letter": "W", "hit": false, "lost": "D"}, {"seat": "A", "action": "word", "word": "YMESMDX", "hints": {"A": {"kind": null, "result": null}, "B": {"kind": "any", "result": true}}}, {"seat": "B", "action": "word", "word": "DVYVJU", "hints": {"A": {"kind": "any", "result": false}, "B": {"kind": "one", "result": true}}}], "onlookers": "", "hands": null}
A word QKOV @74.247
B timeout @54.624
A hint any @40.859
B word IWOTVCR @80.045
A hint none @42.117
B hint one @5.822
A guess B @89.891
#= {"pending": [], "decision": null, "over": true, "winner": "B", "reason": "hand_empty", "first": "A", "active": null, "round": 12, "redraws": 2, "cards": {"A": 0, "B": 2}, "lost": {"A": "HLBUY", "B": "ACD"}, "not_held": {"A": "", "B": ""}, "turns": [{"seat": "A", "action": "word", "word": "TOLTQAUULPEUZY", "hints": {"A": {"kind": "none", "result": false}, "B": {"kind": "one", "result": false}}}, {"seat": "B", "action": "guess", "letter": "H", "hit": true, "lost": null}, {"seat": "A", "action": "word", "word": "ZWANNJMDUOENIK", "hints": {"A": {"kind": "one", "result": false}, "B": {"kind": "any", "result": true}}}, {"seat": "B", "action": "word", "word": "WJCT", "hints": {"A": {"kind": "one", "result": true}, "B": {"kind": "none", "result": true}}}, {"seat": "A", "action": "guess", "letter": "T", "hit": false, "lost": "L"}, {"seat": "B", "action": "guess", "letter": "Z", "hit": false, "lost": "A"}, {"seat": "A", "action": "word", "word": "GYVFG", "hints": {"A": {"kind": "any", "result": false}, "B": {"kind": "one", "result": true}}}, {"seat": "B", "action": "word", "word": "YRLOWUGJAXXAQQM", "hints": {"A": {"kind": "one", "result": false}, "B": {"kind": "none", "result": false}}}, {"seat": "A", "action": "guess", "letter": "K", "hit": false, "lost": "B"}, {"seat": "B", "action": "word", "word": "VRIWA", "hints": {"A": {"kind": "one", "result": false}, "B": {"kind": "any", "result": false}}}, {"seat": "A", "action": "word", "word": "LKSHRWJLVMXLVG", "hints": {"A": {"kind": "one", "result": false}, "B": {"kind": "none", "result": true}}}, {"seat": "B", "action": "word", "word": "KGUGD", "hints": {"A": {"kind": "one", "result": true}, "B": {"kind": "none", "result": false}}}, {"seat": "A", "action": "word", "word": "PFHIBLPTIUFCY", "hints": {"A": {"kind": "one", "result": false}, "B": {"kind": "any", "result": true}}}, {"seat": "B", "action": "guess", "letter": "R", "hit": false, "lost": "C"}, {"seat": "A", "action": "word", "word": "GBTIUQLU", "hints": {"A": {"kind": "any", "result": false}, "B": {"kind": "one", "result": true}}}, {"seat": "B", "action": "word", "word": "VWMIESF", "hints": {"A": {"kind": "one", "result": false}, "B": {"kind": "none", "result": true}}}, {"seat": "A", "action": "guess", "letter": "V", "hit": false, "lost": "U"}, {"seat": "B", "action": "guess", "letter": "W", "hit": false, "lost": "D"}, {"seat": "A", "action": "word", "word": "YMESMDX", "hints": {"A": {"kind": null, "result": null}, "B": {"kind": "any", "result": true}}}, {"seat": "B", "action": "word", "word": "DVYVJU", "hints": {"A": {"kind": "any", "result": false}, "B": {"kind": "one", "result": true}}}, {"seat": "A", "action": "word", "word": "QKOV", "hints": {"A": {"kind": "any", "result": false}, "B": {"kind": null, "result": null}}}, {"seat": "B", "action": "word", "word": "IWOTVCR", "hints": {"A": {"kind": "none", "result": true}, "B": {"kind": "one", "result": false}}}, {"seat": "A", "action": "guess", "letter": "B", "hit": false, "lost": "Y"}], "onlookers": "", "hands": {"A": "", "B": "NP"}}
