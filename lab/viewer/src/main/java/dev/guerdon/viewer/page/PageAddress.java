package dev.guerdon.viewer.page;

import dev.guerdon.api.Internal;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Request of a reader.
 *
 * @param path the parts of the path that its screen named in braces, decoded
 * @param query the parameters after the question mark, decoded, in order
 */
@Internal
public record PageAddress(Map<String, String> path, Map<String, List<String>> query) {

    public PageAddress {
        path = Map.copyOf(path);
        query = Map.copyOf(query);
    }

    /** Returns a text as a part of an address. */
    public static String escaped(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    /** Returns a part of the path. */
    public String part(String name) {
        String part = path.get(name);
        if (part == null) {
            throw new IllegalArgumentException("the path has no part '" + name + "'");
        }
        return part;
    }

    /** Returns the first value of a parameter, if it was given and is not empty. */
    public Optional<String> first(String name) {
        return query.getOrDefault(name, List.of()).stream()
                .filter(value -> !value.isEmpty())
                .findFirst();
    }

    /** Returns the first value of a parameter, or another. */
    public String text(String name, String other) {
        return first(name).orElse(other);
    }

    /**
     * Returns a parameter that is a whole number, or another.
     *
     * @throws PageProblem if it is none
     */
    public int number(String name, int other) {
        String given = text(name, "");
        try {
            return given.isEmpty() ? other : Integer.parseInt(given);
        } catch (NumberFormatException e) {
            throw PageProblem.badRequest("expected a whole number as '" + name + "', found '" + given + "'");
        }
    }
}
