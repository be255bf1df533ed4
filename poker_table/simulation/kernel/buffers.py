"""The buffers that the kernel works in. The next deals overwrite them."""

from __future__ import annotations

from typing import NamedTuple

from poker_table.simulation.kernel.draws import Words


class Buffers(NamedTuple):
    """Sequences of words, their rows. The defaults say how many rows each buffer has."""

    words: Words = [0] * 0  # random words: 64 rows each, as many as `philox_blocks` says
    packed: Words = [0] * 80  # the digits of one word, eight rows each, a byte per deal
    packed_accepted: Words = [0] * 8  # lowest bit of each byte: no word of the deal is refused
    planes: Words = [0] * 330  # six per dealt card: digit, then index; or one per card of the deck
    depths: Words = [0] * 30  # of five cards, six rows each: see cards.py
    one_hot: Words = [0] * 80  # one-hot planes of five cards' ranks, or ten hands' types
    ranks: Words = [0] * 52  # where a hand has a rank at least once, twice, three, four times
    suited: Words = [0] * 52  # where a rank is in the suit of a flush; every fourth row
    straights: Words = [0] * 13  # where a rank is the highest of a straight
    straight_flushes: Words = [0] * 13  # where a rank is the highest of a straight flush
    flushes: Words = [0] * 4  # where a hand has a flush in a suit
    chief_left: Words = [0] * 2  # row k: more than k chief ranks still count
    others_left: Words = [0] * 5  # row k: more than k other ranks still count
    flags: Words = [0] * 8  # of one hand: see set_same_rank_flags and the functions after it
    strengths: Words = [0] * 300  # of ten hands, 30 rows each: see strengths.py
    best: Words = [0] * 30  # the greatest strength of each deal
    wins: Words = [0] * 10  # where a player wins, alone or with others
    holders: Words = [0] * 36  # how many players hold each type, four rows each
    score: Words = [0] * 8  # how strange each table is
    wanted: Words = [0] * 1  # which deals are asked for
    accepted: Words = [0] * 1  # where a deal is to be counted: it is wanted, no word is refused
    refused: Words = [0] * 1  # where a deal is wanted, but has a word refused
    strangest: Words = [0] * 1  # where a deal has the greatest score


def empty_buffers() -> Buffers:
    """Return new buffers."""
    return Buffers(*(rows[:] for rows in Buffers()))
