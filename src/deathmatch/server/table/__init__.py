"""A table as a value: its log, what its entries add up to, and what may be added. No I/O, no connections, no clock."""
