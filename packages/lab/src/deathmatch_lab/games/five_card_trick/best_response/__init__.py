"""What only this game needs: the best response against a bot, by the solver's tables."""
