package dev.guerdon.browser.html;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** What an HTML 4 parser knows of elements and character names. */
final class Html4 {

    static final Set<String> VOID = Set.of(
            "area", "base", "basefont", "br", "col", "frame", "hr", "img", "input", "isindex", "link", "meta", "param");

    private static final Map<String, Set<String>> CLOSES = new HashMap<>();
    private static final Map<String, Integer> ENTITIES = new HashMap<>();
    private static final int USUAL_PRIORITY = 100;

    static {
        try (InputStream in = Objects.requireNonNull(Html4.class.getResourceAsStream("html4.txt"));
                BufferedReader reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            reader.lines().filter(line -> !line.startsWith("#")).forEach(Html4::read);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Html4() {}

    private static void read(String line) {
        String[] words = line.split(" ", -1);
        if (words[0].equals("close")) {
            CLOSES.put(words[1], new HashSet<>(Arrays.asList(words).subList(2, words.length)));
        } else {
            for (int i = 1; i < words.length; i++) {
                int equals = words[i].indexOf('=');
                ENTITIES.put(words[i].substring(0, equals), Integer.parseInt(words[i].substring(equals + 1), 16));
            }
        }
    }

    /** Whether the start of an element ends the open one. */
    static boolean ends(String open, String started) {
        return CLOSES.getOrDefault(open, Set.of()).contains(started);
    }

    /** The character of that name, or -1. */
    static int entity(String name) {
        return ENTITIES.getOrDefault(name, -1);
    }

    /** How strong an element is against end tags of others: a weaker end tag does not reach across it. */
    static int priority(String name) {
        return switch (name) {
            case "div" -> 150;
            case "td", "th" -> 160;
            case "tr" -> 170;
            case "thead", "tbody", "tfoot" -> 180;
            case "table" -> 190;
            case "head", "body" -> 200;
            case "html" -> 220;
            default -> USUAL_PRIORITY;
        };
    }
}
