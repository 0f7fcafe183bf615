package dev.guerdon.lab.yaml;

import dev.guerdon.api.Internal;
import dev.guerdon.base.Names;
import dev.guerdon.lab.spi.LabException;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A value of a YAML file that knows where it stands, so that whatever is wrong with it can be said with file and line.
 *
 * @param file the file's name for messages
 * @param line the line it begins in, from 1
 * @param value a {@code Map<String, YamlNode>}, a {@code List<YamlNode>}, or a plain scalar as JSON has them
 * @param text a scalar as it was written, else empty
 */
@Internal
public record YamlNode(String file, int line, @Nullable Object value, String text) {

    /** An exception that begins with file and line. */
    public LabException problem(String message) {
        return new LabException(file + ":" + line + ": " + message);
    }

    public boolean isObject() {
        return value instanceof Map;
    }

    boolean isList() {
        return value instanceof List;
    }

    boolean isNull() {
        return value == null;
    }

    /** The members of an object by name, in their order. */
    public Map<String, YamlNode> members(String what) {
        return Collections.unmodifiableMap(object(what));
    }

    @SuppressWarnings("unchecked") // made by YamlFile only
    Map<String, YamlNode> object(String what) {
        if (value instanceof Map) {
            return (Map<String, YamlNode>) value;
        }
        throw problem("expected " + what + " as 'name: value' lines, found " + kind());
    }

    @SuppressWarnings("unchecked") // made by YamlFile only
    public List<YamlNode> list(String what) {
        if (value instanceof List) {
            return (List<YamlNode>) value;
        }
        throw problem("expected " + what + " as a list, found " + kind());
    }

    /** The elements of a list, or the one value that stands in its place. */
    public List<YamlNode> oneOrMore(String what) {
        return isList() ? list(what) : isNull() ? List.of() : List.of(this);
    }

    /** A scalar as it was written. */
    public String scalar(String what) {
        if (isObject() || isList() || isNull()) {
            throw problem("expected " + what + ", found " + kind());
        }
        return text;
    }

    public long whole(String what) {
        return switch (value) {
            case Integer number -> number;
            case Long number -> number;
            case null, default -> throw problem("expected " + what + " as a whole number, found " + kind());
        };
    }

    public double number(String what) {
        if (value instanceof Number number) {
            return number.doubleValue();
        }
        throw problem("expected " + what + " as a number, found " + kind());
    }

    /** Refuses names that mean nothing here. */
    public void allow(String what, String... names) {
        List<String> known = Arrays.asList(names);
        object(what).forEach((name, node) -> {
            if (!known.contains(name)) {
                String hint = Names.didYouMean(name, known);
                throw node.problem(what + " has no '" + name + "'"
                        + (hint.isEmpty() ? "; it may have: " + String.join(", ", known) : hint));
            }
        });
    }

    /** The member of that name, where there is one that is not null. */
    public Optional<YamlNode> find(String name) {
        return value instanceof Map<?, ?> map && map.get(name) instanceof YamlNode node && !node.isNull()
                ? Optional.of(node)
                : Optional.empty();
    }

    /** The texts of an object's members, by name. */
    public Map<String, String> texts(String what) {
        Map<String, String> out = new LinkedHashMap<>();
        object(what).forEach((name, node) -> out.put(name, node.scalar("a value for '" + name + "'")));
        return out;
    }

    /** The value as JSON would have it. */
    public @Nullable Object plain() {
        if (isObject()) {
            Map<String, @Nullable Object> out = new LinkedHashMap<>();
            object("an object").forEach((name, node) -> out.put(name, node.plain()));
            return out;
        }
        if (isList()) {
            Stream<@Nullable Object> plain = list("a list").stream().map(YamlNode::plain);
            return plain.toList();
        }
        return value;
    }

    private String kind() {
        return switch (value) {
            case null -> "nothing";
            case Map<?, ?> map -> "an object";
            case List<?> list -> "a list";
            default -> "'" + (text.length() > 60 ? text.substring(0, 60) + "..." : text) + "'";
        };
    }
}
