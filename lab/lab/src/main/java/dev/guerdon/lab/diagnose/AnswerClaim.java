package dev.guerdon.lab.diagnose;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Claim to which an answer in prose commits itself.
 *
 * <p>An answer that names the right value among others, or takes it back, did not say it: "either 12 or 17", "not 17 but 21", "17 towers and
 * 21 rooms". Where that cannot be told, nothing is claimed.
 */
final class AnswerClaim {

    private static final int LONGEST = 4000;

    private static final Pattern HEDGE =
            Pattern.compile("(?i)\\b(?:either|perhaps|maybe|might|may have been|possibly|probably|not (?:quite )?sure"
                    + "|unsure|uncertain|could (?:also )?be|or)\\b|\\bbetween\\b.{1,40}\\band\\b|\\?\\s");
    private static final Pattern CONTRAST = Pattern.compile(
            "(?i)\\b(?:not|never|isn[’']t|wasn[’']t|aren[’']t|rather than|instead of|unlike|although|though|whereas|despite|but|followed|succeeded"
                    + "|replaced|said to|think|thought|believe[sd]?|later|earlier|former(?:ly)?|before)\\b");
    private static final Pattern CONCLUSION = Pattern.compile(
            "(?i)\\b(?:so|therefore|thus|hence|makes|making|in total|altogether|conclude|(?:final |right |correct |true )?(?:answer|number|result|total|value|count)\\s*(?:is|was|=|:)|equals|comes to)\\b"
                    + "|(?:=|→|⇒)");
    private static final Pattern NAME =
            Pattern.compile("\\p{Lu}[\\p{L}'’.-]*(?:\\s+(?:(?:of|de|van|von|der|the)\\s+)?\\p{Lu}[\\p{L}'’.-]*)*");
    private static final Pattern STATED = Pattern.compile(
            "(?i)(?:\\b(?:is|was|are|were|by|named|called|be|become|became)|[:=])\\s*(?:the\\s+)?[\"'“*_`]*$");
    private static final Pattern ENDS =
            Pattern.compile("(?is)^[\"'”*_`]*\\s*(?:[.!)]|$|\\(|in \\d{4}\\b|on \\d|,\\s+(?:in|on|at)\\b).*");

    private AnswerClaim() {}

    /** Returns whether an answer leaves open which of several things it means. */
    public static boolean hedges(String answer) {
        return HEDGE.matcher(cut(answer)).find();
    }

    /** Returns whether an answer sets a thing against another in the sentence in which it last names it: "although many think it is Lima". */
    public static boolean contrasts(String answer, String what) {
        String text = cut(answer);
        int at = text.lastIndexOf(what.strip());
        if (at < 0) {
            return CONTRAST.matcher(text).find();
        }
        int from = Math.max(text.lastIndexOf('\n', at), text.lastIndexOf(". ", at));
        int to = text.indexOf('\n', at);
        return CONTRAST.matcher(text.substring(from + 1, to < 0 ? text.length() : to))
                .find();
    }

    /** Returns the number that an answer commits itself to. */
    public static Optional<Double> number(String question, String answer) {
        String text = cut(answer);
        List<NumberIn> all = NumberIn.all(text);
        List<NumberIn> asked = NumberIn.all(question);
        List<NumberIn> open = all.stream()
                .filter(one -> asked.stream().noneMatch(other -> other.value() == one.value()))
                .toList();
        // A number of the question is the answer where there is no other.
        List<NumberIn> candidates = open.isEmpty() ? all : open;
        if (candidates.stream().mapToDouble(NumberIn::value).distinct().count() == 1) {
            NumberIn only = candidates.getFirst();
            return denied(text, only.start()) || HEDGE.matcher(text).find()
                    ? Optional.empty()
                    : Optional.of(only.value());
        }
        Optional<Double> concluded = concluded(text, candidates);
        if (concluded.isPresent()) {
            return concluded;
        }
        if (HEDGE.matcher(text).find()) {
            return Optional.empty();
        }
        return QuestionWording.counted(question).flatMap(noun -> counted(text, candidates, noun));
    }

