package dev.guerdon.offlineweb.family;

import dev.guerdon.offlineweb.sites.Draws;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A long table: areas with a count in two years.
 *
 * @param noun what one of the areas is called
 * @param counted what was counted
 * @param years the two years
 * @param rows the areas by name
 */
record Register(String noun, String counted, List<Integer> years, List<Row> rows) {

    private static final int ROWS = 92;
    private static final List<String> NOUNS = List.of("parish", "canton", "district", "glen");
    private static final List<String> COUNTED = List.of("sheep", "orchards", "beehives", "windmills");
    private static final List<String> COASTS = List.of("Upper", "Middle", "Lower", "Outer");

    /** An area; no two have the same counts or the same surface, and no count looks like a year. */
    record Row(String name, String coast, int before, int after, int surface) {}

    static Register of(String key, Names names) {
        List<Row> rows = new ArrayList<>();
        for (String name : names.next(ROWS)) {
            int i = rows.size();
            rows.add(new Row(
                    name,
                    COASTS.get(Draws.below(COASTS.size(), key + " coast", i)),
                    ROWS * (120 + Draws.below(300, key + " before", i)) + i,
                    ROWS * (120 + Draws.below(300, key + " after", i)) + i,
                    ROWS * (2 + Draws.below(40, key + " surface", i)) + i));
        }
        rows.sort(Comparator.comparing(Row::name));
        int year = 2009 + Draws.below(4, key + " year", 0);
        return new Register(
                NOUNS.get(Draws.below(NOUNS.size(), key + " noun", 0)),
                COUNTED.get(Draws.below(COUNTED.size(), key + " counted", 0)),
                List.of(year, year + 8),
                List.copyOf(rows));
    }

    String plural() {
        return noun.endsWith("sh") ? noun + "es" : noun + "s";
    }
}
