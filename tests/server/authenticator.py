"""A passkey in software: makes credentials and signs challenges as a browser and its authenticator do, and wrongly if it is told to."""

from __future__ import annotations

import hashlib
import json
import secrets
import struct
from dataclasses import dataclass, field
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec

from deathmatch.server.tokens import packed

PRESENT, VERIFIED, ATTESTED = 0x01, 0x04, 0x40


@dataclass
class Authenticator:
    """One credential. `origin` is that of the page; `verifies` is whether it verifies its user; `count` grows with each signature."""

    origin: str
    verifies: bool = True
    count: int = 1
    id: bytes = field(default_factory=lambda: secrets.token_bytes(32))
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))

    def make(self, options: dict[str, Any]) -> dict[str, Any]:
        """The answer to `create`."""
        numbers = self.key.public_key().public_numbers()
        public = cbor2.dumps({1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32, "big"), -3: numbers.y.to_bytes(32, "big")})
        data = self._data(options["rp"]["id"], ATTESTED) + bytes(16) + struct.pack(">H", len(self.id)) + self.id + public
        attested = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        return self._answer({"clientDataJSON": packed(self._client("webauthn.create", options)), "attestationObject": packed(attested)})

    def sign(self, options: dict[str, Any]) -> dict[str, Any]:
        """The answer to `get`."""
        self.count += 1
        client, data = self._client("webauthn.get", options), self._data(options["rpId"], 0)
        signature = self.key.sign(data + hashlib.sha256(client).digest(), ec.ECDSA(hashes.SHA256()))
        return self._answer({"clientDataJSON": packed(client), "authenticatorData": packed(data), "signature": packed(signature)})

    def _data(self, name: str, flags: int) -> bytes:
        flags |= PRESENT | (VERIFIED if self.verifies else 0)
        return hashlib.sha256(name.encode()).digest() + struct.pack(">BI", flags, self.count)

    def _client(self, kind: str, options: dict[str, Any]) -> bytes:
        return json.dumps({"type": kind, "challenge": options["challenge"], "origin": self.origin, "crossOrigin": False}).encode()

    def _answer(self, response: dict[str, str]) -> dict[str, Any]:
        return {"id": packed(self.id), "rawId": packed(self.id), "type": "public-key", "response": response}
