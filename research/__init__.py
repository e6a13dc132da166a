"""One-off programs: the fits, counts and measurements behind shipped data and documented figures. CI does not check them."""
