package dev.guerdon.lab.text;

import dev.guerdon.api.Internal;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the addresses that an agent went to. They come from a model or a page, so nothing about them is certain. */
@Internal
public final class Addresses {

    private static final Pattern ADDRESS = Pattern.compile("https?://[^\\s\"'<>\\\\)}\\]]+");
    private static final Pattern NAMED = Pattern.compile(
            "[\"']?\\b([A-Za-z_]\\w{0,40})[\"']?\\s*[:=]\\s*(?:[\"']([^\"']{0,200})[\"']|([^\\s\"'&,;(){}\\[\\]]{1,200}))");
    private static final int MAX_TEXT = 20_000;
    private static final int MAX_FOUND = 50;

    private Addresses() {}

    /** Adds every address in a text. */
    public static void findAll(String text, Set<String> found) {
        Matcher matcher = ADDRESS.matcher(text.length() > MAX_TEXT ? text.substring(0, MAX_TEXT) : text);
        while (matcher.find() && found.size() < MAX_FOUND) {
            found.add(matcher.group());
        }
    }

    /** The query's parameters by name in lower case, decoded where that is possible; the last of a name counts. */
    public static Map<String, String> parameters(String address) {
        Map<String, String> parameters = new LinkedHashMap<>();
        int question = address.indexOf('?');
        if (question < 0) {
            return parameters;
        }
        int hash = address.indexOf('#', question);
        for (String pair : address.substring(question + 1, hash < 0 ? address.length() : hash)
                .split("&", -1)) {
            int equals = pair.indexOf('=');
            if (equals > 0) {
                parameters.put(
                        decoded(pair.substring(0, equals)).toLowerCase(Locale.ROOT),
                        decoded(pair.substring(equals + 1)));
            }
        }
        return parameters;
    }

    /** Adds what a call spells out: {@code name="value"}, {@code name=value}, {@code "name": "value"}. */
    public static void named(String text, Map<String, String> found) {
        Matcher matcher = NAMED.matcher(text.length() > MAX_TEXT ? text.substring(0, MAX_TEXT) : text);
        while (matcher.find() && found.size() < MAX_FOUND) {
            String value = matcher.group(2) == null ? matcher.group(3) : matcher.group(2);
            found.put(matcher.group(1).toLowerCase(Locale.ROOT), value);
        }
    }

    /** Adds the values of an object by name, those of the objects in it too. */
    public static void flattened(@Nullable Object value, Map<String, String> found) {
        if (value instanceof Map<?, ?> map) {
            map.forEach((key, inner) -> {
                if (inner instanceof Map || inner instanceof List) {
                    flattened(inner, found);
                } else if (inner != null && found.size() < MAX_FOUND) {
                    found.put(String.valueOf(key).toLowerCase(Locale.ROOT), String.valueOf(inner));
                }
            });
        } else if (value instanceof List<?> list) {
            list.forEach(inner -> flattened(inner, found));
        }
    }

    private static String decoded(String text) {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return text;
        }
    }
}
