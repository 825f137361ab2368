"""Coins, signs and places of each round, drawn anew from a secret that is committed to before the first one.

Coin i of round r is bit i of SHAKE-256 of the secret, "coins" and r, so that whoever is told the secret afterwards can
check all of them. Nothing that a training draws or seeds touches them.
"""

import hashlib
from typing import NamedTuple

import numpy as np


class Drawn(NamedTuple):
    """The canaries of a round: a coordinate of its own for each, a sign, and whether it is in."""

    coordinates: np.ndarray
    signs: np.ndarray
    included: np.ndarray


class FreshDraws:
    """Draws the canaries of every round among so many coordinates."""

    def __init__(self, secret: bytes, canaries: int, size: int) -> None:
        self.secret, self.canaries, self.size = secret, canaries, size

    @property
    def commitment(self) -> str:
        return hashlib.sha256(self.secret).hexdigest()

    def round(self, number: int) -> Drawn:
        """Rounds count from 1. Signs are random, or canaries would push all coordinates one way."""
        places = np.random.default_rng(np.frombuffer(self._bytes("places", number, 32), dtype="<u4"))
        coordinates = places.choice(self.size, self.canaries, replace=False, shuffle=False)
        signs = 1.0 - 2.0 * self._bits("signs", number)
        return Drawn(np.sort(coordinates), signs, self._bits("coins", number).astype(bool))

    def _bits(self, what: str, number: int) -> np.ndarray:
        given = np.frombuffer(self._bytes(what, number, -(-self.canaries // 8)), dtype=np.uint8)
        return np.unpackbits(given, bitorder="little")[: self.canaries]

    def _bytes(self, what: str, number: int, length: int) -> bytes:
        return hashlib.shake_256(self.secret + f" {what} {number}".encode()).digest(length)
