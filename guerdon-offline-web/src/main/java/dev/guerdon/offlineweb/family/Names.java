package dev.guerdon.offlineweb.family;

import dev.guerdon.offlineweb.sites.Draws;
import java.util.ArrayList;
import java.util.List;

/** Made-up names, none of which is a part of another of the same world. */
final class Names {

    private static final List<String> BEGIN = List.of(
            "B", "Br", "D", "Dr", "F", "G", "Gr", "H", "K", "Kl", "L", "M", "N", "P", "Pr", "R", "S", "Sk", "T", "Tr",
            "V", "Z");
    private static final List<String> MIDDLE = List.of("a", "e", "i", "o", "u", "ei", "ou", "ya");
    private static final List<String> JOIN = List.of("l", "r", "n", "m", "rd", "st", "lk", "nd", "v", "sk");
    private static final List<String> END =
            List.of("ach", "eth", "ick", "orn", "und", "ara", "esk", "olm", "umba", "ivet");
    private static final int LONGEST = 13;

    private final String key;
    private final List<String> given = new ArrayList<>();
    private int tries;

    Names(String key) {
        this.key = key;
    }

    /** Another name of one word. */
    String next() {
        while (true) {
            int number = tries++;
            String name = part(BEGIN, "begin", number)
                    + part(MIDDLE, "middle", number)
                    + part(JOIN, "join", number)
                    + (Draws.below(2, key + " long", number) == 0
                            ? part(MIDDLE, "second", number) + part(JOIN, "again", number)
                            : "")
                    + part(END, "end", number);
            boolean apart = given.stream().noneMatch(other -> other.contains(name) || name.contains(other));
            if (name.length() <= LONGEST && apart) {
                given.add(name);
                return name;
            }
        }
    }

    /** Several names. */
    List<String> next(int count) {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            names.add(next());
        }
        return names;
    }

    private String part(List<String> parts, String what, int number) {
        return parts.get(Draws.below(parts.size(), key + " " + what, number));
    }
}
