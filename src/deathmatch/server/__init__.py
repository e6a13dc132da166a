"""The web server: rooms, lobby, store and wire around the referee."""
