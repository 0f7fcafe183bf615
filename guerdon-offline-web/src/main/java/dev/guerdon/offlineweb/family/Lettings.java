package dev.guerdon.offlineweb.family;

import dev.guerdon.offlineweb.sites.Draws;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Dwellings that were sold in three towns.
 *
 * @param noun what one of them is called, in the plural
 * @param towns the towns
 * @param all the dwellings, the latest sale first
 */
record Lettings(String noun, List<String> towns, List<Dwelling> all) {

    static final int FIRST_YEAR = 2017;
    static final int LAST_YEAR = 2019;

    private static final int PER_TOWN = 96;
    private static final List<String> NOUNS = List.of("cottages", "flats", "lodges", "chalets");

    /** A dwelling; the price is in whole dollars, and no two of a town have the same. */
    record Dwelling(String town, String address, int beds, int baths, int price, LocalDate sold) {}

    static Lettings of(String key, Names names) {
        List<String> towns = names.next(3);
        List<String> streets = names.next(8);
        List<Dwelling> all = new ArrayList<>();
        for (String town : towns) {
            for (int i = 0; i < PER_TOWN; i++) {
                String draw = key + " " + town;
                int beds = 1 + Draws.below(4, draw + " beds", i);
                int level = 90_000 + 41_000 * beds + Draws.below(90_000, draw + " price", i);
                all.add(new Dwelling(
                        town,
                        (2 + 3 * i) + " " + streets.get(Draws.below(streets.size(), draw + " street", i)) + " Street",
                        beds,
                        1 + Draws.below(beds, draw + " baths", i),
                        level / 200 * 200 + i, // the index keeps prices apart
                        LocalDate.of(FIRST_YEAR, 1, 1).plusDays(Draws.below(1095, draw + " sold", i))));
            }
        }
        all.sort(Comparator.comparing(Dwelling::sold).reversed().thenComparing(Dwelling::address));
        return new Lettings(NOUNS.get(Draws.below(NOUNS.size(), key + " dwelling", 0)), towns, List.copyOf(all));
    }

    List<Dwelling> sold(String town, int year) {
        return all.stream()
                .filter(one -> one.town().equals(town) && one.sold().getYear() == year)
                .toList();
    }
}
