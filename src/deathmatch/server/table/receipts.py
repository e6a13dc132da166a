"""The receipts that a table gives for submissions, and their openings. Everything here is pure; `queries.py` says who may ask."""

from __future__ import annotations

from deathmatch.core.seats import Seat
from deathmatch.match import dealer
from deathmatch.server.table.table import Table
from deathmatch.server.wire.bodies import Opening, Receipt, Receipts


def _secret(table: Table) -> bytes | None:
    """The secret behind the receipts of a table; None if an older server set it up, which gave no receipts."""
    return bytes.fromhex(table.made.receipts) if table.made.receipts else None


def receipt(table: Table, seat: Seat, ply: int, text: str) -> str:
    """The receipt for a submission; empty at a table that gives none."""
    secret = _secret(table)
    return "" if secret is None else dealer.receipt(secret, table.id, ply, seat, text)


def openings(table: Table) -> list[Opening]:
    """The nonces that open the receipts of all submissions in the record. A submission that was never revealed has none."""
    secret = _secret(table)
    if secret is None:
        return []
    shown = table.started_match.submissions()
    return [Opening(one.event, one.ply, one.seat.value, dealer.receipt_nonce(secret, table.id, one.ply, one.seat)) for one in shown]


def of_seat(table: Table, seat: Seat) -> Receipts:
    """The receipts of one seat for all that it has submitted; once the match is over, opened if they are in the record."""
    secret = _secret(table)
    if secret is None:
        return Receipts(table.id, seat.value, [])
    shown = {one.ply: one.text for one in table.started_match.submissions() if one.seat is seat}
    answered = table.answers.get(seat.value)
    waiting = {} if answered is None or answered.ply in shown else {answered.ply: answered.text}
    undone = {one.ply: one.text for one in table.started_match.withdrawn if one.seat is seat}
    found = []
    for ply, text in sorted({**undone, **shown, **waiting}.items()):
        opened = dealer.receipt_nonce(secret, table.id, ply, seat) if table.over and ply in shown else ""
        found.append(Receipt(ply, text, dealer.receipt(secret, table.id, ply, seat, text), opened))
    return Receipts(table.id, seat.value, found)
