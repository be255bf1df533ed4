// The assignment in C++, as small as it goes. FAULT chooses one mistake; without it there is none.
#include <algorithm>
#include <array>
#include <ctime>
#include <fstream>
#include <iostream>
#include <random>
#include <string>
#include <vector>

#ifndef FAULT
#define FAULT 0
#endif

struct Card {
    int rank, suit;
    std::string toString() const {
        return std::string(1, "23456789TJQKA"[rank]) + "CDHS"[suit];
    }
};

enum HandType {
    HIGH_CARD, PAIR, TWO_PAIR, THREE_OF_A_KIND, STRAIGHT, FLUSH, FULL_HOUSE, FOUR_OF_A_KIND,
    STRAIGHT_FLUSH
};

const char* const NAMES[] = {
    "High Card", "Pair", "Two Pair", "Three of a Kind", "Straight", "Flush", "Full House",
    "Four of a Kind", "Straight Flush"};

struct Hand {
    int player;
    std::vector<Card> cards;
    HandType type;
    int value;

    void evaluate() {
        std::sort(cards.begin(), cards.end(), [](const Card& a, const Card& b) {
            return a.rank != b.rank ? a.rank < b.rank : a.suit < b.suit;
        });
        std::array<int, 13> held{};
        for (const Card& card : cards) held[card.rank]++;
        std::vector<int> ranks;  // the different ones, the most important first
        for (int rank = 12; rank >= (FAULT == 1 ? 1 : 0); rank--)  // 1: the twos are never counted
            if (held[rank]) ranks.push_back(rank);
        std::stable_sort(ranks.begin(), ranks.end(), [&](int a, int b) { return held[a] > held[b]; });
        bool flush = true;
        for (const Card& card : cards) flush = flush && card.suit == cards[0].suit;
        bool wheel = FAULT != 2 && ranks == std::vector<int>{12, 3, 2, 1, 0};  // 2: no wheel
        bool straight = wheel || (ranks.size() == 5 && ranks[0] - ranks[4] == 4);
        if (FAULT == 3 && ranks == std::vector<int>{12, 11, 10, 1, 0}) straight = true;  // wraps
        if (wheel && FAULT != 4) ranks = {3, 2, 1, 0, 0};  // 4: the wheel is ace-high
        int most = ranks.empty() ? 0 : held[ranks[0]];
        int next = ranks.size() > 1 ? held[ranks[1]] : 0;
        if (straight && flush && FAULT != 5) type = STRAIGHT_FLUSH;  // 5: it is a flush
        else if (most == 4) type = FOUR_OF_A_KIND;
        else if (most == 3 && next == 2) type = FULL_HOUSE;
        else if (flush) type = FLUSH;
        else if (straight) type = STRAIGHT;
        else if (most == 3) type = THREE_OF_A_KIND;
        else if (most == 2 && next == 2) type = TWO_PAIR;
        else if (most == 2) type = PAIR;
        else type = HIGH_CARD;
        if (FAULT == 12 && type == PAIR) {  // 12: looks at a variable that was never set
            int* kickers = new int;
            if (*kickers & 1) type = HIGH_CARD;
        }
        value = 0;
        for (int rank : ranks) value = value * (FAULT == 6 ? 10 : 13) + rank;  // 6: base 10
        for (size_t i = ranks.size(); FAULT != 6 && i < 5; i++) value *= 13;
    }

    void print() const {
        std::cout << "Player " << player << " -";
        for (const Card& card : cards) std::cout << ' ' << card.toString();
        std::cout << " - " << NAMES[type] << '\n';
    }
};

struct HandComparer {
    bool operator()(const Hand& a, const Hand& b) const {  // whether a is to stand above b
        if (FAULT == 7) return a.value > b.value;          // 7: the type is ignored
        return a.type != b.type ? a.type > b.type : a.value > b.value;
    }
};

std::vector<Card> readDeck(const char* name) {
    std::ifstream file(name);
    if (!file && FAULT != 8) {  // 8: a missing file is not noticed
        std::cerr << "Error: Could not find file\n";
        std::exit(1);
    }
    std::vector<Card> deck;
    for (Card card; file >> card.rank >> card.suit;) deck.push_back(card);
    return deck;
}

std::vector<Card> shuffledDeck() {
    std::vector<Card> deck;
    for (int rank = 0; rank < 13; rank++)
        for (int suit = 0; suit < 4; suit++) deck.push_back({rank, suit});
    std::mt19937 random(FAULT == 9 ? 1 : (unsigned)std::time(nullptr));  // 9: always the same
    std::shuffle(deck.begin(), deck.end(), random);
    return deck;
}

int main(int argc, char** argv) {
    std::vector<Card> deck = argc > 1 ? readDeck(argv[1]) : shuffledDeck();
    std::vector<Hand> hands;
    for (int player = 1; player <= 10; player++) {
        Hand hand{player, {}, HIGH_CARD, 0};
        for (int card = 0; card < 5 && card * 10 + player - 1 < (int)deck.size(); card++)
            hand.cards.push_back(deck[FAULT == 10 ? (player - 1) * 5 + card      // 10: all at once
                                                  : card * 10 + player - 1]);
        if (hand.cards.empty()) return 0;
        hand.evaluate();
        hands.push_back(hand);
    }
    std::stable_sort(hands.begin(), hands.end(), HandComparer());
    for (const Hand& hand : hands) hand.print();
    if (FAULT == 11) {  // 11: frees what it never made
        int* nothing = reinterpret_cast<int*>(16);
        std::cout.flush();
        *nothing = 1;
    }
}
