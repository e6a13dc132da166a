deathmatch 1
game guidance-rite/guardians
name A Ann
name B Bob
tag event whole match
deal board G34678 G45 P34578 L1357 C23457 | P135678 L12678 R125 G2478 M48 | M1368 R3458 L24 R37 L367 | P1267 P24568 C1235 M12678 G126 | R14568 P2367 C168 M245 C14
A claim D4 E5 @81.612
B claim A4 B4 @84.225
A claim A5 E3 @23.37
B claim C2 D1 @54.847
A claim B5 C1 @4.937
B claim C3 D2 @76.577
B timeout @66.615
A claim A3 E2 @44.473
B timeout @67.525
#= {"pending": ["A"], "decision": "claim", "over": false, "winner": null, "reason": null, "columns": 5, "rows": 5, "bout": 1, "wins": {"A": 0, "B": 0}, "results": [], "simultaneous": false, "round": 5, "first": null, "board": {"A1": "R14568", "A2": "P1267", "A3": "A:M1368", "A4": "B:P135678", "A5": "A:G34678", "B1": "P2367", "B2": "P24568", "B3": "R3458", "B4": "B:L12678", "B5": "A:G45", "C1": "A:C168", "C2": "B:C1235", "C3": "B:L24", "C4": "R125", "C5": "P34578", "D1": "B:M245", "D2": "B:M12678", "D3": "R37", "D4": "A:G2478", "D5": "L1357", "E1": "C14", "E2": "A:G126", "E3": "A:L367", "E4": "M48", "E5": "A:C23457"}, "owed": {"A": 0, "B": 0}, "closed": [], "timeouts": {"A": 0, "B": 0}, "quiet": {"A": 0, "B": 0}, "small": null, "ahead": null, "items": {"A": [], "B": []}}
A claim D3 E1 @82.111
B claim A1 D5 @26.583
A claim A1 C5 @38.121
A claim A2 B2 @39.321
B claim A2 C4 @83.334
B claim B1 B3 @45.038
A claim B3 E4 @7.667
B first B @0.935
B C2-D2 @67.431
A B2-A1 @40.266
#= {"pending": ["B"], "decision": "turn", "over": false, "winner": null, "reason": null, "columns": 5, "rows": 5, "bout": 1, "wins": {"A": 0, "B": 0}, "results": [], "simultaneous": false, "round": 3, "first": "B", "board": {"A1": "A:P24568", "A3": "A:M1368", "A4": "B:P135678", "A5": "A:G34678", "B1": "B:P2367", "B4": "B:L12678", "B5": "A:G45", "C1": "A:C168", "C3": "B:L24", "C4": "B:R125", "C5": "A:P34578", "D1": "B:M245", "D2": "B:C1235", "D3": "A:R37", "D4": "A:G2478", "D5": "B:L1357", "E1": "A:C14", "E2": "A:G126", "E3": "A:L367", "E4": "A:M48", "E5": "A:C23457"}, "owed": {"A": 0, "B": 0}, "closed": [], "timeouts": {"A": 0, "B": 0}, "quiet": {"A": 1, "B": 0}, "small": null, "ahead": "A", "items": {"A": [], "B": []}}
B D5-E5 @42.402
A timeout @64.032
B A4-A3 lizard C3 E @53.109
A C5-D4 @62.419
B B1-C2 monster D1 D2 E @38.318
A D4-E4 @61.443
B A3-A2 rat C4 @80.088
A A5-E4 lizard E3 NE @44.288
B D2-D1 lizard B4 SE @20.918
A timeout @4.755
#= {"pending": ["B"], "decision": "turn", "over": false, "winner": null, "reason": null, "columns": 5, "rows": 5, "bout": 1, "wins": {"A": 0, "B": 0}, "results": [], "simultaneous": false, "round": 13, "first": "B", "board": {"A1": "A:P24568", "A2": "B:P135678", "B4": "B:P124678", "B5": "A:G45", "C1": "A:C168", "C2": "B:P2367", "C3": "B:P234", "C4": "B:P156", "D1": "B:C125", "D3": "A:R37", "E1": "A:C14", "E2": "A:G126", "E3": "A:P2367", "E4": "A:P34678", "E5": "B:L157"}, "owed": {"A": 0, "B": 0}, "closed": [], "timeouts": {"A": 2, "B": 0}, "quiet": {"A": 1, "B": 0}, "small": null, "ahead": "A", "items": {"A": [], "B": []}}
B B4-A3 @33.622
A E4-D4 @66.306
B C3-D2 @68.522
A D4-C5 rat D3 @63.305
B timeout @88.209
A C5-D4 @24.709
B C2-D3 lizard E5 SW @5.458
A D4-C3 @61.989
B D1-E2 @67.681
A E1-E2 @17.728
#= {"pending": ["B"], "decision": "turn", "over": false, "winner": null, "reason": null, "columns": 5, "rows": 5, "bout": 1, "wins": {"A": 0, "B": 0}, "results": [], "simultaneous": false, "round": 23, "first": "B", "board": {"A1": "A:P24568", "A2": "B:P135678", "A3": "B:P124678", "B5": "A:G45", "C1": "A:C168", "C3": "A:P34678", "C4": "B:P156", "D2": "B:P234", "D3": "B:P2367", "E2": "A:C14", "E3": "A:P2367", "E5": "B:P1567"}, "owed": {"A": 0, "B": 0}, "closed": [], "timeouts": {"A": 2, "B": 1}, "quiet": {"A": 0, "B": 0}, "small": null, "ahead": "B", "items": {"A": [], "B": []}}
B D3-C2 @14.19
A E2-E4 @35.04
B C2-B2 @15.824
A C1-C2 @51.974
B A3-A4 @67.453
A B5-C4 crow E4 @43.659
B B2-A1 @38.439
A C3-D2 @58.301
B A2-A1 @5.386
A D2-C2 @69.12
#= {"pending": ["B"], "decision": "turn", "over": false, "winner": null, "reason": null, "columns": 5, "rows": 5, "bout": 1, "wins": {"A": 0, "B": 0}, "results": [], "simultaneous": false, "round": 33, "first": "B", "board": {"A1": "B:P135678", "A4": "B:P124678", "C2": "A:P34678", "C4": "A:G45", "E3": "A:P2367", "E4": "A:P14", "E5": "B:P1567"}, "owed": {"A": 0, "B": 0}, "closed": [], "timeouts": {"A": 2, "B": 1}, "quiet": {"A": 0, "B": 0}, "small": null, "ahead": "A", "items": {"A": [], "B": []}}
B A1-A2 @19.65
A C2-D1 @13.64
B E5-D4 @49.423
A E3-D2 @68.002
B D4-D3 @42.939
A D1-E1 @72.706
B A2-A1 @28.115
A E1-D2 @60.597
B D3-D2 @38.678
A C4-D3 @38.386
#= {"pending": ["B"], "decision": "turn", "over": false, "winner": null, "reason": null, "columns": 5, "rows": 5, "bout": 1, "wins": {"A": 0, "B": 0}, "results": [], "simultaneous": false, "round": 43, "first": "B", "board": {"A1": "B:P135678", "A4": "B:P124678", "D2": "B:P1567", "D3": "A:G45", "E4": "A:P14"}, "owed": {"A": 0, "B": 0}, "closed": [], "timeouts": {"A": 2, "B": 1}, "quiet": {"A": 1, "B": 0}, "small": {"A": 1, "B": 1}, "ahead": "B", "items": {"A": [], "B": []}}
B timeout @28.635
A D3-D2 @46.702
B A4-B5 @62.152
A D2-D1 @36.595
B B5-A5 @12.921
A E4-E5 @15.463
B A1-A2 @68.533
A D1-E5 @32.904
B A2-A1 @14.871
A E5-E4 @65.403
#= {"pending": ["B"], "decision": "turn", "over": false, "winner": null, "reason": null, "columns": 5, "rows": 5, "bout": 1, "wins": {"A": 0, "B": 0}, "results": [], "simultaneous": false, "round": 53, "first": "B", "board": {"A1": "B:P135678", "A5": "B:P124678", "E4": "A:P45"}, "owed": {"A": 0, "B": 0}, "closed": [], "timeouts": {"A": 2, "B": 2}, "quiet": {"A": 1, "B": 1}, "small": {"A": 6, "B": 6}, "ahead": "B", "items": {"A": [], "B": []}}
B A1-B1 @33.227
A E4-E3 @63.765
B B1-B2 @85.75
A E3-E2 @38.092
B B2-A1 @77.663
A E2-E1 @66.245
B A1-A2 @15.192
A pass @23.766
B A5-B4 @45.354
A pass @57.236
#= {"pending": ["B"], "decision": "turn", "over": false, "winner": null, "reason": null, "columns": 5, "rows": 5, "bout": 1, "wins": {"A": 0, "B": 0}, "results": [], "simultaneous": false, "round": 63, "first": "B", "board": {"A2": "B:P135678", "B4": "B:P124678", "E1": "A:P45"}, "owed": {"A": 0, "B": 0}, "closed": [], "timeouts": {"A": 2, "B": 2}, "quiet": {"A": 6, "B": 6}, "small": {"A": 11, "B": 11}, "ahead": "B", "items": {"A": [], "B": []}}
B B4-A4 @26.316
A pass @14.726
B A4-B5 @83.09
A pass @48.451
B timeout @87.521
deal board P12456 R2468 C468 R13678 L12378 | G24567 G1247 C12378 L35 M456 | M12378 R48 G257 M2567 C13 | R368 L238 G27 P2345 P1357 | M16 P13456 L5678 C3458 P145678
B claim C5 D5 @5.692
A claim A1 B2 @87.171
A claim B1 E4 @53.466
B claim D4 E4 @25.357
#= {"pending": ["A", "B"], "decision": "claim", "over": false, "winner": null, "reason": null, "columns": 5, "rows": 5, "bout": 2, "wins": {"A": 1, "B": 0}, "results": [{"bout": 1, "winner": "A", "reason": "timeout"}], "simultaneous": false, "round": 3, "first": null, "board": {"A1": "A:M16", "A2": "R368", "A3": "M12378", "A4": "G24567", "A5": "P12456", "B1": "A:P13456", "B2": "A:L238", "B3": "R48", "B4": "G1247", "B5": "R2468", "C1": "L5678", "C2": "G27", "C3": "G257", "C4": "C12378", "C5": "B:C468", "D1": "C3458", "D2": "P2345", "D3": "M2567", "D4": "B:L35", "D5": "B:R13678", "E1": "P145678", "E2": "P1357", "E3": "C13", "E5": "L12378"}, "owed": {"A": 0, "B": 0}, "closed": [], "timeouts": {"A": 0, "B": 0}, "quiet": {"A": 0, "B": 0}, "small": null, "ahead": null, "items": {"A": [], "B": []}}
B claim B4 C3 @49.25
A claim A2 C2 @43.058
A claim C1 D1 @9.358
B claim A4 E1 @67.656
A claim A5 C4 @10.581
B claim D2 E3 @83.792
A claim B5 E5 @12.79
B claim B3 B5 @31.289
A claim D3 E2 @21.5
B claim A3 E2 @5.175
#= {"pending": ["A"], "decision": "turn", "over": false, "winner": null, "reason": null, "columns": 5, "rows": 5, "bout": 2, "wins": {"A": 1, "B": 0}, "results": [{"bout": 1, "winner": "A", "reason": "timeout"}], "simultaneous": false, "round": 1, "first": "A", "board": {"A1": "A:M16", "A2": "A:R368", "A3": "B:M12378", "A4": "B:G24567", "A5": "A:P12456", "B1": "A:P13456", "B2": "A:L238", "B3": "B:R48", "B4": "B:G1247", "C1": "A:L5678", "C2": "A:G27", "C3": "B:G257", "C4": "A:C12378", "C5": "B:C468", "D1": "A:C3458", "D2": "B:P2345", "D3": "A:M2567", "D4": "B:L35", "D5": "B:R13678", "E1": "B:P145678", "E3": "B:C13", "E5": "A:L12378"}, "owed": {"A": 0, "B": 0}, "closed": [], "timeouts": {"A": 0, "B": 0}, "quiet": {"A": 0, "B": 0}, "small": null, "ahead": null, "items": {"A": [], "B": []}}
A E5-D5 monster A1 B1 SE @63.339
B B3-C2 monster A3 A4 S @58.935
A C1-B1 @75.145
B B4-C5 @44.829
A A5-B4 @64.556
B A4-E4 @66.506
A timeout @89.71
B C3-B3 @8.57
A C4-D4 @37.337
B D2-E1 rat C2 @8.398
#= {"pending": ["A"], "decision": "turn", "over": false, "winner": null, "reason": null, "columns": 5, "rows": 5, "bout": 2, "wins": {"A": 1, "B": 0}, "results": [{"bout": 1, "winner": "A", "reason": "timeout"}], "simultaneous": false, "round": 11, "first": "A", "board": {"A1": "A:P16", "A2": "A:R368", "A3": "B:P12378", "B1": "A:L568", "B2": "A:L238", "B3": "B:G257", "B4": "A:P12456", "C2": "B:P15", "C5": "B:G1247", "D1": "A:C3458", "D3": "A:M2567", "D4": "A:C12378", "D5": "A:L1238", "E1": "B:P2345", "E3": "B:C13", "E4": "B:G2467"}, "owed": {"A": 0, "B": 0}, "closed": [], "timeouts": {"A": 1, "B": 0}, "quiet": {"A": 0, "B": 0}, "small": null, "ahead": "A", "items": {"A": [], "B": []}}
A B2-C3 @4.684
B E4-D4 @55.587
A C3-B4 @36.429
B C5-C1 @13.547
A D3-D1 @83.883
B B3-A3 @76.44
A B4-C4 @14.325
B D4-E5 @85.268
A A1-A2 @87.048
B C2-C1 @87.831
#= {"pending": ["A"], "decision": "turn", "over": false, "winner": null, "reason": null, "columns": 5, "rows": 5, "bout": 2, "wins": {"A": 1, "B": 0}, "results": [{"bout": 1, "winner": "A", "reason": "timeout"}], "simultaneous": false, "round": 21, "first": "A", "board": {"A2": "A:P16", "A3": "B:G257", "B1": "A:L568", "C1": "B:P15", "C4": "A:L12345678", "D1": "A:M2567", "D5": "A:L1238", "E1": "B:P2345", "E3": "B:C13", "E5": "B:G2467"}, "owed": {"A": 0, "B": 0}, "closed": [], "timeouts": {"A": 1, "B": 0}, "quiet": {"A": 0, "B": 0}, "small": null, "ahead": "B", "items": {"A": [], "B": []}}
A C4-B5 @36.359
B A3-B4 @70.005
A B5-B4 monster D1 E1 S @16.853
B E5-A4 @77.257
A B4-B5 @57.557
B A4-B3 @82.32
A B5-C4 @28.868
B B3-C2 @0.933
A D5-E5 @78.251
B E3-E4 @33.02
#= {"pending": ["A"], "decision": "turn", "over": false, "winner": null, "reason": null, "columns": 5, "rows": 5, "bout": 2, "wins": {"A": 1, "B": 0}, "results": [{"bout": 1, "winner": "A", "reason": "timeout"}], "simultaneous": false, "round": 31, "first": "A", "board": {"A2": "A:P16", "B1": "A:L568", "C1": "B:P15", "C2": "B:G2467", "C4": "A:L2367", "D1": "A:P2567", "E1": "B:P234", "E4": "B:C13", "E5": "A:L128"}, "owed": {"A": 0, "B": 0}, "closed": [], "timeouts": {"A": 1, "B": 0}, "quiet": {"A": 3, "B": 4}, "small": null, "ahead": "A", "items": {"A": [], "B": []}}
A D1-E2 @45.17
B C2-B1 @77.769
A C4-D5 @46.791
B B1-A1 @46.394
A D5-E5 @6.894
B timeout @29.653
A E2-D2 @20.693
B E4-E5 @9.672
A D2-C2 @6.961
B C1-C2 @2.308
#= {"pending": ["A"], "decision": "turn", "over": false, "winner": null, "reason": null, "columns": 5, "rows": 5, "bout": 2, "wins": {"A": 1, "B": 0}, "results": [{"bout": 1, "winner": "A", "reason": "timeout"}], "simultaneous": false, "round": 41, "first": "A", "board": {"A1": "B:G2467", "A2": "A:P16", "C2": "B:P15", "E1": "B:P234", "E5": "B:C13"}, "owed": {"A": 0, "B": 0}, "closed": [], "timeouts": {"A": 1, "B": 1}, "quiet": {"A": 0, "B": 0}, "small": null, "ahead": "B", "items": {"A": [], "B": []}}
A A2-A3 @49.674
B A1-E5 @2.508
A A3-A4 @78.203
B E5-D5 @6.586
A A4-A5 @84.231
B C2-C3 @18.863
A pass @8.814
B C3-C2 @81.316
A pass @64.147
B C2-C1 @78.348
#= {"pending": ["A"], "decision": "turn", "over": false, "winner": null, "reason": null, "columns": 5, "rows": 5, "bout": 2, "wins": {"A": 1, "B": 0}, "results": [{"bout": 1, "winner": "A", "reason": "timeout"}], "simultaneous": false, "round": 51, "first": "A", "board": {"A5": "A:P16", "C1": "B:P15", "D5": "B:P2467", "E1": "B:P234"}, "owed": {"A": 0, "B": 0}, "closed": [], "timeouts": {"A": 1, "B": 1}, "quiet": {"A": 4, "B": 4}, "small": {"A": 4, "B": 4}, "ahead": "B", "items": {"A": [], "B": []}}
A pass @43.141
B D5-C4 @60.039
A pass @50.205
B C4-D3 @10.419
A pass @68.538
B D3-E2 @62.999
A pass @17.599
B E2-D2 @29.689
A pass @50.096
B D2-C2 @52.472
#= {"pending": ["A"], "decision": "turn", "over": false, "winner": null, "reason": null, "columns": 5, "rows": 5, "bout": 2, "wins": {"A": 1, "B": 0}, "results": [{"bout": 1, "winner": "A", "reason": "timeout"}], "simultaneous": false, "round": 61, "first": "A", "board": {"A5": "A:P16", "C1": "B:P15", "C2": "B:P2467", "E1": "B:P234"}, "owed": {"A": 0, "B": 0}, "closed": [], "timeouts": {"A": 1, "B": 1}, "quiet": {"A": 9, "B": 9}, "small": {"A": 9, "B": 9}, "ahead": "B", "items": {"A": [], "B": []}}
A pass @17.744
B C2-D3 @11.139
deal board C23457 C5678 L46 R37 G12348 | C357 L147 R168 M2345 P125678 | M34568 C34 P14678 M235 P1578 | R14567 R2358 P12478 G123 L2346 | P1267 M58 G1256 G23 L14678
A claim B4 C1 @8.009
B claim C4 D2 @21.667
B claim B5 C3 @15.343
A claim C3 C5 @51.095
A claim A1 E4 @26.672
B claim A4 B1 @44.748
B claim A5 B2 @53.093
#= {"pending": ["A"], "decision": "claim", "over": false, "winner": null, "reason": null, "columns": 5, "rows": 5, "bout": 3, "wins": {"A": 1, "B": 1}, "results": [{"bout": 1, "winner": "A", "reason": "timeout"}, {"bout": 2, "winner": "B", "reason": "draw_pieces"}], "simultaneous": true, "round": 4, "first": null, "board": {"A1": "A:P1267", "A2": "R14567", "A3": "M34568", "A4": "B:C357", "A5": "C23457", "B1": "B:M58", "B2": "R2358", "B3": "C34", "B4": "A:L147", "B5": "B:C5678", "C1": "A:G1256", "C2": "P12478", "C4": "B:R168", "C5": "A:L46", "D1": "G23", "D2": "B:G123", "D3": "M235", "D4": "M2345", "D5": "R37", "E1": "L14678", "E2": "L2346", "E3": "P1578", "E4": "A:P125678", "E5": "G12348"}, "owed": {"A": 0, "B": 0}, "closed": [], "timeouts": {"A": 0, "B": 0}, "quiet": {"A": 0, "B": 0}, "small": null, "ahead": null, "items": {"A": [], "B": []}}
A claim C2 E1 @22.56
A claim A3 D3 @22.34
B claim D3 D5 @89.296
A claim A2 E2 @32.112
B claim A2 E3 @70.537
A claim B3 D4 @50.377
B claim B3 E5 @73.825
A E4-D5 @48.496
B B2-A3 @30.708
B B1-A2 @48.069
#= {"pending": ["A"], "decision": "turn", "over": false, "winner": null, "reason": null, "columns": 5, "rows": 5, "bout": 3, "wins": {"A": 1, "B": 1}, "results": [{"bout": 1, "winner": "A", "reason": "timeout"}, {"bout": 2, "winner": "B", "reason": "draw_pieces"}], "simultaneous": true, "round": 2, "first": null, "board": {"A1": "A:P1267", "A3": "B:R1346", "A4": "B:C357", "A5": "B:C23457", "B1": "B:M58", "B4": "A:L147", "B5": "B:C5678", "C1": "A:G1256", "C2": "A:P12478", "C4": "B:R168", "C5": "A:L46", "D2": "B:G123", "D4": "A:M2345", "D5": "A:P125678", "E1": "A:L14678", "E2": "A:L2346", "E3": "B:P1578", "E5": "B:G12348"}, "owed": {"A": 0, "B": 0}, "closed": [], "timeouts": {"A": 0, "B": 0}, "quiet": {"A": 0, "B": 0}, "small": null, "ahead": null, "items": {"A": [], "B": []}}
A C2-C3 lizard C5 N @49.469
A D4-E5 @45.585
B A4-A3 rat C4 @73.512
B A5-A4 @27.619
A D5-C5 lizard E1 S @38.772
A C1-D2 lizard B4 E @40.732
B A4-B5 @51.817
B E3-E2 @53.71
A C3-B4 @73.242
A E5-E4 @58.74
#= {"pending": ["B"], "decision": "turn", "over": false, "winner": null, "reason": null, "columns": 5, "rows": 5, "bout": 3, "wins": {"A": 1, "B": 1}, "results": [{"bout": 1, "winner": "A", "reason": "timeout"}, {"bout": 2, "winner": "B", "reason": "draw_pieces"}], "simultaneous": true, "round": 7, "first": null, "board": {"A1": "A:P1267", "A2": "B:P58", "A3": "B:C357", "B4": "A:P12478", "B5": "B:C23457", "C4": "B:P245", "C5": "A:P125678", "D2": "A:G1256", "E1": "A:P145678", "E2": "B:P1578", "E5": "A:P2345"}, "owed": {"A": 0, "B": 0}, "closed": [], "timeouts": {"A": 0, "B": 0}, "quiet": {"A": 0, "B": 0}, "small": null, "ahead": "A", "items": {"A": [], "B": []}}
B A2-A1 @0.274
A E1-D2 @74.826
B A3-A2 @11.025
A C5-B4 @72.497
B B5-D3 @74.416
B E2-E3 crow D3 @77.15
A D2-C2 @55.817
A C2-C1 @68.275
B D3-E3 @25.902
B E3-E2 @49.348
#= {"pending": ["A"], "decision": "turn", "over": false, "winner": null, "reason": null, "columns": 5, "rows": 5, "bout": 3, "wins": {"A": 1, "B": 1}, "results": [{"bout": 1, "winner": "A", "reason": "timeout"}, {"bout": 2, "winner": "B", "reason": "draw_pieces"}], "simultaneous": true, "round": 12, "first": null, "board": {"A1": "B:P58", "A2": "B:C357", "B4": "A:P125678", "C1": "A:P145678", "C4": "B:P245", "E3": "B:P23457", "E4": "A:P2345"}, "owed": {"A": 0, "B": 0}, "closed": [], "timeouts": {"A": 0, "B": 0}, "quiet": {"A": 0, "B": 0}, "small": null, "ahead": "B", "items": {"A": [], "B": []}}
A C1-C2 @29.572
B A2-B2 @27.535
A C2-B3 @28.84
B C4-D3 @68.596
A B3-C2 @48.353
A C2-B3 @81.724
B D3-E4 @34.018
B B2-D2 @35.134
A timeout @9.676
B E2-E1 crow D2 @15.86
#= {"pending": ["A"], "decision": "turn", "over": false, "winner": null, "reason": null, "columns": 5, "rows": 5, "bout": 3, "wins": {"A": 1, "B": 1}, "results": [{"bout": 1, "winner": "A", "reason": "timeout"}, {"bout": 2, "winner": "B", "reason": "draw_pieces"}], "simultaneous": true, "round": 17, "first": null, "board": {"A1": "B:P58", "B3": "A:P145678", "B4": "A:P125678", "D2": "B:C57/3", "E2": "B:P23457", "E4": "B:P245"}, "owed": {"A": 0, "B": 0}, "closed": [], "timeouts": {"A": 1, "B": 0}, "quiet": {"A": 1, "B": 1}, "small": null, "ahead": "B", "items": {"A": [], "B": []}}
A B4-B3 @52.496
B D2-C2 @53.84
A B3-A4 @40.516
A A4-B5 @36.387
B E4-E3 @63.938
A B5-B4 @53.706
B C2-C1 @25.022
A timeout @32.647
B C1-D1 @83.891
A B4-A5 @82.757
#= {"pending": ["B"], "decision": "turn", "over": false, "winner": null, "reason": null, "columns": 5, "rows": 5, "bout": 3, "wins": {"A": 1, "B": 1}, "results": [{"bout": 1, "winner": "A", "reason": "timeout"}, {"bout": 2, "winner": "B", "reason": "draw_pieces"}], "simultaneous": true, "round": 22, "first": null, "board": {"A1": "B:P58", "B4": "A:P125678", "D1": "B:P357", "E1": "B:P23457", "E3": "B:P245"}, "owed": {"A": 0, "B": 0}, "closed": [], "timeouts": {"A": 2, "B": 0}, "quiet": {"A": 4, "B": 4}, "small": null, "ahead": "B", "items": {"A": [], "B": []}}
B E1-D1 @16.832
B D1-E1 @41.683
A A5-A4 @64.53
A A4-A5 @76.493
B E1-D1 @36.684
A A5-A4 @33.684
B D1-E2 @11.626
B E3-E2 @16.638
A A4-B5 @59.532
A B5-B4 @33.504
#= {"pending": ["B"], "decision": "turn", "over": false, "winner": null, "reason": null, "columns": 5, "rows": 5, "bout": 3, "wins": {"A": 1, "B": 1}, "results": [{"bout": 1, "winner": "A", "reason": "timeout"}, {"bout": 2, "winner": "B", "reason": "draw_pieces"}], "simultaneous": true, "round": 27, "first": null, "board": {"A1": "B:P58", "B5": "A:P125678", "E2": "B:P245"}, "owed": {"A": 0, "B": 0}, "closed": [], "timeouts": {"A": 2, "B": 0}, "quiet": {"A": 0, "B": 0}, "small": {"A": 4, "B": 4}, "ahead": "B", "items": {"A": [], "B": []}}
B E2-E1 @10.693
A B4-A3 @21.997
B pass @14.328
A A3-A2 @22.753
B timeout @4.638
A timeout @3.686
B pass @88.601
#= {"pending": [], "decision": null, "over": true, "winner": "B", "reason": "bouts", "columns": 5, "rows": 5, "bout": 3, "wins": {"A": 1, "B": 2}, "results": [{"bout": 1, "winner": "A", "reason": "timeout"}, {"bout": 2, "winner": "B", "reason": "draw_pieces"}, {"bout": 3, "winner": "B", "reason": "timeout"}], "simultaneous": true, "round": 30, "first": null, "board": {"A1": "B:P58", "A2": "A:P125678", "E1": "B:P245"}, "owed": {"A": 0, "B": 0}, "closed": [], "timeouts": {"A": 3, "B": 0}, "quiet": {"A": 4, "B": 4}, "small": {"A": 8, "B": 8}, "ahead": "B", "items": {"A": [], "B": []}}