    private static Optional<Double> concluded(String text, List<NumberIn> candidates) {
        Matcher matcher = CONCLUSION.matcher(text);
        int after = -1;
        while (matcher.find()) {
            after = matcher.end();
        }
        int from = after;
        List<NumberIn> behind = candidates.stream()
                .filter(one -> from >= 0 && one.start() >= from)
                .toList();
        boolean one = behind.stream().mapToDouble(NumberIn::value).distinct().count() == 1;
        return one
                        && !denied(text, behind.getFirst().start())
                        && !HEDGE.matcher(text.substring(from)).find()
                ? Optional.of(behind.getFirst().value())
                : Optional.empty();
    }

    /** Returns the only number that stands before what is counted. */
    private static Optional<Double> counted(String text, List<NumberIn> candidates, String noun) {
        Pattern next = Pattern.compile("(?i)^[\\s*_]+(?:\\p{L}+\\s+){0,2}?" + Pattern.quote(noun) + "\\b");
        List<Double> values = candidates.stream()
                .filter(one -> next.matcher(text.substring(one.end())).find() && !denied(text, one.start()))
                .map(NumberIn::value)
                .distinct()
                .toList();
        return values.size() == 1 ? Optional.of(values.getFirst()) : Optional.empty();
    }

    /** Returns whether an answer in prose says that something is so, and nothing else: neither one of several, nor in passing. */
    public static boolean states(String question, String answer, String what) {
        String text = cut(answer).replaceAll("\\*\\*|__|`", "");
        String wanted = what.strip();
        if (wanted.isEmpty() || wanted.contains("\n")) {
            return false;
        }
        if (wanted.equalsIgnoreCase("yes") || wanted.equalsIgnoreCase("no")) {
            return Pattern.compile("(?i)^\\W*" + wanted + "\\b\\s*[,.;:!–—-].*", Pattern.DOTALL)
                    .matcher(text)
                    .matches();
        }
        if (text.strip().equalsIgnoreCase(turned(wanted))) {
            return true;
        }
        Matcher found = Pattern.compile(
                        "(?<!\\w)" + Pattern.quote(wanted) + "(?![\\w’']|-\\w)",
                        Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE)
                .matcher(text);
        if (!found.find() || hedges(text)) {
            return false;
        }
        String before = text.substring(0, found.start());
        String behind = text.substring(found.end());
        boolean oneOfSeveral = (before.matches("(?is).*(?:\\band|\\bwith|\\bbeat|\\bafter|,)\\s+(?:the\\s+)?$")
                        && !before.matches("(?is)^[^,]{3,60},\\s+$"))
                || behind.matches("(?is)^\\s*(?:,?\\s*and\\s|/|&).*")
                || behind.matches("(?s)^,\\s+\\p{Lu}.*");
        if (oneOfSeveral || CONTRAST.matcher(text).find()) {
            return false;
        }
        return (STATED.matcher(before).find() && ENDS.matcher(behind).matches())
                || !namesOthers(question, text, wanted);
    }

    /** Returns a name with its last word first, as lists have it: {@code King, Ada}. */
    private static String turned(String name) {
        int space = name.lastIndexOf(' ');
        return space < 0 ? name : name.substring(space + 1) + ", " + name.substring(0, space);
    }

