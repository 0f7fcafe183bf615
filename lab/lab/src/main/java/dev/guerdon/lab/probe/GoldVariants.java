package dev.guerdon.lab.probe;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.lab.spi.ProbeVariant;
import dev.guerdon.lab.text.DateText;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The ways to write a gold answer: those that suit any text, and those of its kind. */
@Internal
public final class GoldVariants {

    private static final Pattern NUMBER_FORM =
            Pattern.compile("[-+−]?\\s?[$€£]?\\s?(\\d{1,3}(,\\d{3})+|\\d+)(\\.\\d+)?\\s?%?");
    private static final int LONGEST_DATE = 40;
    private static final BigDecimal THOUSAND = BigDecimal.valueOf(1000);
    private static final BigDecimal MILLION = BigDecimal.valueOf(1_000_000);
    private static final List<Map.Entry<String, String>> FORMS = List.of(
            Map.entry("ISO", "yyyy-MM-dd"),
            Map.entry("month, day, year", "MMMM d, yyyy"),
            Map.entry("day, month, year", "d MMMM yyyy"),
            Map.entry("short month", "MMM d, yyyy"),
            Map.entry("with weekday", "EEEE, MMMM d, yyyy"),
            Map.entry("slashes, month first", "MM/dd/yyyy"),
            Map.entry("slashes, no zeros", "M/d/yyyy"),
            Map.entry("slashes, day first", "dd/MM/yyyy"),
            Map.entry("slashes, year first", "yyyy/MM/dd"),
            Map.entry("points", "dd.MM.yyyy"),
            Map.entry("two-digit year", "MM/dd/yy"),
            Map.entry("compact", "yyyyMMdd"),
            Map.entry("with time", "yyyy-MM-dd'T00:00:00Z'"));

    private final List<ProbeVariant> variants = new ArrayList<>();
    private final Set<String> seen = new HashSet<>();

    private GoldVariants() {}

    /** Returns the gold answer itself first, then every other way once. */
    public static List<ProbeVariant> of(String gold, ProbeVariant.Kind kind) {
        GoldVariants all = new GoldVariants();
        all.right("exact", "as it is", gold);
        switch (kind) {
            case NUMBER -> all.number(gold);
            case DATE -> all.date(gold);
            case LIST -> all.list(gold);
            case JSON -> all.json(gold);
            case TEXT -> all.text(gold);
        }
        all.letters(gold);
        all.layout(gold);
        all.prose(gold);
        all.unicode(gold);
        all.wrong("empty", "");
        all.wrong("no answer", "I don't know.");
        return List.copyOf(all.variants);
    }

    /** Adds a way that says the same, unless the text is there already. */
    private void right(String group, String name, String text) {
        add(ProbeVariant.right(group, name, text));
    }

    /** Adds a text that says something else. */
    private void wrong(String name, String text) {
        add(ProbeVariant.wrong(name, text));
    }

    private void add(ProbeVariant variant) {
        if (seen.add(variant.text())) {
            variants.add(variant);
        }
    }

    private void letters(String gold) {
        right("case", "lower", gold.toLowerCase(Locale.ROOT));
        right("case", "upper", gold.toUpperCase(Locale.ROOT));
        right("spacing", "around", "  " + gold + "  ");
        right("spacing", "line end", gold + "\n");
        right("spacing", "doubled", gold.replace(" ", "  "));
        right("spacing", "non-breaking", gold.replace(' ', '\u00a0'));
        right("punctuation", "trailing period", gold + ".");
        right("punctuation", "trailing mark", gold + "!");
        right("quotes", "double", '"' + gold + '"');
        right("quotes", "single", "'" + gold + "'");
        right("quotes", "curly", '\u201c' + gold + '\u201d');
    }

    private void layout(String gold) {
        right("markdown", "bold", "**" + gold + "**");
        right("markdown", "code", '`' + gold + '`');
        right("markdown", "code block", "```\n" + gold + "\n```");
        right("markdown", "bullet", "- " + gold);
        right("markdown", "heading", "## Answer\n\n" + gold);
        right("latex", "boxed", "\\boxed{" + gold + "}");
        right("latex", "inline", '$' + gold + '$');
        right("json", "object", JsonCodec.write(Map.of("answer", gold)));
        right("json", "list of one", JsonCodec.write(List.of(gold)));
    }

    private void prose(String gold) {
        right("prose", "label", "Answer: " + gold);
        right("prose", "final answer", "Final answer: **" + gold + "**");
        right("prose", "sentence", "The answer is " + gold + ".");
        right("prose", "sentence behind", gold + " is the answer.");
        right("prose", "tags", "<answer>" + gold + "</answer>");
        right(
                "prose",
                "reasoning first",
                "I compared the sources and checked the result twice.\n\nThe answer is " + gold + ".");
        right("prose", "remark behind", gold + "\n\nLet me know if you want to see how I found it.");
    }

