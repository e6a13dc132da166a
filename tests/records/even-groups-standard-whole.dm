deathmatch 1
game even-groups/standard
name A Ann
name B Bob
tag event whole match
B orange @2.503
A orange E7 @26.949
B orange B6 orange E9 @54.264
A orange C2 orange F4 @80.677
B white D2 white E5 @23.468
A orange A1 orange I1 @16.49
B orange F2 white F3 @16.17
A orange B3 white E1 @61.047
B orange E8 orange G7 @47.408
A white D4 white F5 @40.285
#= {"pending": ["B"], "decision": "place", "over": false, "winner": null, "reason": null, "side": 5, "white": "A", "orange": "B", "moves": 9, "board": ["o....", "..o..o", ".o.....", ".w.w....", "w...w.ooo", ".owow...", "......o", "......", "o...."], "groups": {"white": 4, "orange": 9}, "last": "white D4 white F5"}
B orange A4 white A5 @73.04
A white H2 orange H4 @67.913
B orange D8 orange E6 @83.355
A white B2 white I5 @7.822
B orange C6 orange H5 @27.027
A white I2 white I4 @71.056
B white B1 white D5 @89.916
A white B4 white C5 @54.859
B white A2 orange E4 @8.005
A white D6 orange H1 @75.566
#= {"pending": ["B"], "decision": "place", "over": false, "winner": null, "reason": null, "side": 5, "white": "A", "orange": "B", "moves": 19, "board": ["ow.ow", "wwow.o", ".o..wo.", ".w.www.o", "w..owoooo", ".owow...", "......o", "ow.oo.", "ow.ww"], "groups": {"white": 8, "orange": 11}, "last": "white D6 orange H1"}
B orange C1 orange H3 @68.908
A white A3 white E2 @28.338
B orange G1 orange G4 @5.534
A orange B5 orange C3 @23.801
B white G3 white G6 @87.815
A white E3 orange F7 @42.951
B orange C7 white F6 @3.513
A white F1 white G2 @20.403
B white D1 orange I3 @6.077
A orange D3 white F8 @81.225
#= {"pending": ["B"], "decision": "place", "over": false, "winner": null, "reason": null, "side": 5, "white": "A", "orange": "B", "moves": 29, "board": ["owwow", "wwowoo", "ooo.woo", "wwowww.o", "wwwowoooo", "wowowwow", "owwo.wo", "owooo.", "owoww"], "groups": {"white": 5, "orange": 4}, "last": "orange D3 white F8"}
B orange D7 orange G5 @49.609
#= {"pending": [], "decision": null, "over": true, "winner": "B", "reason": "blocked", "side": 5, "white": "A", "orange": "B", "moves": 30, "board": ["owwow", "wwowoo", "ooo.woo", "wwowwwoo", "wwwowoooo", "wowowwow", "owwoowo", "owooo.", "owoww"], "groups": {"white": 5, "orange": 4}, "last": "orange D7 orange G5"}
