deathmatch 1
game five-card-trick/final
name A Ann
name B Bob
tag event whole match
A overload score claim block:score @62.962
B reset grow block:steal @10.968
A block:claim block:claim @19.558
B grow claim @81.482
A claim steal @8.967
B block:claim steal @0.558
B grow block:block @52.683
A claim block:claim @36.655
B grow claim @65.66
A block:block block:block @16.087
#= {"pending": ["A", "B"], "decision": "submit", "over": false, "winner": null, "reason": null, "round": 6, "ends_after": 25, "replays": 0, "chips": {"A": 4, "B": 5}, "pot": 1, "lights": {"A": ["score", "claim", "block", "steal"], "B": ["grow", "claim", "block", "steal"]}, "blocked": {"A": null, "B": "block"}, "recent": {"A": [["claim", "block"], ["block", "block"]], "B": [["grow", "block"], ["grow", "claim"]]}, "items": {"A": [], "B": ["priority"]}, "last": {"round": 5, "moves": {"A": "block:block block:block", "B": "grow claim"}, "effects": {"A": ["block"], "B": ["grow", "claim"]}}}
B score claim @49.092
A steal steal @78.872
B grow block:steal @21.063
A claim block:score @80.866
A block:grow block:grow @5.805
B score claim @48.428
B grow grow @81.79
A grow claim @23.98
A block:score steal @43.713
B steal steal @6.979
#= {"pending": ["A", "B"], "decision": "submit", "over": false, "winner": null, "reason": null, "round": 11, "ends_after": 25, "replays": 0, "chips": {"A": 9, "B": 10}, "pot": 1, "lights": {"A": ["block", "steal"], "B": []}, "blocked": {"A": null, "B": "score"}, "recent": {"A": [["grow", "claim"], ["block", "steal"]], "B": [["grow", "grow"], ["steal", "steal"]]}, "items": {"A": [], "B": ["priority"]}, "last": {"round": 10, "moves": {"A": "block:score steal", "B": "steal steal"}, "effects": {"A": ["block"], "B": ["lights"]}}}
A claim block:score @2.298
B score block:block @79.33
B score score @51.856
A steal steal @34.962
B block:grow block:grow @1.527
A grow block:steal @3.704
B grow claim @4.925
A steal steal @17.708
A claim block:block @14.153
B score steal @39.037
#= {"pending": ["A", "B"], "decision": "submit", "over": false, "winner": null, "reason": null, "round": 16, "ends_after": 25, "replays": 0, "chips": {"A": 13, "B": 14}, "pot": 1, "lights": {"A": ["grow", "claim", "block", "steal"], "B": []}, "blocked": {"A": null, "B": "block"}, "recent": {"A": [["steal", "steal"], ["claim", "block"]], "B": [["grow", "claim"], ["score", "steal"]]}, "items": {"A": [], "B": ["priority"]}, "last": {"round": 15, "moves": {"A": "claim block:block", "B": "score steal"}, "effects": {"A": ["block"], "B": ["score", "steal", "lights"]}}}
A score claim @82.638
B block:block steal @16.607
A block:steal steal @14.734
B claim block:steal @89.575
B steal steal @33.834
A score claim @83.795
A score block:claim @76.657
B claim claim @11.951
B score block:claim @81.198
A grow block:score @51.592
#= {"pending": ["A", "B"], "decision": "submit", "over": false, "winner": null, "reason": null, "round": 21, "ends_after": 25, "replays": 0, "chips": {"A": 19, "B": 18}, "pot": 2, "lights": {"A": [], "B": ["score", "claim", "block", "steal"]}, "blocked": {"A": null, "B": null}, "recent": {"A": [["score", "block"], ["grow", "block"]], "B": [["claim", "claim"], ["score", "block"]]}, "items": {"A": [], "B": ["priority"]}, "last": {"round": 20, "moves": {"A": "grow block:score", "B": "score block:claim"}, "effects": {"A": ["grow", "lights"], "B": ["score"]}}}
A grow steal @6.726
B score score @3.722
A block:block steal @57.428
B grow claim @5.671
A score block:steal @52.894
B block:claim block:claim @54.41
B steal steal @85.03
A score claim @85.898
B claim block:claim @23.929
A grow block:steal @87.58
#= {"pending": [], "decision": null, "over": true, "winner": "A", "reason": "chips", "round": 25, "ends_after": 25, "replays": 0, "chips": {"A": 26, "B": 23}, "pot": 1, "lights": {"A": ["grow", "block"], "B": ["claim", "block", "steal"]}, "blocked": {"A": null, "B": null}, "recent": {"A": [["score", "claim"], ["grow", "block"]], "B": [["steal", "steal"], ["claim", "block"]]}, "items": {"A": [], "B": ["priority"]}, "last": {"round": 25, "moves": {"A": "grow block:steal", "B": "claim block:claim"}, "effects": {"A": ["grow"], "B": ["claim"]}}}
