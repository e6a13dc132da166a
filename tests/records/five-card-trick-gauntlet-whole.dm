deathmatch 1
game five-card-trick/gauntlet
name A Ann
name B Bob
tag event whole match
A score steal @79.135
B score block:claim @61.254
B claim block:grow @76.322
A claim block:score @59.327
B score steal @48.977
A score grow @54.444
A claim steal @5.691
B score block:score @33.596
A grow steal @20.735
B block:claim steal @52.995
#= {"pending": ["A", "B"], "decision": "submit", "over": false, "winner": null, "reason": null, "round": 6, "ends_after": 25, "replays": 0, "chips": {"A": 3, "B": 1}, "pot": 2, "lights": {"A": ["grow", "claim", "steal"], "B": ["score", "claim", "block", "steal"]}, "blocked": {"A": "claim", "B": null}, "recent": {"A": [["claim", "steal"], ["grow", "steal"]], "B": [["score", "block"], ["block", "steal"]]}, "items": {"A": [], "B": []}, "last": {"round": 5, "moves": {"A": "grow steal", "B": "block:claim steal"}, "effects": {"A": ["grow"], "B": ["block"]}}}
A score grow @60.602
B grow steal @46.938
B timeout @62.178
A claim block:grow @36.89
A block:claim steal @50.292
B grow claim @30.012
A score grow @7.89
B block:block steal @29.159
B claim block:block @7.987
A score block:grow @79.023
#= {"pending": ["A", "B"], "decision": "submit", "over": false, "winner": null, "reason": null, "round": 11, "ends_after": 25, "replays": 0, "chips": {"A": 10, "B": 4}, "pot": 1, "lights": {"A": ["score", "grow", "block", "steal"], "B": ["grow", "claim", "block", "steal"]}, "blocked": {"A": null, "B": null}, "recent": {"A": [["score", "grow"], ["score", "block"]], "B": [["block", "steal"], ["claim", "block"]]}, "items": {"A": [], "B": []}, "last": {"round": 10, "moves": {"A": "score block:grow", "B": "claim block:block"}, "effects": {"A": ["score"], "B": ["claim"]}}}
B score steal @52.779
A claim block:block @47.004
A score grow @10.59
B claim block:block @82.778
B grow claim @11.461
A block:steal steal @49.8
B grow steal @65.317
A score grow @6.596
A grow block:claim @53.143
B claim block:claim @76.113
#= {"pending": ["A", "B"], "decision": "submit", "over": false, "winner": null, "reason": null, "round": 16, "ends_after": 25, "replays": 0, "chips": {"A": 15, "B": 11}, "pot": 1, "lights": {"A": ["score", "grow", "block", "steal"], "B": ["grow", "claim", "block", "steal"]}, "blocked": {"A": null, "B": null}, "recent": {"A": [["score", "grow"], ["grow", "block"]], "B": [["grow", "steal"], ["claim", "block"]]}, "items": {"A": [], "B": []}, "last": {"round": 15, "moves": {"A": "grow block:claim", "B": "claim block:claim"}, "effects": {"A": ["grow"], "B": ["claim"]}}}
A score block:block @38.737
B score block:claim @76.683
A claim steal @80.203
B grow claim @15.399
A claim block:steal @2.452
B score block:steal @34.261
A score steal @43.702
B grow block:grow @61.297
B score grow @62.084
A score claim @73.127
#= {"pending": ["A", "B"], "decision": "submit", "over": false, "winner": null, "reason": null, "round": 21, "ends_after": 25, "replays": 0, "chips": {"A": 22, "B": 13}, "pot": 1, "lights": {"A": ["score", "claim", "block", "steal"], "B": ["score", "grow", "claim", "block"]}, "blocked": {"A": null, "B": null}, "recent": {"A": [["score", "steal"], ["score", "claim"]], "B": [["grow", "block"], ["score", "grow"]]}, "items": {"A": [], "B": []}, "last": {"round": 20, "moves": {"A": "score claim", "B": "score grow"}, "effects": {"A": ["claim"], "B": ["grow"]}}}
A claim steal @18.186
B claim block:block @5.586
A score block:grow @43.246
B timeout @44.419
A claim steal @2.536
B block:block steal @33.488
B claim block:steal @40.46
A claim block:steal @8.757
A score block:score @22.738
B score steal @51.369
#= {"pending": [], "decision": null, "over": true, "winner": "A", "reason": "chips", "round": 25, "ends_after": 25, "replays": 0, "chips": {"A": 24, "B": 14}, "pot": 1, "lights": {"A": ["score", "claim", "block", "steal"], "B": ["score", "claim", "block", "steal"]}, "blocked": {"A": null, "B": "score"}, "recent": {"A": [["claim", "block"], ["score", "block"]], "B": [["claim", "block"], ["score", "steal"]]}, "items": {"A": [], "B": []}, "last": {"round": 25, "moves": {"A": "score block:score", "B": "score steal"}, "effects": {"A": ["block"], "B": []}}}
