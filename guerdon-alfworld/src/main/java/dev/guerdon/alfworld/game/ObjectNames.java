package dev.guerdon.alfworld.game;

import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Gives objects the names that players see. */
final class ObjectNames {

    private static final String BAR = "_bar_";

    private ObjectNames() {}

    /**
     * Names objects.
     *
     * <p>{@code cabinet_bar_...} is a cabinet; of four cabinets the first in id order is number 4 and the last number 1. An id without
     * bars is shown as it is, with a blank behind it.
     *
     * @param ids all ids, sorted
     * @param counted whether the id at that place takes a number: only ids that occur in an initial fact do
     * @return the names, in the order of the ids
     */
    static List<String> of(List<String> ids, BitSet counted) {
        Map<String, Integer> left = new HashMap<>();
        for (int i = 0; i < ids.size(); i++) {
            if (counted.get(i) && ids.get(i).contains(BAR)) {
                left.merge(base(ids.get(i)), 1, Integer::sum);
            }
        }
        return IntStream.range(0, ids.size())
                .mapToObj(i -> {
                    String id = ids.get(i);
                    if (!counted.get(i) || !id.contains(BAR)) {
                        return plain(id);
                    }
                    int number = left.merge(base(id), -1, Integer::sum) + 1;
                    return base(id) + " " + number;
                })
                .toList();
    }

    private static String base(String id) {
        return id.substring(0, id.indexOf(BAR)) + (id.contains("basin") ? "basin" : "");
    }

    private static String plain(String id) {
        return id.replace("_minus_", "-")
                        .replace("_plus_", "+")
                        .replace("_dot_", ".")
                        .replace("_comma_", ",")
                + " ";
    }
}
