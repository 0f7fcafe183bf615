package dev.guerdon.lab.answer;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Json;
import dev.guerdon.base.JsonCodec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Lays lists and objects out in other ways. */
final class Layout {

    private static final Pattern BULLET = Pattern.compile("^\\s*(?:[-*•‣]|\\d{1,3}[.)])\\s+");
    private static final Pattern PAIR = Pattern.compile("^\\s*([\\p{L}][\\p{L} _-]{0,40})\\s*:\\s*(.{1,500})$");
    private static final int MAX_ITEMS = 200;

    private Layout() {}

    /** What stands in the JSON of an answer: its only value, its {@code answer}, its elements, or the JSON without what is around. */
    static List<String> outOfJson(String text) {
        int from = firstOf(text, '{', '[');
        int to = Math.max(text.lastIndexOf('}'), text.lastIndexOf(']'));
        if (from < 0 || to <= from) {
            return List.of();
        }
        String block = text.substring(from, to + 1);
        Optional<Json> read = read(block).or(() -> read(block.replace('\'', '"')));
        if (read.isEmpty()) {
            return List.of();
        }
        Object value = read.get().value();
        if (value instanceof Map<?, ?> map && map.get("answer") != null) {
            return List.of(shown(map.get("answer")));
        }
        if (value instanceof Map<?, ?> map && map.size() == 1) {
            return List.of(shown(map.values().iterator().next()), JsonCodec.write(map));
        }
        if (value instanceof List<?> list && !list.isEmpty()) {
            return List.of(shown(list), JsonCodec.write(list));
        }
        return List.of(JsonCodec.write(value));
    }

    /** A list one per line, with commas, and as JSON; lines of keys and values as a JSON object. */
    static List<String> lists(String text) {
        List<String> items = items(text);
        if (items.size() < 2 || items.size() > MAX_ITEMS) {
            return List.of();
        }
        List<String> layouts = new ArrayList<>(List.of(String.join("\n", items), String.join(", ", items)));
        layouts.add(JsonCodec.write(items));
        Map<String, String> pairs = new LinkedHashMap<>();
        for (String item : items) {
            Matcher pair = PAIR.matcher(item);
            if (pair.matches()) {
                pairs.put(pair.group(1).strip(), pair.group(2).strip());
            }
        }
        if (pairs.size() == items.size()) {
            layouts.add(JsonCodec.write(pairs));
        }
        return layouts;
    }

    private static List<String> items(String text) {
        List<String> lines = text.lines()
                .filter(line -> !line.isBlank())
                .map(line -> BULLET.matcher(line).replaceFirst("").strip())
                .toList();
        if (lines.size() > 1) {
            return lines;
        }
        return Arrays.stream(text.split(text.contains(";") ? ";" : ",\\s+(?:and\\s+)?|\\s+and\\s+"))
                .map(String::strip)
                .filter(item -> !item.isEmpty())
                .toList();
    }

    private static String shown(@Nullable Object value) {
        if (value instanceof List<?> list) {
            return list.stream().map(Layout::shown).collect(Collectors.joining("\n"));
        }
        return value instanceof String text ? text : JsonCodec.write(value);
    }

    private static Optional<Json> read(String text) {
        try {
            return Optional.of(JsonCodec.read(text, "answer"));
        } catch (GuerdonException notJson) {
            return Optional.empty();
        }
    }

    private static int firstOf(String text, char a, char b) {
        int first = text.indexOf(a);
        int second = text.indexOf(b);
        return first < 0 ? second : second < 0 ? first : Math.min(first, second);
    }
}
