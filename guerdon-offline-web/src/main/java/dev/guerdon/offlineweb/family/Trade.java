package dev.guerdon.offlineweb.family;

import dev.guerdon.offlineweb.sites.Draws;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Businesses around squares.
 *
 * @param kinds what kinds there are, singular and plural
 * @param squares the squares
 * @param all the businesses of all kinds and squares
 */
record Trade(List<Kind> kinds, List<String> squares, List<Firm> all) {

    private static final List<Kind> KINDS = List.of(
            new Kind("bookshop", "bookshops"),
            new Kind("tailor", "tailors"),
            new Kind("florist", "florists"),
            new Kind("cinema", "cinemas"),
            new Kind("barber", "barbers"),
            new Kind("optician", "opticians"));

    /** A kind of business. */
    record Kind(String one, String many) {}

    /** A business; opening and closing are minutes of the day, and no two of a list are equally far away. */
    record Firm(
            String kind, String square, String name, int metres, double rating, int opens, int closes, String phone) {}

    static Trade of(String key, Names names) {
        int first = Draws.below(KINDS.size(), key + " kinds", 0);
        List<Kind> kinds = List.of(KINDS.get(first), KINDS.get((first + 1) % KINDS.size()));
        List<String> squares =
                names.next(2).stream().map(name -> name + " Square").toList();
        List<Firm> all = new ArrayList<>();
        for (String square : squares) {
            for (Kind kind : kinds) {
                String draw = key + " " + square + " " + kind.one;
                int count = 24 + Draws.below(12, draw + " count", 0);
                List<String> called = names.next(count);
                for (int i = 0; i < count; i++) {
                    all.add(new Firm(
                            kind.one,
                            square,
                            called.get(i),
                            40 + 40 * i + Draws.below(39, draw + " metres", i),
                            Math.rint(Draws.between(2.5, 5, draw + " rating", i) * 10) / 10,
                            330 + 30 * Draws.below(9, draw + " opens", i),
                            960 + 30 * Draws.below(12, draw + " closes", i),
                            "0" + (20_000 + Draws.below(70_000, draw + " phone", i)) + "-" + (100 + i)));
                }
            }
        }
        return new Trade(kinds, squares, List.copyOf(all));
    }

    /** A list as the site shows it: by name, so that the first are not the nearest. */
    List<Firm> near(String square, String kind) {
        return all.stream()
                .filter(firm -> firm.square.equals(square) && firm.kind.equals(kind))
                .sorted(Comparator.comparing(Firm::name))
                .toList();
    }
}
