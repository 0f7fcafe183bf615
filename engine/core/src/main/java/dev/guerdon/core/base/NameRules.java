package dev.guerdon.core.base;

import dev.guerdon.api.Internal;
import dev.guerdon.cpython.EditDistance;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** Rules by which names are spelled, matched and suggested. */
@Internal
public final class NameRules {

    private NameRules() {}

    /** {@code finalResponse} to {@code final_response}; a name in snake case stays as it is. */
    public static String snakeCase(String name) {
        StringBuilder out = new StringBuilder(name.length() + 4);
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (Character.isUpperCase(c)) {
                boolean startsWord = i > 0
                        && (!Character.isUpperCase(name.charAt(i - 1))
                                || (i + 1 < name.length() && Character.isLowerCase(name.charAt(i + 1))));
                if (startsWord && name.charAt(i - 1) != '_') {
                    out.append('_');
                }
                out.append(Character.toLowerCase(c));
            } else {
                out.append(c);
            }
        }
        return out.toString();
    }

    /** Returns the known names closest to one that was typed wrong, best first, at most three. */
    public static List<String> suggest(String typed, Collection<String> known) {
        String wanted = typed.toLowerCase(Locale.ROOT);
        record Near(String name, int distance) {}
        return known.stream()
                .map(name -> new Near(name, nearness(wanted, name.toLowerCase(Locale.ROOT))))
                .filter(near -> near.distance <= Math.max(2, wanted.length() / 3))
                .sorted(Comparator.comparingInt(Near::distance)
                        .thenComparingInt(near -> near.name.length())
                        .thenComparing(Near::name))
                .limit(3)
                .map(Near::name)
                .toList();
    }

    /** {@code "; did you mean 'a' or 'b'?"}, or nothing if no known name is near. */
    public static String didYouMean(String typed, Collection<String> known) {
        List<String> near = suggest(typed, known);
        return near.isEmpty() ? "" : "; did you mean '" + String.join("' or '", near) + "'?";
    }

    private static int nearness(String typed, String name) {
        if (typed.length() >= 3 && name.contains(typed)) {
            return 1;
        }
        return EditDistance.withSwaps(typed, name);
    }
}