    /** Returns whether a text has names that are neither the thing itself nor in the question. */
    private static boolean namesOthers(String question, String text, String wanted) {
        String known = (question + " " + wanted).toLowerCase(Locale.ROOT);
        Matcher names = NAME.matcher(text);
        while (names.find()) {
            String name = names.group().toLowerCase(Locale.ROOT);
            boolean begins =
                    names.start() == 0 || text.substring(0, names.start()).matches("(?s).*[.!?:]\\s+[\"“]?$");
            boolean single = !name.contains(" ");
            boolean has = name.contains(wanted.toLowerCase(Locale.ROOT));
            if (!has && !known.contains(name) && !(begins && single)) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether what stands at a place is taken back right before it. */
    private static boolean denied(String text, int at) {
        String before = text.substring(Math.max(0, at - 30), at);
        int clause = Math.max(before.lastIndexOf(','), Math.max(before.lastIndexOf('.'), before.lastIndexOf(';')));
        return Pattern.compile("(?i)\\b(?:not|never|isn[’']t|wasn[’']t|than|instead of|unlike|said to have)\\b")
                .matcher(before.substring(clause + 1))
                .find();
    }

    private static String cut(String text) {
        return text.length() > LONGEST ? text.substring(text.length() - LONGEST) : text;
    }

    /** A number where it stands. */
    record NumberIn(double value, int start, int end) {

        private static final int MOST = 40;
        private static final Pattern SCALE_WORD = Pattern.compile("(?i)\\s+(thousand|million|billion|trillion)\\b");
        private static final Pattern SCALED_DIGITS =
                Pattern.compile("(?<![\\w.,])([-−]|\\bminus(?=\\s))?\\s?[$€£¥]?\\s?([-−]?)("
                        + "\\d{1,3}(?:\\.\\d{3})+,\\d{1,2}(?!\\d)|\\d+,\\d{1,2}(?=\\s?(?:[€%]|EUR))|\\d{1,3}(?:[ \\u00a0\\u202f']\\d{3})+(?!\\d)|\\d{1,3}(?:,\\d{3})+(?:\\.\\d+)?|\\d+(?:\\.\\d+)?(?:[eE][+-]?\\d{1,2}(?!\\w))?)"
                        + "(?:\\s?((?i:thousand|million|billion|trillion|bn)|[kKM])\\b)?(?!\\d)");

        static List<NumberIn> all(String text) {
            List<NumberIn> found = new ArrayList<>();
            Matcher digits = SCALED_DIGITS.matcher(text);
            while (digits.find() && found.size() < MOST) {
                // Who writes the euro first writes a stop for thousands: "€4.500".
                boolean stops = digits.group(3).matches("\\d{1,3}(?:\\.\\d{3})+")
                        && digits.group().contains("€");
                read(stops ? digits.group(3).replace(".", "") : digits.group(3)).ifPresent(value -> {
                    String sign = Objects.toString(digits.group(1), "") + digits.group(2);
                    double scaled = value * scale(digits.group(4));
                    found.add(new NumberIn(sign.isEmpty() ? scaled : -scaled, digits.start(3), digits.end()));
                });
            }
            Matcher words = NumberWords.PATTERN.matcher(text);
            while (words.find() && found.size() < MOST) {
                // "one" is a word more often than a number.
                if (!words.group().equalsIgnoreCase("one") || text.strip().length() < 8) {
                    int at = words.start();
                    int end = words.end();
                    Matcher scale = SCALE_WORD.matcher(text).region(end, text.length());
                    boolean scaled = scale.lookingAt();
                    double factor = scale(scaled ? scale.group(1) : null);
                    int to = scaled ? scale.end() : end;
                    NumberWords.read(words.group()).ifPresent(value -> found.add(new NumberIn(value * factor, at, to)));
                }
            }
            found.sort((a, b) -> Integer.compare(a.start, b.start));
            return found;
        }

        private static Optional<Double> read(String digits) {
            boolean continental = digits.matches("\\d{1,3}(?:\\.\\d{3})+,\\d{1,2}|\\d+,\\d{1,2}");
            String plain = continental
                    ? digits.replace(".", "").replace(',', '.')
                    : digits.replaceAll("[, \\u00a0\\u202f']", "");
            return plain.length() > 40 ? Optional.empty() : Optional.of(Double.valueOf(plain));
        }

        private static double scale(@Nullable String word) {
            if (word == null) {
                return 1;
            }
            return switch (word.toLowerCase(Locale.ROOT)) {
                case "thousand", "k" -> 1e3;
                case "million", "m" -> 1e6;
                case "trillion" -> 1e12;
                default -> 1e9;
            };
        }
    }
}