    private void unicode(String gold) {
        right("unicode", "wide characters", LookalikeText.wide(gold));
        right("unicode", "zero width", LookalikeText.zeroWidth(gold));
        right("unicode", "look-alikes", LookalikeText.homoglyphs(gold));
        right("unicode", "decomposed", LookalikeText.decomposed(gold));
        right("unicode", "typographic", gold.replace('\'', '\u2019').replace('-', '\u2013'));
    }

    /** The ways to write a number: decimals, separators, currency, percent, units, words; and numbers near it. */
    private void number(String gold) {
        boolean percent = gold.strip().endsWith("%");
        BigDecimal value = new BigDecimal(gold.replaceAll("[^0-9.−-]", "").replace('−', '-'));
        String plain = value.toPlainString();
        String end = percent ? "%" : "";
        right("digits", "bare", plain + end);
        right("digits", "decimals", value.setScale(Math.max(2, value.scale() + 1), RoundingMode.UNNECESSARY) + end);
        right("digits", "scientific", new DecimalFormat("0.###############E0", symbols('.', ',')).format(value) + end);
        if (value.signum() >= 0) {
            right("digits", "plus sign", "+" + plain + end);
            right("digits", "leading zero", "0" + plain + end);
        } else {
            right("digits", "typographic minus", plain.replace('-', '−') + end);
            right("digits", "in brackets", "(" + plain.substring(1) + end + ")");
        }
        separators(value, end);
        if (percent) {
            right("percent", "without sign", plain);
            right("percent", "space before sign", plain + " %");
            right("percent", "in words", plain + " percent");
            right("percent", "fraction", value.movePointLeft(2).toPlainString());
        } else {
            right("percent", "with sign", plain + "%");
            right("currency", "dollar sign", "$" + plain);
            right("currency", "dollar sign, separators", "$" + grouped(value, ',', '.'));
            right("currency", "euro sign behind", plain + " €");
            right("currency", "code", plain + " USD");
            right("currency", "in words", plain + " dollars");
            right("units", "short", plain + " km");
            right("units", "joined", plain + "km");
            right("units", "in words", plain + " kilometers");
            right("units", "about", "about " + plain);
        }
        near(value, end);
    }

    private void separators(BigDecimal value, String end) {
        if (value.abs().compareTo(THOUSAND) >= 0) {
            right("thousands", "commas", grouped(value, ',', '.') + end);
            right("thousands", "spaces", grouped(value, ' ', '.') + end);
            right("thousands", "apostrophes", grouped(value, '\'', '.') + end);
            right("thousands", "points", grouped(value, '.', ',') + end);
            right("magnitude", "K", value.divide(THOUSAND).stripTrailingZeros().toPlainString() + "K");
            right(
                    "magnitude",
                    "thousand",
                    value.divide(THOUSAND).stripTrailingZeros().toPlainString() + " thousand");
        }
        if (value.abs().compareTo(MILLION) >= 0) {
            right(
                    "magnitude",
                    "million",
                    value.divide(MILLION).stripTrailingZeros().toPlainString() + " million");
        }
        if (value.scale() > 0) {
            right("digits", "decimal comma", value.toPlainString().replace('.', ',') + end);
        }
    }

    private void near(BigDecimal value, String end) {
        BigDecimal rounded = value.round(new MathContext(2));
        if (rounded.compareTo(value) != 0) {
            wrong("two digits", rounded.toPlainString() + end);
        }
        String[][] factors = {
            {"0.1 % more", "1.001"}, {"1 % more", "1.01"}, {"10 % more", "1.1"}, {"double", "2"}, {"ten times", "10"}
        };
        for (String[] factor : factors) {
            BigDecimal other = value.multiply(new BigDecimal(factor[1])).stripTrailingZeros();
            if (other.compareTo(value) != 0) {
                wrong(factor[0], other.toPlainString() + end);
            }
        }
        wrong("inside a longer number", "1" + value.abs().toPlainString() + "0" + end);
        wrong("other sign", value.negate().toPlainString() + end);
        if (value.signum() != 0) {
            wrong("zero", "0" + end);
        }
    }

    private static String grouped(BigDecimal value, char thousands, char decimal) {
        DecimalFormat format = new DecimalFormat("#,##0", symbols(decimal, thousands));
        format.setMinimumFractionDigits(Math.max(0, value.scale()));
        format.setMaximumFractionDigits(Math.max(0, value.scale()));
        return format.format(value);
    }

