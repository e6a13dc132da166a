"""Even Groups: two stones a turn on a hexagon; whoever's colour ends with an even number of groups wins (rules/even-groups.md)."""
