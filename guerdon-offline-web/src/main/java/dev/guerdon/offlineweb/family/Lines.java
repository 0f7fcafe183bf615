package dev.guerdon.offlineweb.family;

import dev.guerdon.offlineweb.sites.Draws;
import java.util.ArrayList;
import java.util.List;

/**
 * Lines of a company and who used them, whose own page never loads in time.
 *
 * @param noun what a line is called
 * @param used who uses it
 * @param rows the lines
 */
record Lines(String noun, String used, List<Line> rows) {

    static final int FIRST_YEAR = 2011;
    static final int LAST_YEAR = 2016;

    private static final int COUNT = 9;
    private static final List<String> NOUNS = List.of("tram line", "cable car", "night bus", "canal boat");
    private static final List<String> USED = List.of("riders", "guests", "commuters");

    /** A line with a count for each year; no two have the same in a year. */
    record Line(String name, List<Integer> counts) {

        int in(int year) {
            return counts.get(year - FIRST_YEAR);
        }
    }

    static Lines of(String key, Names names) {
        List<Line> rows = new ArrayList<>();
        for (String name : names.next(COUNT)) {
            int i = rows.size();
            List<Integer> counts = new ArrayList<>();
            for (int year = FIRST_YEAR; year <= LAST_YEAR; year++) {
                counts.add(COUNT * (700 + Draws.below(30_000, key + " line " + i, year)) + i);
            }
            rows.add(new Line(name, List.copyOf(counts)));
        }
        return new Lines(
                NOUNS.get(Draws.below(NOUNS.size(), key + " lines", 0)),
                USED.get(Draws.below(USED.size(), key + " used", 0)),
                List.copyOf(rows));
    }
}
