package dev.guerdon.viewer.page;

import dev.guerdon.api.Internal;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a reader asked for.
 *
 * @param path the parts of the path that its screen named in braces, decoded
 * @param query the parameters after the question mark, decoded, in order
 */
@Internal
public record Address(Map<String, String> path, Map<String, List<String>> query) {

    public Address {
        path = Map.copyOf(path);
        query = Map.copyOf(query);
    }

    /** A part of the path. */
    public String part(String name) {
        String part = path.get(name);
        if (part == null) {
            throw new IllegalArgumentException("the path has no part '" + name + "'");
        }
        return part;
    }

    /** The first value of a parameter, where it was given and is not empty. */
    public Optional<String> first(String name) {
        return query.getOrDefault(name, List.of()).stream()
                .filter(value -> !value.isEmpty())
                .findFirst();
    }

    /** The first value of a parameter, or another. */
    public String text(String name, String other) {
        return first(name).orElse(other);
    }

    /**
     * A parameter that is a whole number, or another.
     *
     * @throws Problem where it is none
     */
    public int number(String name, int other) {
        String given = text(name, "");
        try {
            return given.isEmpty() ? other : Integer.parseInt(given);
        } catch (NumberFormatException e) {
            throw Problem.badRequest("expected a whole number as '" + name + "', found '" + given + "'");
        }
    }
}
