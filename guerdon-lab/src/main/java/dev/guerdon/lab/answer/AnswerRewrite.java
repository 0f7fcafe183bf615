package dev.guerdon.lab.answer;

import dev.guerdon.api.Internal;
import dev.guerdon.lab.text.BareNumber;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** One way to write an answer otherwise. Each gives no text where it does not apply, and several where it had to choose. */
@SuppressWarnings("ImmutableEnumChecker") // the functions hold nothing
@Internal
public enum AnswerRewrite {
    SPACE("without space around it", text -> one(text.strip())),
    TAGS("without its tags", AnswerRewrite::inTags),
    MARKDOWN("without markdown", text -> one(withoutMarkdown(text))),
    QUOTES("without quotes", AnswerRewrite::unquoted),
    JSON("out of its JSON", Layout::outOfJson),
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
    DATE("with the date written otherwise", Dates::otherwise),
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

    /** What it does, in words that go behind the answer. */
    String words() {
        return words;
    }

    /** Whether the result may be rewritten further. */
    boolean goesOn() {
        return this != WRAPPED;
    }

    /** Whether several results are different values, of which only one can be meant, and not one value laid out in several ways. */
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
}
