deathmatch 1
game five-card-trick/setna
name A Ann
name B Bob
tag event whole match
B claim @69.226
A claim @52.886
A raise steal @58.998
B score block:block @84.033
A score block:raise @89.001
B claim steal @64.535
B raise claim @27.309
A block:steal steal @80.781
A claim steal @19.037
B claim steal @79.621
#= {"pending": ["A", "B"], "decision": "submit", "over": false, "winner": null, "reason": null, "round": 6, "ends_after": 25, "replays": 0, "chips": {"A": 5, "B": 4}, "pot": 1, "lights": {"A": ["claim", "block", "steal"], "B": ["steal"]}, "blocked": {"A": null, "B": null}, "recent": {"A": [["block", "steal"], ["claim", "steal"]], "B": [["raise", "claim"], ["steal"]]}, "items": {"A": [], "B": []}, "last": {"round": 5, "moves": {"A": "claim steal", "B": "claim steal"}, "effects": {"A": ["claim"], "B": []}}}
A claim block:steal @9.612
B block:claim @55.55
A score @8.388
B block:score @0.628
B claim block:block @81.422
A raise steal @71.147
A raise @44.814
B block:score steal @79.922
A score block:score @50.832
B block:raise @33.663
#= {"pending": ["A", "B"], "decision": "submit", "over": false, "winner": null, "reason": null, "round": 11, "ends_after": 25, "replays": 0, "chips": {"A": 10, "B": 4}, "pot": 2, "lights": {"A": ["score", "raise", "block"], "B": ["claim", "block", "steal"]}, "blocked": {"A": null, "B": null}, "recent": {"A": [["raise"], ["score", "block"]], "B": [["block", "steal"], ["block"]]}, "items": {"A": [], "B": []}, "last": {"round": 10, "moves": {"A": "score block:score", "B": "block:raise"}, "effects": {"A": [], "B": []}}}
A block:claim @64.287
B block:block @24.91
A block:claim steal @4.084
B score block:score @37.682
B score block:claim @65.197
A raise block:score @63.034
B claim block:score @46.315
A score claim @35.007
B score block:raise @25.443
A raise @69.01
#= {"pending": ["A", "B"], "decision": "submit", "over": false, "winner": null, "reason": null, "round": 16, "ends_after": 25, "replays": 0, "chips": {"A": 12, "B": 6}, "pot": 4, "lights": {"A": ["raise"], "B": ["score", "claim", "block", "steal"]}, "blocked": {"A": "raise", "B": null}, "recent": {"A": [["score", "claim"], ["raise"]], "B": [["claim", "block"], ["score", "block"]]}, "items": {"A": [], "B": []}, "last": {"round": 15, "moves": {"A": "raise", "B": "score block:raise"}, "effects": {"A": ["raise"], "B": ["score", "block"]}}}
B block:claim @6.389
A block:raise @73.769
B claim block:block @74.875
A block:block @67.386
A steal @6.14
B block:raise @13.118
B block:steal steal @67.303
A score steal @14.231
B none @33.174
A none @20.503
#= {"pending": ["A", "B"], "decision": "submit", "over": false, "winner": null, "reason": null, "round": 21, "ends_after": 25, "replays": 0, "chips": {"A": 13, "B": 10}, "pot": 1, "lights": {"A": ["score", "raise", "block", "steal"], "B": ["score", "claim", "block", "steal"]}, "blocked": {"A": null, "B": null}, "recent": {"A": [["score", "steal"], []], "B": [["steal"], []]}, "items": {"A": [], "B": []}, "last": {"round": 20, "moves": {"A": "none", "B": "none"}, "effects": {"A": [], "B": []}}}
B raise claim @36.248
A score block:raise @35.767
A raise block:claim @32.42
B score raise @28.252
A score block:claim @39.055
B claim block:block @52.506
A raise block:block @74.521
B score block:score @47.88
A score raise @40.835
B raise block:raise @24.173
#= {"pending": [], "decision": null, "over": true, "winner": "A", "reason": "chips", "round": 25, "ends_after": 25, "replays": 0, "chips": {"A": 16, "B": 15}, "pot": 2, "lights": {"A": ["score", "raise", "block", "steal"], "B": ["score", "raise", "claim", "block"]}, "blocked": {"A": null, "B": null}, "recent": {"A": [["raise", "block"], ["score", "raise"]], "B": [["score", "block"], ["raise"]]}, "items": {"A": [], "B": []}, "last": {"round": 25, "moves": {"A": "score raise", "B": "raise block:raise"}, "effects": {"A": ["score"], "B": []}}}
