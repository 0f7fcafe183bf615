package dev.guerdon.core.registry;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import dev.guerdon.core.base.JsonCodec;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A reward's name as users write it: {@code name}, or {@code name(option=value, option="a text")}.
 *
 * @param name the name in the catalogue
 * @param options the options in the order written; values are JSON, or bare text
 */
@Internal
public record RewardName(String name, Map<String, @Nullable Object> options) {

    /** The option of every reward that says under which names a sample has the reward's fields. */
    public static final String MAP = "map";

    private static final int MAX_LENGTH = 10_000;
    private static final Pattern BARE = Pattern.compile("[A-Za-z_][\\w./:-]*+");

    public RewardName {
        options = Collections.unmodifiableMap(new LinkedHashMap<>(options));
    }

    /** Reads a name. */
    public static RewardName of(String text) {
        if (text.indexOf('(') < 0) {
            return new RewardName(text, Map.of());
        }
        String all = text.strip();
        if (all.length() > MAX_LENGTH) {
            throw refused(all, "it is longer than " + MAX_LENGTH + " characters");
        }
        int open = all.indexOf('(');
        if (!all.endsWith(")") || parts(all).size() > 1) {
            throw refused(all, "the bracket is not closed at the end");
        }
        Map<String, @Nullable Object> options = new LinkedHashMap<>();
        String list = all.substring(open + 1, all.length() - 1);
        for (String part : list.isBlank() ? List.<String>of() : parts(list)) {
            int equals = part.indexOf('=');
            String option = equals < 0 ? "" : part.substring(0, equals).strip();
            String value = part.substring(equals + 1).strip();
            if (option.isEmpty() || value.isEmpty()) {
                throw refused(all, "'" + part.strip() + "' is not an option with a value");
            }
            if (options.containsKey(option)) {
                throw refused(all, "'" + option + "' is there twice");
            }
            options.put(option, value(value));
        }
        return new RewardName(all.substring(0, open).strip(), options);
    }

    /** Returns the parts of a list, split at its commas; not at those inside brackets or quotes. */
    public static List<String> parts(String list) {
        List<String> parts = new ArrayList<>();
        int depth = 0;
        boolean quoted = false;
        int from = 0;
        for (int i = 0; i < list.length(); i++) {
            char c = list.charAt(i);
            if (quoted) {
                quoted = c != '"';
                i += c == '\\' ? 1 : 0;
            } else if (c == '"') {
                quoted = true;
            } else if (c == '(' || c == '[' || c == '{') {
                depth++;
            } else if (c == ')' || c == ']' || c == '}') {
                depth--;
            } else if (c == ',' && depth == 0) {
                parts.add(list.substring(from, i));
                from = i + 1;
            }
        }
        parts.add(list.substring(from));
        return parts;
    }

    private static GuerdonException refused(String text, String why) {
        String shown = text.length() > 200 ? text.substring(0, 200) + "..." : text;
        return new GuerdonException("the reward '" + shown + "' cannot be read: " + why
                + "; write name(option=value, option=\"a text\"), such as math_equal_reward(extraction=bold)");
    }

    private static @Nullable Object value(String text) {
        try {
            return JsonCodec.read(text, "an option").value();
        } catch (GuerdonException e) {
            return text;
        }
    }

    /** Returns the same without its map. */
    public RewardName unmapped() {
        Map<String, @Nullable Object> others = new LinkedHashMap<>(options);
        others.remove(MAP);
        return new RewardName(name, others);
    }

    /** Returns the same with fields mapped, on top of those that are. */
    public RewardName mapped(Map<String, String> more) {
        Map<String, @Nullable Object> all = new LinkedHashMap<>(map());
        all.putAll(more);
        Map<String, @Nullable Object> others = new LinkedHashMap<>(unmapped().options);
        others.put(MAP, all);
        return new RewardName(name, others);
    }

    /** Returns the name in the sample by the name that the reward asks for; empty if none is another. */
    public Map<String, String> map() {
        Object written = options.get(MAP);
        Map<String, String> map = new LinkedHashMap<>();
        if (written instanceof Map<?, ?> object
                && object.values().stream().allMatch(source -> source instanceof String text && !text.isBlank())) {
            object.forEach((field, source) -> map.put(String.valueOf(field), String.valueOf(source)));
        } else if (options.containsKey(MAP)) {
            throw new GuerdonException("the reward '" + name + "' has a map that cannot be read; expected the names of"
                    + " fields, such as map={\"answer\": \"golden_answers\"}, found " + JsonCodec.write(written));
        }
        return map;
    }

    /** Returns the name in its one form: the same options give the same text, and the text reads as the same options. */
    public String text() {
        return options.isEmpty()
                ? name
                : name
                        + options.entrySet().stream()
                                .map(option -> option.getKey() + "=" + text(option.getValue()))
                                .collect(Collectors.joining(", ", "(", ")"));
    }

    private static String text(@Nullable Object value) {
        return value instanceof String text && BARE.matcher(text).matches() && value(text) instanceof String
                ? text
                : JsonCodec.write(value);
    }
}
