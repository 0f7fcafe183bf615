package dev.guerdon.browser.oracle;

import java.util.Map;
import java.util.Optional;

/** The usual names of colors. */
final class Colors {

    private static final Map<String, String> NAMED = Map.ofEntries(
            Map.entry("black", "000000"),
            Map.entry("white", "FFFFFF"),
            Map.entry("gray", "808080"),
            Map.entry("grey", "808080"),
            Map.entry("red", "FF0000"),
            Map.entry("green", "008000"),
            Map.entry("lime", "00FF00"),
            Map.entry("blue", "0000FF"),
            Map.entry("yellow", "FFFF00"),
            Map.entry("cyan", "00FFFF"),
            Map.entry("aqua", "00FFFF"),
            Map.entry("magenta", "FF00FF"),
            Map.entry("pink", "FFC0CB"),
            Map.entry("orange", "FFA500"),
            Map.entry("purple", "800080"),
            Map.entry("brown", "A52A2A"),
            Map.entry("olive", "808000"),
            Map.entry("navy", "000080"));

    private Colors() {}

    /** The six digits of a color, where it is a usual one. */
    static Optional<String> hex(String name) {
        return Optional.ofNullable(NAMED.get(name));
    }
}
