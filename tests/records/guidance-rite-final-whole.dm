deathmatch 1
game guidance-rite/final
name A Ann
name B Bob
tag event whole match
deal board G23/58 M24 C1368/57* P123458* M4578 | P12568 P3467 L367 C57 G14678/23 | R38/16 G14 M25 R56/7 M123 | L12 L12456/37* P25678 C247 R2458 | G1468 L57 L2367/4 R478 C68* | P1356/48 C23567/14 G137/25 M13478 R13458
B claim B3 D3 @56.261
A claim B4 C2 @33.77
A claim B6 D1 @16.182
B claim D1 D5 @48.834
A claim A6 C4 @15.171
B claim A3 A5 @67.042
B claim D4 E6 @66.26
A claim C1 E6 @33.621
A claim A1 B5 @58.884
#= {"pending": ["B"], "decision": "claim", "over": false, "winner": null, "reason": null, "columns": 5, "rows": 6, "bout": 1, "wins": {"A": 0, "B": 0}, "results": [], "simultaneous": false, "round": 5, "first": null, "board": {"A1": "P1356/48", "A2": "G1468", "A3": "B:L12", "A4": "R38/16", "A5": "B:P12568", "A6": "A:G23/58", "B1": "C23567/14", "B2": "L57", "B3": "B:L12456/37*", "B4": "A:G14", "B5": "P3467", "B6": "A:M24", "C1": "A:G137/25", "C2": "A:L2367/4", "C3": "P25678", "C4": "A:M25", "C5": "L367", "C6": "C1368/57*", "D2": "R478", "D3": "B:C247", "D4": "B:R56/7", "D5": "B:C57", "D6": "P123458*", "E1": "R13458", "E2": "C68*", "E3": "R2458", "E4": "M123", "E5": "G14678/23"}, "owed": {"A": 0, "B": 0}, "closed": [], "timeouts": {"A": 0, "B": 0}, "quiet": {"A": 0, "B": 0}, "small": null, "ahead": null, "items": {"A": [], "B": []}}
B claim B1 E5 @84.63
B claim A2 E1 @27.074
A claim A2 E4 @71.117
A claim A4 E2 @54.703
B timeout @51.104
A claim C5 D2 @79.742
B claim B2 C5 @48.256
B claim D6 E3 @22.941
A claim C6 E3 @62.902
B first A @73.366
#= {"pending": ["A"], "decision": "turn", "over": false, "winner": null, "reason": null, "columns": 5, "rows": 6, "bout": 1, "wins": {"A": 0, "B": 0}, "results": [], "simultaneous": false, "round": 1, "first": "A", "board": {"A1": "A:P1356/48", "A3": "B:L12", "A4": "A:R38/16", "A5": "B:P12568", "A6": "A:G23/58", "B1": "B:C23567/14", "B2": "B:L57", "B3": "B:L12456/37*", "B4": "A:G14", "B5": "A:P3467", "B6": "A:M24", "C1": "A:G137/25", "C2": "A:L2367/4", "C4": "A:M25", "C6": "A:C1368/57*", "D2": "A:R478", "D3": "B:C247", "D4": "B:R56/7", "D5": "B:C57", "D6": "B:P123458*", "E1": "B:R13458", "E2": "A:C68*", "E4": "A:M123", "E5": "B:G14678/23"}, "owed": {"A": 0, "B": 0}, "closed": [], "timeouts": {"A": 0, "B": 0}, "quiet": {"A": 0, "B": 0}, "small": null, "ahead": "A", "items": {"A": [], "B": []}}
A A6-A5 @34.278
B D4-D3 @83.973
A C1-C2 take @24.667
B B3-C2 @14.549
A D2-C2 @45.163
B A3-A4 crow B1 D3 E S NW @65.485
A C4-D5 @76.585
B E5-D5 @20.643
A B6-C5 @68.759
B D6-E6 @50.533
#= {"pending": ["A"], "decision": "turn", "over": false, "winner": null, "reason": null, "columns": 5, "rows": 6, "bout": 1, "wins": {"A": 0, "B": 0}, "results": [], "simultaneous": false, "round": 11, "first": "A", "board": {"A1": "A:P1356/48", "A4": "B:L2", "A5": "A:G23/8", "B1": "B:P23567/14", "B2": "B:L57", "B4": "A:G14", "B5": "A:P3467", "C2": "A:R158", "C5": "A:P24", "C6": "A:C1368/57*", "D3": "B:R35678*", "D5": "B:G14678/23", "E1": "B:R13458", "E2": "A:C68*", "E4": "A:M123", "E6": "B:P123458*"}, "owed": {"A": 0, "B": 0}, "closed": [], "timeouts": {"A": 0, "B": 0}, "quiet": {"A": 1, "B": 1}, "small": null, "ahead": "A", "items": {"A": [], "B": []}}
A A1-B1 @82.86
B B2-A2 @16.31
A B4-C3 @40.074
B D3-C3 @27.217
A E2-C4 rat C2 @41.852
B E1-D2 @85.042
A B1-A2 @49.75
B D5-E4 @58.319
A A5-B6 crow C6 C6 W @14.376
B timeout @48.416
#= {"pending": ["A"], "decision": "turn", "over": false, "winner": null, "reason": null, "columns": 5, "rows": 6, "bout": 1, "wins": {"A": 0, "B": 0}, "results": [], "simultaneous": false, "round": 21, "first": "A", "board": {"A2": "A:P1356/4", "A4": "B:L2", "B5": "A:P3467", "B6": "A:G23/8", "C2": "A:P145", "C3": "B:R14678*", "C4": "A:C6/8*", "C5": "A:P24", "C6": "A:P13678/5*", "D2": "B:R12456", "E4": "B:G14678/23", "E6": "B:P123458*"}, "owed": {"A": 0, "B": 0}, "closed": [], "timeouts": {"A": 0, "B": 1}, "quiet": {"A": 1, "B": 1}, "small": null, "ahead": "A", "items": {"A": [], "B": []}}
A A2-A3 @8.592
B D2-E3 @48.669
A B5-A5 @49.905
B E6-E5 @58.773
A C4-A2 @87.986
B A4-B5 @71.524
A B6-C1 @57.181
B B5-A6 rat E3 @66.655
A C6-B6 @50.405
B E3-D2 @78.553
#= {"pending": ["A"], "decision": "turn", "over": false, "winner": null, "reason": null, "columns": 5, "rows": 6, "bout": 1, "wins": {"A": 0, "B": 0}, "results": [], "simultaneous": false, "round": 31, "first": "A", "board": {"A2": "A:C/68*", "A3": "A:P1356/4", "A5": "A:P3467", "A6": "B:L1234567", "B6": "A:P13678/5*", "C1": "A:G23/8", "C2": "A:P145", "C3": "B:R14678*", "C5": "A:P24", "D2": "B:P12367", "E4": "B:G14678/23", "E5": "B:P123458*"}, "owed": {"A": 0, "B": 0}, "closed": [], "timeouts": {"A": 0, "B": 1}, "quiet": {"A": 6, "B": 6}, "small": null, "ahead": "A", "items": {"A": [], "B": []}}
A C2-C1 take @88.637
B C3-C4 @5.137
A B6-B5 @55.08
B E4-A5 rat C4 @82.807
A C5-D6 @81.077
B A5-B4 @50.604
A B5-A6 crow A2 C1 E @35.032
B D2-E3 @47.588
A C1-D1 @69.265
B E3-D2 @23.596
#= {"pending": ["A"], "decision": "turn", "over": false, "winner": null, "reason": null, "columns": 5, "rows": 6, "bout": 1, "wins": {"A": 0, "B": 0}, "results": [], "simultaneous": false, "round": 41, "first": "A", "board": {"A2": "A:P/68*", "A3": "A:P1356/4", "A6": "A:P13678*", "B4": "B:P14678/3", "C4": "B:P13456*", "D1": "A:G1345/2*", "D2": "B:P12367", "D6": "A:P24", "E5": "B:P123458*"}, "owed": {"A": 0, "B": 0}, "closed": [], "timeouts": {"A": 0, "B": 1}, "quiet": {"A": 1, "B": 2}, "small": null, "ahead": "A", "items": {"A": [], "B": []}}
A A3-B2 @26.437
B C4-B3 @57.477
A B2-B1 @49.319
B B3-C2 @38.722
A D1-E6 @5.033
B B4-C4 @50.2
A E6-A5 @70.663
B C4-B4 @39.496
A A5-A4 @71.148
B B4-A3 @86.844
#= {"pending": ["A"], "decision": "turn", "over": false, "winner": null, "reason": null, "columns": 5, "rows": 6, "bout": 1, "wins": {"A": 0, "B": 0}, "results": [], "simultaneous": false, "round": 51, "first": "A", "board": {"A2": "A:P/68*", "A3": "B:P14678", "A4": "A:G1345/2*", "A6": "A:P13678*", "B1": "A:P1356", "C2": "B:P13456*", "D2": "B:P12367", "D6": "A:P24", "E5": "B:P123458*"}, "owed": {"A": 0, "B": 0}, "closed": [], "timeouts": {"A": 0, "B": 1}, "quiet": {"A": 6, "B": 7}, "small": null, "ahead": "A", "items": {"A": [], "B": []}}
A A4-B4 @76.756
B D2-C1 @69.208
A B4-C4 @74.233
B C1-D1 @64.629
A C4-D3 @8.234
B E5-D6 @61.274
A D3-E3 @19.662
B D6-E6 @33.512
A A6-B6 @12.504
B C2-C3 @6.416
#= {"pending": ["A"], "decision": "turn", "over": false, "winner": null, "reason": null, "columns": 5, "rows": 6, "bout": 1, "wins": {"A": 0, "B": 0}, "results": [], "simultaneous": false, "round": 61, "first": "A", "board": {"A2": "A:P/68*", "A3": "B:P14678", "B1": "A:P1356", "B6": "A:P13678*", "C3": "B:P13456*", "D1": "B:P12367", "E3": "A:G1345/2*", "E6": "B:P123458*"}, "owed": {"A": 0, "B": 0}, "closed": [], "timeouts": {"A": 0, "B": 1}, "quiet": {"A": 2, "B": 2}, "small": {"A": 2, "B": 2}, "ahead": "A", "items": {"A": [], "B": []}}
A B1-C1 @53.131
B timeout @50.094
A E3-A4 @12.641
B D1-D2 @66.037
A B6-A5 @80.806
B C3-B2 @58.613
A C1-C2 @64.532
B D2-D3 @81.571
A C2-C3 @86.36
B B2-B1 @23.691
#= {"pending": ["A"], "decision": "turn", "over": false, "winner": null, "reason": null, "columns": 5, "rows": 6, "bout": 1, "wins": {"A": 0, "B": 0}, "results": [], "simultaneous": false, "round": 71, "first": "A", "board": {"A2": "A:P/68*", "A3": "B:P14678", "A4": "A:G1345*", "A5": "A:P13678*", "B1": "B:P13456*", "C3": "A:P1356", "D3": "B:P12367", "E6": "B:P123458*"}, "owed": {"A": 0, "B": 0}, "closed": [], "timeouts": {"A": 0, "B": 2}, "quiet": {"A": 7, "B": 7}, "small": {"A": 7, "B": 7}, "ahead": "A", "items": {"A": [], "B": []}}
A A5-B5 @4.892
B D3-D4 @22.497
A A4-A5 @39.612
B D4-D5 @73.316
A A5-A6 @8.743
B E6-E5 @31.967
deal board P1345 C256/7 R267 C1358 G3457/16 | L24568 R23468 M23478/15 M1456 R37 | C13478/25 G34/68 L145/27 P234568 M38 | C17/8 C26 P13457* R1245 M46 | G268* L16 R18/34* G17 P23567 | L18* M278/36 G13678/24 L2578 P2567
A timeout @18.088
B claim A3 C5 @77.97
B claim C4 C6 @17.085
#= {"pending": ["A"], "decision": "claim", "over": false, "winner": null, "reason": null, "columns": 5, "rows": 6, "bout": 2, "wins": {"A": 1, "B": 0}, "results": [{"bout": 1, "winner": "A", "reason": "draw_recent"}], "simultaneous": false, "round": 2, "first": null, "board": {"A1": "L18*", "A2": "G268*", "A3": "B:C17/8", "A4": "C13478/25", "A5": "L24568", "A6": "P1345", "B1": "M278/36", "B2": "L16", "B3": "C26", "B4": "G34/68", "B5": "R23468", "B6": "C256/7", "C1": "G13678/24", "C2": "R18/34*", "C3": "P13457*", "C4": "L145/27", "C5": "B:M23478/15", "C6": "R267", "D1": "L2578", "D2": "G17", "D3": "R1245", "D4": "P234568", "D5": "M1456", "D6": "C1358", "E1": "P2567", "E2": "P23567", "E3": "M46", "E4": "M38", "E5": "R37", "E6": "G3457/16"}, "owed": {"A": 0, "B": 0}, "closed": [], "timeouts": {"A": 0, "B": 0}, "quiet": {"A": 0, "B": 0}, "small": null, "ahead": null, "items": {"A": [], "B": []}}
A claim C3 D1 @37.968
B claim C2 D3 @28.142
A claim C1 D4 @26.931
A claim A4 B4 @85.151
B claim B1 B4 @65.052
A claim A2 E6 @45.088
B timeout @11.601
A claim B2 E1 @3.493
B claim B3 D5 @60.608
B claim B5 E4 @77.498
#= {"pending": ["A"], "decision": "claim", "over": false, "winner": null, "reason": null, "columns": 5, "rows": 6, "bout": 2, "wins": {"A": 1, "B": 0}, "results": [{"bout": 1, "winner": "A", "reason": "draw_recent"}], "simultaneous": false, "round": 7, "first": null, "board": {"A1": "L18*", "A2": "A:G268*", "A3": "B:C17/8", "A4": "A:C13478/25", "A5": "L24568", "A6": "P1345", "B1": "B:M278/36", "B2": "A:L16", "B3": "B:C26", "B5": "R23468", "B6": "C256/7", "C1": "A:G13678/24", "C2": "B:R18/34*", "C3": "A:P13457*", "C4": "B:L145/27", "C5": "B:M23478/15", "C6": "B:R267", "D1": "A:L2578", "D2": "G17", "D3": "B:R1245", "D4": "A:P234568", "D5": "B:M1456", "D6": "C1358", "E1": "A:P2567", "E2": "P23567", "E3": "M46", "E4": "M38", "E5": "R37", "E6": "A:G3457/16"}, "owed": {"A": 0, "B": 0}, "closed": [], "timeouts": {"A": 0, "B": 0}, "quiet": {"A": 0, "B": 0}, "small": null, "ahead": null, "items": {"A": [], "B": []}}
A claim B6 E4 @43.226
B claim A6 E5 @82.528
A claim A6 E3 @31.993
B claim A1 E2 @57.301
A claim A5 D6 @35.553
B E2-D2 rat C6 @58.013
A D6-E6 guardian @22.18
B D5-E4 lizard A1 S @49.024
A C1-B2 crow E6 B2 N B6 W @66.031
B C5-E5 @62.094
#= {"pending": ["A"], "decision": "turn", "over": false, "winner": null, "reason": null, "columns": 5, "rows": 6, "bout": 2, "wins": {"A": 1, "B": 0}, "results": [{"bout": 1, "winner": "A", "reason": "draw_recent"}], "simultaneous": false, "round": 6, "first": "B", "board": {"A1": "B:P158*", "A2": "A:G268*", "A3": "B:C17/8", "A4": "A:C13478/25", "A5": "A:L24568", "B1": "B:M278/36", "B2": "A:G1378/246*", "B3": "B:C26", "B5": "B:R23468", "B6": "A:C2567", "C2": "B:R18/34*", "C3": "A:P13457*", "C4": "B:L145/27", "C6": "B:P236", "D1": "A:L2578", "D2": "B:P23567", "D3": "B:R1245", "D4": "A:P234568", "D6": "A:P3457/16", "E1": "A:P2567", "E3": "A:M46", "E4": "B:P1456", "E5": "B:M248/1357*", "E6": "A:P1358"}, "owed": {"A": 0, "B": 0}, "closed": [], "timeouts": {"A": 0, "B": 0}, "quiet": {"A": 0, "B": 0}, "small": null, "ahead": "B", "items": {"A": [], "B": []}}
A D6-D5 @65.44
B B1-A2 @8.575
A A4-B4 lizard A5 W @73.876
B B5-A4 crow B3 C4 NE E5 S @15.23
A C3-C4 lizard D1 N @61.877
B D3-E4 crow A3 A2 SW E4 SW @41.728
A D4-E4 @17.451
B E5-D6 @74.906
A timeout @21.499
B A4-A5 @72.616
#= {"pending": ["A"], "decision": "turn", "over": false, "winner": null, "reason": null, "columns": 5, "rows": 6, "bout": 2, "wins": {"A": 1, "B": 0}, "results": [{"bout": 1, "winner": "A", "reason": "draw_recent"}], "simultaneous": false, "round": 16, "first": "B", "board": {"A1": "B:P158*", "A2": "B:P2678/3", "A3": "B:P17/8", "A5": "B:R24568", "B2": "A:G1378/246*", "B3": "B:P26", "B4": "A:C13478/25", "B6": "A:C2567", "C2": "B:R18/34*", "C4": "A:P13457*", "C6": "B:P236", "D1": "A:P12578", "D2": "B:P23567", "D5": "A:P3457/16", "D6": "B:P2458/137*", "E1": "A:P2567", "E3": "A:M46", "E4": "A:P234568", "E6": "A:P1358"}, "owed": {"A": 0, "B": 0}, "closed": [], "timeouts": {"A": 1, "B": 0}, "quiet": {"A": 0, "B": 0}, "small": null, "ahead": "A", "items": {"A": [], "B": []}}
A B4-D4 @3.511
B A2-B2 @56.404
A E6-E5 monster E3 E4 SE @16.375
B C2-C3 @70.815
A D1-E2 @12.17
B timeout @68.317
A C4-C3 @29.305
B C6-B5 @59.224
A E4-D3 crow D4 D5 N SW @7.188
B D2-C1 @61.968
#= {"pending": ["A"], "decision": "turn", "over": false, "winner": null, "reason": null, "columns": 5, "rows": 6, "bout": 2, "wins": {"A": 1, "B": 0}, "results": [{"bout": 1, "winner": "A", "reason": "draw_recent"}], "simultaneous": false, "round": 26, "first": "B", "board": {"A1": "B:P158*", "A3": "B:P17/8", "A5": "B:R24568", "B2": "B:P2678", "B3": "B:P26", "B5": "B:P236", "B6": "A:C2567", "C1": "B:P23567", "C3": "A:P13457*", "D3": "A:P23568", "D4": "A:P1478/235", "D5": "A:P134567", "D6": "B:P2458/137*", "E1": "A:P2567", "E2": "A:P12578", "E3": "A:P46", "E5": "A:P1358"}, "owed": {"A": 0, "B": 0}, "closed": [], "timeouts": {"A": 1, "B": 1}, "quiet": {"A": 1, "B": 2}, "small": null, "ahead": "A", "items": {"A": [], "B": []}}
A B6-A6 @34.046
B D6-E6 @1.223
A D4-D5 @48.011
B A5-A4 @44.659
A D3-D2 @27.906
B C1-B1 @68.89
A D5-C5 @20.04
B A4-A3 @2.233
A C3-C2 crow A6 C5 N E SE @76.342
B E6-D6 @23.946
#= {"pending": ["A"], "decision": "turn", "over": false, "winner": null, "reason": null, "columns": 5, "rows": 6, "bout": 2, "wins": {"A": 1, "B": 0}, "results": [{"bout": 1, "winner": "A", "reason": "draw_recent"}], "simultaneous": false, "round": 36, "first": "B", "board": {"A1": "B:P158*", "A3": "B:R467/28*", "A6": "A:P2567", "B1": "B:P23567", "B2": "B:P2678", "B3": "B:P26", "B5": "B:P236", "C2": "A:P13457*", "C5": "A:P1348/256*", "D2": "A:P23568", "D6": "B:P2458/1*", "E1": "A:P2567", "E2": "A:P12578", "E3": "A:P46", "E5": "A:P1358"}, "owed": {"A": 0, "B": 0}, "closed": [], "timeouts": {"A": 1, "B": 1}, "quiet": {"A": 1, "B": 1}, "small": null, "ahead": "A", "items": {"A": [], "B": []}}
A E5-E4 @9.356
B B1-C1 rat A3 @56.933
A E4-D5 @62.997
B B2-C3 @3.546
A C5-C4 @15.16
B B5-A4 @85.807
A C2-C1 @80.214
B A4-B4 @34.07
A E1-D1 @64.661
B D6-E5 @38.961
#= {"pending": ["A"], "decision": "turn", "over": false, "winner": null, "reason": null, "columns": 5, "rows": 6, "bout": 2, "wins": {"A": 1, "B": 0}, "results": [{"bout": 1, "winner": "A", "reason": "draw_recent"}], "simultaneous": false, "round": 46, "first": "B", "board": {"A1": "B:P158*", "A3": "B:P238/46*", "A6": "A:P2567", "B3": "B:P26", "B4": "B:P236", "C1": "A:P13457*", "C3": "B:P2678", "C4": "A:P1348/26*", "D1": "A:P2567", "D2": "A:P23568", "D5": "A:P1358", "E2": "A:P12578", "E3": "A:P46", "E5": "B:P2458/1*"}, "owed": {"A": 0, "B": 0}, "closed": [], "timeouts": {"A": 1, "B": 1}, "quiet": {"A": 1, "B": 2}, "small": null, "ahead": "A", "items": {"A": [], "B": []}}
A E3-D2 @56.722
B timeout @43.924
A C4-B3 @18.058
B C3-D4 @72.183
A D5-C6 @73.964
B E5-D6 @72.167
A B3-A4 @84.415
B D4-C4 @12.52
A A6-A5 @35.523
B C4-B3 @89.658
#= {"pending": ["A"], "decision": "turn", "over": false, "winner": null, "reason": null, "columns": 5, "rows": 6, "bout": 2, "wins": {"A": 1, "B": 0}, "results": [{"bout": 1, "winner": "A", "reason": "draw_recent"}], "simultaneous": false, "round": 56, "first": "B", "board": {"A1": "B:P158*", "A3": "B:P238/46*", "A4": "A:P1348/2*", "A5": "A:P2567", "B3": "B:P2678", "B4": "B:P236", "C1": "A:P13457*", "C6": "A:P1358", "D1": "A:P2567", "D2": "A:P4/23568*", "D6": "B:P2458/1*", "E2": "A:P12578"}, "owed": {"A": 0, "B": 0}, "closed": [], "timeouts": {"A": 1, "B": 2}, "quiet": {"A": 3, "B": 4}, "small": null, "ahead": "A", "items": {"A": [], "B": []}}
A A5-B6 @23.838
B B3-A2 @20.346
A A4-B5 @13.938
B A2-B3 @63.34
A B5-A6 @43.563
B D6-D5 @20.326
A B6-A5 @66.88
B B4-C4 @82.826
A D1-E2 @87.862
B D5-E4 @33.876
#= {"pending": ["A"], "decision": "turn", "over": false, "winner": null, "reason": null, "columns": 5, "rows": 6, "bout": 2, "wins": {"A": 1, "B": 0}, "results": [{"bout": 1, "winner": "A", "reason": "draw_recent"}], "simultaneous": false, "round": 66, "first": "B", "board": {"A1": "B:P158*", "A3": "B:P238/46*", "A5": "A:P2567", "A6": "A:P1348*", "B3": "B:P2678", "C1": "A:P13457*", "C4": "B:P236", "C6": "A:P1358", "D2": "A:P4/23568*", "E2": "A:P6/12578*", "E4": "B:P2458/1*"}, "owed": {"A": 0, "B": 0}, "closed": [], "timeouts": {"A": 1, "B": 2}, "quiet": {"A": 0, "B": 1}, "small": null, "ahead": "A", "items": {"A": [], "B": []}}
A E2-E3 @8.048
B E4-E5 @17.622
A timeout @86.092
B C4-D5 @27.855
A C6-C5 @30.999
B D5-E6 @81.804
A D2-E1 @82.837
B B3-A4 @30.755
A C5-B6 @27.469
B E5-E4 @29.097
#= {"pending": ["A"], "decision": "turn", "over": false, "winner": null, "reason": null, "columns": 5, "rows": 6, "bout": 2, "wins": {"A": 1, "B": 0}, "results": [{"bout": 1, "winner": "A", "reason": "draw_recent"}], "simultaneous": false, "round": 76, "first": "B", "board": {"A1": "B:P158*", "A3": "B:P238/46*", "A4": "B:P2678", "A5": "A:P2567", "A6": "A:P1348*", "B6": "A:P1358", "C1": "A:P13457*", "E1": "A:P4/23568*", "E3": "A:P6/2578*", "E4": "B:P2458*", "E6": "B:P236"}, "owed": {"A": 0, "B": 0}, "closed": [], "timeouts": {"A": 2, "B": 2}, "quiet": {"A": 5, "B": 6}, "small": null, "ahead": "A", "items": {"A": [], "B": []}}
A E3-E2 @62.537
B A4-B5 @37.743
A C1-D1 @24.614
B E6-D5 @60.825
A E1-D2 @15.666
B B5-A4 @9.65
A A5-B6 @89.788
B timeout @38.261
#= {"pending": [], "decision": null, "over": true, "winner": "A", "reason": "bouts", "columns": 5, "rows": 6, "bout": 2, "wins": {"A": 2, "B": 0}, "results": [{"bout": 1, "winner": "A", "reason": "draw_recent"}, {"bout": 2, "winner": "A", "reason": "timeout"}], "simultaneous": false, "round": 83, "first": "B", "board": {"A1": "B:P158*", "A3": "B:P238/46*", "A4": "B:P2678", "A6": "A:P1348*", "B6": "A:P267/1358*", "D1": "A:P13457*", "D2": "A:P4/2356*", "D5": "B:P236", "E2": "A:P6/278*", "E4": "B:P2458*"}, "owed": {"A": 0, "B": 0}, "closed": [], "timeouts": {"A": 2, "B": 3}, "quiet": {"A": 0, "B": 1}, "small": null, "ahead": "A", "items": {"A": [], "B": []}}
