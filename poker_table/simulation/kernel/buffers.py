"""The buffers that the kernel works in: overwritten by each block of deals."""

from __future__ import annotations

from typing import NamedTuple

from poker_table.simulation.kernel.draws import Words


class Buffers(NamedTuple):
    """Rows of words: how many each buffer has, and what it is for."""

    words: Words = [0] * (12 * 64)  # random words, 64 rows each
    packed: Words = [0] * 80  # eight for each digit of a word
    fair: Words = [0] * 8  # which deals had no word refused
    planes: Words = [0] * 330  # six a card: digits, then indexes; or one a card: who has it
    depths: Words = [0] * 30  # of five cards
    one_hot: Words = [0] * 80  # of five cards' ranks, or of ten hands' types
    ranks: Words = [0] * 52  # there at least once, twice, three, four times
    suited: Words = [0] * 52  # ranks in the suit of a flush, every fourth row
    straights: Words = [0] * 13  # where a rank is the highest of a straight
    straight_flushes: Words = [0] * 13  # and of a straight flush
    flushes: Words = [0] * 4  # where a suit has a flush
    chief_left: Words = [0] * 2  # how many chief ranks still count, in a row of ones that shrinks
    others_left: Words = [0] * 5  # how many of the others
    flags: Words = [0] * 8  # of one hand
    strengths: Words = [0] * 300  # of ten hands
    best: Words = [0] * 30  # strength
    wins: Words = [0] * 10  # a plane a player
    holders: Words = [0] * 36  # how many players hold each type
    score: Words = [0] * 8  # how strange the table is
    accepted: Words = [0] * 1  # the deals to count: none of their words is refused
    strangest: Words = [0] * 1  # the deals with the greatest score


def empty_buffers() -> Buffers:
    """Return buffers of one's own."""
    return Buffers(*(part[:] for part in Buffers()))
