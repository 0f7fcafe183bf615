package dev.guerdon.lab.diagnose;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Json;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.lab.text.DateText;
import dev.guerdon.lab.text.GoldText.BareNumber;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** One way to write an answer otherwise. Each gives no text if it does not apply, and several where it had to choose. */
@SuppressWarnings("ImmutableEnumChecker") // the functions hold nothing
enum AnswerRewrite {
    SPACE("without space around it", text -> one(text.strip())),
    TAGS("without its tags", AnswerRewrite::inTags),
    MARKDOWN("without markdown", text -> one(withoutMarkdown(text))),
    QUOTES("without quotes", AnswerRewrite::unquoted),
    JSON("out of its JSON", Layout::outOfJson),
    MENDED("with its JSON mended", text -> MendedJson.of(text).map(List::of).orElse(List.of())),
    PROSE("without the prose", AnswerRewrite::withoutProse),
    CURRENCY(
            "without the currency",
            text -> one(text.replaceAll("(?i)[$€£¥]|\\b(?:USD|EUR|GBP|dollars?|euros?|pounds)\\b", "")
                    .strip())),
    PERCENT(
            "without the percent sign",
            text -> one(text.replaceAll("(?i)(?<=\\d)\\s*(?:%|percent\\b)", "").strip())),
    SEPARATORS(
            "without thousands separators",
            text -> one(text.replaceAll("(?<=\\d)[,\\u00a0\\u202f'](?=\\d{3}(?!\\d))", ""))),
    SCALE("in plain digits", AnswerRewrite::inDigits),
    UNIT("without the unit", AnswerRewrite::withoutUnit),
    PARENTHESES(
            "without parentheses",
            text -> one(text.replaceAll("\\s*\\([^()]{0,500}\\)", "").strip())),
    PUNCTUATION("without the final full stop", text -> one(text.strip().replaceAll("[.!;,]+$", ""))),
    DATE("with the date written otherwise", DateText::otherwise),
    LIST("with the list laid out otherwise", Layout::lists),
    NUMBER("only its number", AnswerRewrite::numbers),
    WRAPPED(
            "in the tags that the reward reads",
            text -> List.of("<answer>" + text + "</answer>", "\\boxed{" + text + "}"));

    private static final Pattern TAGGED =
            Pattern.compile("(?s)<answer>(.{1,5000}?)</answer>|\\\\boxed\\{([^{}]{1,5000})\\}");
    private static final Pattern FENCE = Pattern.compile("(?s)```\\w{0,20}\\s*(.{1,20000}?)```");
    private static final Pattern LEAD = Pattern.compile(
            "(?is)^.{0,2000}?\\b(?:final answer|answer|result|value|total)\\b\\s*(?:is|was|are|:|=)+\\s*(.{1,2000})$");
    private static final Pattern SAYS =
            Pattern.compile("(?is)^.{1,2000}?\\s(?:is|are|was|were|equals|=|:)\\s+(.{1,500}?)[.!]?$");
    private static final Pattern STRONG = Pattern.compile("(?s)\\*\\*(.{1,500}?)\\*\\*");
    private static final Pattern NUMBERS = Pattern.compile("(?<![\\w.])[-−]?[$€£]?\\d[\\d,]*(?:\\.\\d+)?%?(?![\\d])");
    private static final Pattern SCALED =
            Pattern.compile("(?i)([-−]?\\d[\\d,]*(?:\\.\\d+)?)\\s*(thousand|million|billion|k|m|bn)\\b");
    private static final Pattern UNITS =
            Pattern.compile("([-−+]?\\d[\\d,]*(?:\\.\\d+)?)\\s*°?[\\p{L}/²³][\\p{L}/²³ .]{0,40}");
    private static final int MAX_NUMBERS = 6;

    private final String words;
    private final Function<String, List<String>> rewrite;

    AnswerRewrite(String words, Function<String, List<String>> rewrite) {
        this.words = words;
        this.rewrite = rewrite;
    }

    /** Returns what it does, in words that go behind the answer. */
    String words() {
        return words;
    }

    /** Returns whether the result may be rewritten further. */
    boolean goesOn() {
        return this != WRAPPED;
    }

    /** Returns whether several results are different values, of which only one can be meant, and not one value laid out in several ways. */
    boolean chooses() {
        return this == PROSE || this == NUMBER || this == SCALE;
    }

