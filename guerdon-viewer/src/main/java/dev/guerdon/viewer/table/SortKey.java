package dev.guerdon.viewer.table;

import dev.guerdon.api.Internal;
import dev.guerdon.viewer.page.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A column by which rows are sorted.
 *
 * @param column its name
 * @param descending whether the largest come first; rows without a value come last either way
 */
@Internal
public record SortKey(String column, boolean descending) {

    private static final int MOST = 8;

    /**
     * Reads keys as addresses have them: {@code -reward,task} is the highest reward first, and by tasks among equals. A name with a comma
     * stands in backticks.
     */
    public static List<SortKey> parse(String text) {
        List<SortKey> keys = new ArrayList<>();
        StringBuilder name = new StringBuilder();
        boolean descending = false;
        boolean quoted = false;
        for (int i = 0; i <= text.length(); i++) {
            char c = i < text.length() ? text.charAt(i) : ',';
            if (i == text.length() && quoted) {
                throw Problem.badRequest("the sort '" + text + "' lacks a backtick at the end of a name");
            }
            if (c == '`') {
                quoted = !quoted;
            } else if (c == ',' && !quoted) {
                if (!name.toString().isBlank()) {
                    keys.add(new SortKey(name.toString().strip(), descending));
                }
                name.setLength(0);
                descending = false;
            } else if (c == '-' && !quoted && name.toString().isBlank() && !descending) {
                descending = true;
            } else {
                name.append(c);
            }
        }
        if (keys.size() > MOST) {
            throw Problem.badRequest("expected at most " + MOST + " columns to sort by, found " + keys.size());
        }
        return List.copyOf(keys);
    }

    /** Keys as addresses have them. */
    public static String format(List<SortKey> keys) {
        return keys.stream()
                .map(key -> (key.descending ? "-" : "") + quoted(key.column))
                .collect(Collectors.joining(","));
    }

    private static String quoted(String name) {
        return name.startsWith("-") || name.contains(",") ? "`" + name + "`" : name;
    }
}
