// A right program with six ways to print, by its first argument: `poker words deck.txt`.
#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <string>
#include <vector>
using namespace std;

struct Card { int rank, suit; };
struct Hand { int player, type; long value; vector<Card> cards; };

const string RANKS = "23456789TJQKA", SUITS = "CDHS";
const string RANK_NAMES[] = {"Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten",
                             "Jack", "Queen", "King", "Ace"};
const string SUIT_NAMES[] = {"Clubs", "Diamonds", "Hearts", "Spades"};
const string TYPES[] = {"High Card", "Pair", "Two Pair", "Three of a Kind", "Straight", "Flush",
                        "Full House", "Four of a kind", "Straight Flush"};

string shown(const Card& card) { return string() + RANKS[card.rank] + SUITS[card.suit]; }
string words(const Card& card) { return RANK_NAMES[card.rank] + " of " + SUIT_NAMES[card.suit]; }
string numbered(const Card& card) { return to_string(card.rank + 2) + SUITS[card.suit]; }

void evaluate(Hand& hand) {
    int count[13] = {0};
    bool flush = true;
    for (const Card& card : hand.cards) {
        count[card.rank]++;
        flush = flush && card.suit == hand.cards[0].suit;
    }
    vector<int> order;
    for (int times = 4; times > 0; times--)
        for (int rank = 12; rank >= 0; rank--)
            if (count[rank] == times) order.push_back(rank);
    bool wheel = order == vector<int>{12, 3, 2, 1, 0};
    bool straight = wheel || (order.size() == 5 && order[0] - order[4] == 4);
    int pairs = std::count(count, count + 13, 2);
    bool three = std::count(count, count + 13, 3), four = std::count(count, count + 13, 4);
    hand.type = straight && flush ? 8 : four ? 7 : three && pairs ? 6 : flush ? 5 : straight ? 4
              : three ? 3 : pairs;
    hand.value = wheel ? 3 : 0;
    if (straight && !wheel) hand.value = order[0];
    if (!straight) for (int rank : order) hand.value = 13 * hand.value + rank;
}

int main(int argc, char* argv[]) {
    string style = argc > 1 ? argv[1] : "";
    vector<Card> deck;
    if (argc > 2) {
        ifstream file(argv[2]);
        if (!file) {
            cerr << "Error: Could not find file" << endl;
            return 1;
        }
        int rank, suit;
        while (file >> rank >> suit) deck.push_back({rank, suit});
    } else {
        srand(time(0));
        for (int i = 0; i < 52; i++) deck.push_back({i % 13, i / 13});
        for (int i = 0; i < 1000; i++) swap(deck[rand() % 52], deck[rand() % 52]);
        if (style == "deck if random") {
            for (const Card& card : deck) cout << shown(card) << ", ";
            cout << endl;
        }
    }
    vector<Hand> hands(10);
    for (int i = 0; i < 50; i++) hands[i % 10].cards.push_back(deck[i]);
    for (int i = 0; i < 10; i++) {
        hands[i].player = i + 1;
        evaluate(hands[i]);
    }
    stable_sort(hands.begin(), hands.end(), [](const Hand& a, const Hand& b) {
        return a.type != b.type ? a.type > b.type : a.value > b.value;
    });
    for (Hand& hand : hands) {
        sort(hand.cards.begin(), hand.cards.end(), [](const Card& a, const Card& b) {
            return a.rank < b.rank;
        });
        if (style == "block") cout << "Player " << hand.player << endl;
        else cout << "Player " << setw(style == "padded" ? 2 : 0) << hand.player << " - ";
        for (const Card& card : hand.cards)
            if (style == "words") cout << words(card) << ", ";
            else if (style == "numbers") cout << numbered(card) << " ";
            else if (style == "block") cout << "    " << words(card) << endl;
            else cout << shown(card) << " ";
        cout << (style == "block" ? "" : "- ") << TYPES[hand.type] << endl;
        if (style == "block") cout << endl;
    }
    if (style == "winner") cout << "Winner: Player " << hands[0].player << " - " << TYPES[hands[0].type];
    return 0;
}