    public List<String> apply(String text) {
        return rewrite.apply(text);
    }

    private static List<String> one(String text) {
        return List.of(text);
    }

    private static List<String> inTags(String text) {
        Matcher matcher = TAGGED.matcher(text);
        Optional<String> last = Optional.empty();
        while (matcher.find()) {
            last = Optional.of(matcher.group(1) == null ? matcher.group(2) : matcher.group(1));
        }
        return last.map(String::strip).map(List::of).orElse(List.of());
    }

    private static String withoutMarkdown(String text) {
        Matcher fence = FENCE.matcher(text);
        String inner = fence.find() ? fence.group(1) : text;
        return inner.replaceAll("\\*\\*|__|`", "")
                .replaceAll("(?m)^#{1,6}\\s+", "")
                .replaceAll("\\[([^\\]]{1,500})\\]\\([^)]{0,2000}\\)", "$1")
                .replaceAll("(?<![\\w*])\\*(\\S[^*\\n]{0,500})\\*(?![\\w*])", "$1")
                .strip();
    }

    private static List<String> unquoted(String text) {
        String stripped = text.strip();
        if (stripped.length() < 3) {
            return List.of();
        }
        char first = stripped.charAt(0);
        char last = stripped.charAt(stripped.length() - 1);
        boolean quoted = (first == last && (first == '"' || first == '\'')) || (first == '“' && last == '”');
        return quoted ? one(stripped.substring(1, stripped.length() - 1).strip()) : List.of();
    }

    private static List<String> withoutProse(String text) {
        Set<String> found = new LinkedHashSet<>();
        Matcher lead = LEAD.matcher(text.strip());
        if (lead.matches()) {
            return one(lead.group(1).strip());
        }
        Matcher strong = STRONG.matcher(text);
        while (strong.find() && found.size() < MAX_NUMBERS) {
            found.add(strong.group(1).strip());
        }
        Matcher says = SAYS.matcher(text.strip());
        if (found.isEmpty() && says.matches()) {
            found.add(says.group(1).strip());
        }
        List<String> lines = text.lines().filter(line -> !line.isBlank()).toList();
        if (lines.size() > 1) {
            found.add(lines.getLast().strip());
            found.add(lines.getFirst().strip());
        }
        return List.copyOf(found);
    }

    private static List<String> numbers(String text) {
        Set<String> found = new LinkedHashSet<>();
        Matcher matcher = NUMBERS.matcher(text);
        while (matcher.find() && found.size() <= MAX_NUMBERS) {
            found.add(matcher.group().replaceAll("[$€£%]", "").replaceAll(",$", ""));
        }
        return found.size() > MAX_NUMBERS ? List.of() : List.copyOf(found);
    }

    private static List<String> withoutUnit(String text) {
        Matcher matcher = UNITS.matcher(text.strip());
        return matcher.matches() ? one(matcher.group(1)) : List.of();
    }

    private static List<String> inDigits(String text) {
        OptionalInt words = NumberWords.read(text);
        if (words.isPresent()) {
            return one(Integer.toString(words.getAsInt()));
        }
        Matcher matcher = SCALED.matcher(text);
        List<String> found = new ArrayList<>();
        while (matcher.find() && found.size() < MAX_NUMBERS) {
            double factor = switch (matcher.group(2).toLowerCase(Locale.ROOT)) {
                case "thousand", "k" -> 1e3;
                case "million", "m" -> 1e6;
                default -> 1e9;
            };
            BareNumber.of(matcher.group(1)).ifPresent(value -> found.add(BareNumber.written(value * factor)));
        }
        return List.copyOf(found);
    }

    /** Lays lists and objects out in other ways. */
    private static final class Layout {

        private static final Pattern BULLET = Pattern.compile("^\\s*(?:[-*•‣]|\\d{1,3}[.)])\\s+");
        private static final Pattern PAIR = Pattern.compile("^\\s*([\\p{L}][\\p{L} _-]{0,40})\\s*:\\s*(.{1,500})$");
        private static final int MAX_ITEMS = 200;

        private Layout() {}

        /** Returns what stands in the JSON of an answer: its only value, its {@code answer}, its elements, or the JSON without what is around. */
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

        /** Returns a list one per line, with commas, and as JSON; lines of keys and values as a JSON object. */
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
}
