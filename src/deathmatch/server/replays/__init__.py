"""Replays, pictures and changes of records, all made from a record's text in processes of their own."""
