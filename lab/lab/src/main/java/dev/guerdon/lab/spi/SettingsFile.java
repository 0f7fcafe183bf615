package dev.guerdon.lab.spi;

import dev.guerdon.api.Experimental;
import dev.guerdon.core.base.NameRules;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A value of a YAML file of settings that knows where it stands, so that whatever is wrong with it is said with file and line.
 *
 * <p>Files are read strictly: a name twice, a tag or a second document is refused, and so is every name that means nothing.
 *
 * @param file the file's name for messages
 * @param line the line it begins in, from 1
 * @param value a {@code Map<String, SettingsFile>}, a {@code List<SettingsFile>}, or a plain scalar as JSON has them
 * @param text a scalar as it was written, else empty
 */
@Experimental
public record SettingsFile(String file, int line, @Nullable Object value, String text) {

    /** Returns an exception that begins with file and line. */
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

    /** Returns the members of an object by name, in their order. */
    public Map<String, SettingsFile> members(String what) {
        return Collections.unmodifiableMap(object(what));
    }

    @SuppressWarnings("unchecked") // made by YamlFile only
    Map<String, SettingsFile> object(String what) {
        if (value instanceof Map) {
            return (Map<String, SettingsFile>) value;
        }
        throw problem("expected " + what + " as 'name: value' lines, found " + kind());
    }

    @SuppressWarnings("unchecked") // made by YamlFile only
    public List<SettingsFile> list(String what) {
        if (value instanceof List) {
            return (List<SettingsFile>) value;
        }
        throw problem("expected " + what + " as a list, found " + kind());
    }

    /** Returns the elements of a list, or the one value that stands in its place. */
    public List<SettingsFile> oneOrMore(String what) {
        return isList() ? list(what) : isNull() ? List.of() : List.of(this);
    }

    /** Returns a scalar as it was written. */
    public String text(String what) {
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

    public boolean truth(String what) {
        if (value instanceof Boolean truth) {
            return truth;
        }
        throw problem("expected " + what + " as true or false, found '" + text + "'");
    }

    /**
     * Refuses names that mean nothing here, with those that are alike.
     *
     * @param what what this is, for messages
     */
    public SettingsFile allow(String what, String... names) {
        List<String> known = Arrays.asList(names);
        object(what).forEach((name, node) -> {
            if (!known.contains(name)) {
                String hint = NameRules.didYouMean(name, known);
                throw node.problem(what + " has no '" + name + "'"
                        + (hint.isEmpty() ? "; it may have: " + String.join(", ", known) : hint));
            }
        });
        return this;
    }

    /** Returns the member of that name, if there is one that is not null. */
    public Optional<SettingsFile> find(String name) {
        return value instanceof Map<?, ?> map && map.get(name) instanceof SettingsFile node && !node.isNull()
                ? Optional.of(node)
                : Optional.empty();
    }

    /** Returns the text of the member of that name, or another if there is none. */
    public String text(String name, String what, String fallback) {
        return find(name).map(node -> node.text(what)).orElse(fallback);
    }

    /** Returns the texts of the elements of a list, or of the one value that stands in its place. */
    public List<String> texts(String list, String element) {
        return oneOrMore(list).stream().map(each -> each.text(element)).toList();
    }

    /** Returns the texts of an object's members, by name. */
    public Map<String, String> texts(String what) {
        Map<String, String> out = new LinkedHashMap<>();
        object(what).forEach((name, node) -> out.put(name, node.text("a value for '" + name + "'")));
        return out;
    }

    /** Returns the value as JSON would have it. */
    public @Nullable Object plain() {
        if (isObject()) {
            Map<String, @Nullable Object> out = new LinkedHashMap<>();
            object("an object").forEach((name, node) -> out.put(name, node.plain()));
            return out;
        }
        if (isList()) {
            Stream<@Nullable Object> plain = list("a list").stream().map(SettingsFile::plain);
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
