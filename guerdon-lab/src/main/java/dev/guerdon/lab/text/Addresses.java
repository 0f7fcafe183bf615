package dev.guerdon.lab.text;

import dev.guerdon.api.Internal;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the addresses that an agent went to. They come from a model or a page, so nothing about them is certain. */
@Internal
public final class Addresses {

    private static final Pattern ADDRESS = Pattern.compile("https?://[^\\s\"'<>\\\\)}\\]]+");
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

    private static String decoded(String text) {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return text;
        }
    }
}
