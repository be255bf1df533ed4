// A right program with six ways to print, by its first argument: `java Poker words deck.txt`.
import java.io.File;
import java.io.FileNotFoundException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Scanner;

public class Poker {
    enum Suit { CLUBS, DIAMONDS, HEARTS, SPADES }
    enum Rank { TWO, THREE, FOUR, FIVE, SIX, SEVEN, EIGHT, NINE, TEN, JACK, QUEEN, KING, ACE }
    enum HandType {
        HIGH_CARD, ONE_PAIR, TWO_PAIR, THREE_OF_A_KIND, STRAIGHT, FLUSH, FULL_HOUSE, FOUR_OF_A_KIND,
        STRAIGHT_FLUSH
    }
    static String style;

    record Card(Rank rank, Suit suit) {
        @Override
        public String toString() {
            if (style.equals("short")) {
                return "23456789TJQKA".substring(rank.ordinal(), rank.ordinal() + 1)
                    + suit.name().charAt(0);
            }
            return rank + " of " + suit;
        }
    }

    static class Hand {
        int player;
        HandType type;
        long value;
        List<Card> cards = new ArrayList<>();

        void evaluate() {
            cards.sort(Comparator.comparing(Card::rank));
            int[] count = new int[13];
            for (Card card : cards) count[card.rank().ordinal()]++;
            List<Integer> order = new ArrayList<>();
            int[] groups = new int[5];
            for (int times = 4; times > 0; times--) {
                for (int rank = 12; rank >= 0; rank--) {
                    if (count[rank] == times) {
                        order.add(rank);
                        groups[times]++;
                    }
                }
            }
            boolean flush = cards.stream().map(Card::suit).distinct().count() == 1;
            boolean wheel = order.equals(List.of(12, 3, 2, 1, 0));
            boolean straight = wheel || order.size() == 5 && order.get(0) - order.get(4) == 4;
            for (int rank : order) value = 13 * value + rank;
            if (straight) value = wheel ? 3 : order.get(0);
            if (straight && flush) type = HandType.STRAIGHT_FLUSH;
            else if (groups[4] == 1) type = HandType.FOUR_OF_A_KIND;
            else if (groups[3] == 1 && groups[2] == 1) type = HandType.FULL_HOUSE;
            else if (flush) type = HandType.FLUSH;
            else if (straight) type = HandType.STRAIGHT;
            else if (groups[3] == 1) type = HandType.THREE_OF_A_KIND;
            else if (groups[2] == 2) type = HandType.TWO_PAIR;
            else type = groups[2] == 1 ? HandType.ONE_PAIR : HandType.HIGH_CARD;
        }
    }

    public static void main(String[] args) {
        style = args[0];
        List<Card> deck = new ArrayList<>();
        if (args.length > 1) {
            try (Scanner in = new Scanner(new File(args[1]))) {
                while (in.hasNextInt()) {
                    deck.add(new Card(Rank.values()[in.nextInt()], Suit.values()[in.nextInt()]));
                }
            } catch (FileNotFoundException e) {
                System.err.println("Error: Could not find file");
                System.exit(1);
            }
        } else {
            for (Suit suit : Suit.values()) {
                for (Rank rank : Rank.values()) deck.add(new Card(rank, suit));
            }
            Collections.shuffle(deck);
        }
        if (style.equals("deck")) System.out.println("Deck: " + deck);
        List<Hand> hands = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            Hand hand = new Hand();
            hand.player = i + 1;
            for (int j = i; j < 50; j += 10) hand.cards.add(deck.get(j));
            if (style.equals("dealt")) System.out.println("Player " + (i + 1) + ": " + hand.cards);
            hand.evaluate();
            hands.add(hand);
        }
        hands.sort(Comparator.comparing((Hand hand) -> hand.type)
            .thenComparing(hand -> hand.value).reversed());
        for (int place = 1; place <= 10; place++) {
            Hand hand = hands.get(place - 1);
            if (style.equals("table")) {
                System.out.printf("%-3d Player %-3d %-90s %s%n", place, hand.player, hand.cards, hand.type);
            } else if (style.equals("block")) {
                System.out.println(place + ". Player " + hand.player + "\n   " + hand.type);
                for (Card card : hand.cards) System.out.println("   - " + card);
            } else {
                System.out.println("Player " + hand.player + " " + hand.cards + " " + hand.type);
            }
        }
        if (style.equals("after")) {
            System.out.println("The hands as dealt:");
            hands.sort(Comparator.comparing(hand -> hand.player));
            for (Hand hand : hands) {
                System.out.println("Player " + hand.player + " " + hand.cards + " " + hand.type);
            }
        }
    }
}
