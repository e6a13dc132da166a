"""Five-Card Trick: whole matches solved, best responses to bots, digests of solutions, and what they add to play, reviews and pages."""