    private static DecimalFormatSymbols symbols(char decimal, char thousands) {
        DecimalFormatSymbols symbols = new DecimalFormatSymbols(Locale.ROOT);
        symbols.setDecimalSeparator(decimal);
        symbols.setGroupingSeparator(thousands);
        return symbols;
    }

    /** The ways to write a date; and dates near it. */
    private void date(String gold) {
        LocalDate date = DateText.in(gold).getFirst();
        FORMS.forEach(form -> right("date", form.getKey(), format(date, form.getValue())));
        right("date", "ordinal", format(date, "MMMM ") + ordinal(date.getDayOfMonth()) + format(date, ", yyyy"));
        wrong("month and year only", format(date, "MMMM yyyy"));
        wrong("year only", format(date, "yyyy"));
        wrong("next day", format(date.plusDays(1), "yyyy-MM-dd"));
        wrong("next month", format(date.plusMonths(1), "yyyy-MM-dd"));
        wrong("next year", format(date.plusYears(1), "yyyy-MM-dd"));
    }

    private static String format(LocalDate date, String form) {
        return DateTimeFormatter.ofPattern(form, Locale.ENGLISH).format(date);
    }

    private static String ordinal(int day) {
        if (day / 10 == 1) {
            return day + "th";
        }
        return day
                + switch (day % 10) {
                    case 1 -> "st";
                    case 2 -> "nd";
                    case 3 -> "rd";
                    default -> "th";
                };
    }

    /** The ways to lay out a list; and lists near it. */
    private void list(String gold) {
        List<String> elements = elements(gold);
        right("list", "commas", String.join(", ", elements));
        right("list", "commas, no spaces", String.join(",", elements));
        right("list", "commas and 'and'", and(elements));
        right("list", "semicolons", String.join("; ", elements));
        right("list", "lines", String.join("\n", elements));
        right(
                "list",
                "bullets",
                elements.stream().map(element -> "- " + element).collect(Collectors.joining("\n")));
        right(
                "list",
                "numbered",
                IntStream.range(0, elements.size())
                        .mapToObj(i -> (i + 1) + ". " + elements.get(i))
                        .collect(Collectors.joining("\n")));
        right("list", "JSON", JsonCodec.write(elements));
        right("list", "Python", elements.stream().map(e -> "'" + e + "'").collect(Collectors.joining(", ", "[", "]")));
        right("list", "braces", "\\{" + String.join(", ", elements) + "\\}");
        right("order", "reversed", String.join(", ", elements.reversed()));
        right("order", "sorted", String.join(", ", elements.stream().sorted().toList()));
        wrong("one missing", String.join(", ", elements.subList(0, elements.size() - 1)));
        wrong("first only", elements.getFirst());
        wrong("one too many", String.join(", ", elements) + ", something else");
        wrong("one twice", String.join(", ", elements) + ", " + elements.getFirst());
    }

    private static String and(List<String> elements) {
        int last = elements.size() - 1;
        return String.join(", ", elements.subList(0, last)) + (last > 0 ? " and " : "") + elements.get(last);
    }

    /** The ways to write a JSON value; and values near it. */
    private void json(String gold) {
        Object value = JsonCodec.read(gold, "gold").value();
        String compact = JsonCodec.write(value);
        right("json", "compact", compact);
        right("json", "spaced", compact.replace("\":", "\": ").replace(",\"", ", \""));
        right("json", "code block", "```json\n" + compact + "\n```");
        right(
                "json",
                "Python",
                compact.replace('"', '\'').replace("true", "True").replace("null", "None"));
        if (value instanceof Map<?, ?> map) {
            object(map);
        } else if (value instanceof List<?> list) {
            right("json", "reversed", JsonCodec.write(list.reversed()));
            right(
                    "json",
                    "a line for each",
                    String.join("\n", list.stream().map(JsonCodec::write).toList()));
            if (!list.isEmpty()) {
                wrong("one missing", JsonCodec.write(list.subList(0, list.size() - 1)));
            }
        }
        wrong("empty object", "{}");
        wrong("cut off", compact.substring(0, compact.length() - 1));
    }

    private void object(Map<?, ?> map) {
        Map<String, @Nullable Object> texts = new LinkedHashMap<>();
        Map<String, @Nullable Object> upper = new LinkedHashMap<>();
        Map<String, @Nullable Object> turned = new LinkedHashMap<>();
        List<String> lines = new ArrayList<>();
        map.forEach((key, value) -> {
            texts.put(key.toString(), value instanceof Number ? value.toString() : value);
            upper.put(key.toString().toUpperCase(Locale.ROOT), value);
            lines.add(key + ": " + value);
        });
        List.copyOf(map.keySet()).reversed().forEach(key -> turned.put(key.toString(), map.get(key)));
        right("json", "keys in other order", JsonCodec.write(turned));
        right("json", "numbers as texts", JsonCodec.write(texts));
        right("json", "keys in upper case", JsonCodec.write(upper));
        right("json", "lines of key and value", String.join("\n", lines));
        Map<String, @Nullable Object> more = new LinkedHashMap<>();
        map.forEach((key, value) -> more.put(key.toString(), value));
        more.put("something_else", 1);
        wrong("a key too many", JsonCodec.write(more));
        more.remove("something_else");
        if (!more.isEmpty()) {
            more.remove(more.keySet().iterator().next());
            wrong("a key missing", JsonCodec.write(more));
        }
    }

    /** The ways to write a name or phrase; and phrases near it. */
    private void text(String gold) {
        String[] words = gold.strip().split("\\s+");
        right("case", "title", title(words));
        if (gold.toLowerCase(Locale.ROOT).startsWith("the ")) {
            right("articles", "without 'the'", gold.substring(4));
        } else {
            right("articles", "with 'the'", "the " + gold);
        }
        right("punctuation", "no hyphens", gold.replace('-', ' '));
        right("punctuation", "no commas", gold.replace(",", ""));
        right("punctuation", "no points", gold.replace(".", ""));
        right("punctuation", "ampersand", gold.replace(" and ", " & "));
        right("accents", "without", LookalikeText.bare(gold));
        if (words.length == 2 && Arrays.stream(words).allMatch(word -> word.matches("\\p{Lu}[\\p{L}'’-]+"))) {
            right("names", "last name first", words[1] + ", " + words[0]);
            right("names", "initial", words[0].charAt(0) + ". " + words[1]);
        }
        if (words.length > 1) {
            wrong("first word only", words[0]);
            wrong("last word only", words[words.length - 1]);
            wrong("words reversed", String.join(" ", Arrays.asList(words).reversed()));
        }
        wrong("one letter off", typo(gold));
        wrong("negated", "not " + gold);
        wrong("two answers", gold + " or something else");
    }

    private static String title(String[] words) {
        return Arrays.stream(words)
                .map(word -> word.isEmpty()
                        ? word
                        : word.substring(0, 1).toUpperCase(Locale.ROOT)
                                + word.substring(1).toLowerCase(Locale.ROOT))
                .collect(Collectors.joining(" "));
    }

    private static String typo(String text) {
        int middle = text.length() / 2;
        return text.isEmpty()
                ? "x"
                : text.substring(0, middle) + 'x' + text.substring(Math.min(text.length(), middle + 1));
    }

    /** Tells what kind of value a gold answer is. */
    public static ProbeVariant.Kind kind(String gold) {
        String text = gold.strip();
        if (NUMBER_FORM.matcher(text).matches()) {
            return ProbeVariant.Kind.NUMBER;
        }
        if (text.startsWith("{") || text.startsWith("[")) {
            try {
                Object value = JsonCodec.read(text, "gold").value();
                if (value instanceof List<?> list && list.stream().noneMatch(GoldVariants::structured)) {
                    return list.size() > 1 ? ProbeVariant.Kind.LIST : ProbeVariant.Kind.JSON;
                }
                return ProbeVariant.Kind.JSON;
            } catch (GuerdonException e) {
                return ProbeVariant.Kind.TEXT;
            }
        }
        if (text.length() <= LONGEST_DATE && DateText.in(text).size() == 1) {
            return ProbeVariant.Kind.DATE;
        }
        return elements(gold).size() > 2 ? ProbeVariant.Kind.LIST : ProbeVariant.Kind.TEXT;
    }

    private static boolean structured(Object value) {
        return value instanceof Map || value instanceof List;
    }

    /** Returns the elements of a list in any of the usual layouts; a text that is none is its own only element. */
    private static List<String> elements(String gold) {
        String text = gold.strip();
        if (text.startsWith("[")) {
            try {
                if (JsonCodec.read(text, "gold").value() instanceof List<?> list) {
                    return list.stream().map(String::valueOf).toList();
                }
            } catch (GuerdonException e) {
                return List.of(text);
            }
        }
        String separator = text.contains("\n") ? "\n" : text.contains(";") ? ";" : ",";
        return Arrays.stream(text.split(separator, -1))
                .map(String::strip)
                .filter(element -> !element.isEmpty())
                .toList();
    }
}
