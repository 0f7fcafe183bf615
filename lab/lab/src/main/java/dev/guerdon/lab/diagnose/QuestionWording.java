package dev.guerdon.lab.diagnose;

import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Facts that can be told from the wording of a question. */
final class QuestionWording {

    private static final Pattern COUNTED = Pattern.compile(
            "(?i)\\b(?:how many|number of)\\s+((?:\\p{L}[\\p{L}'’-]*\\s+){0,2}?)(\\p{L}[\\p{L}'’-]*s|people|children|men|women)\\b");
    private static final Pattern COMPUTED = Pattern.compile(
            "(?i)\\b(?:how many|how much|number of|count|total|sum|mean|average|median"
                    + "|share|percentage|percent|per cent|ratio|difference|altogether|combined|overall|maximum|minimum|standard deviation)\\b");
    private static final Pattern LOOKED_UP =
            Pattern.compile("(?i)\\b(?:who|whom|whose|when|where|which|year|name|date|number)\\b");
    private static final Pattern COUNTS = Pattern.compile("(?i)\\b(?:how many|number of|count)\\b");
    private static final Pattern WORD = Pattern.compile("\\p{L}{4,}");
    private static final Set<String> COMMON =
            Set.of(("what which when where whom whose many much have does were that this there with from into than"
                            + " then they their been between number total mean average most least during about after before"
                            + " according first last name list year years answer value")
                    .split(" "));

    private QuestionWording() {}

    /** Returns what is counted, where a question asks how many: {@code rooms} in "How many rooms has the museum?". */
    public static Optional<String> counted(String question) {
        Matcher matcher = COUNTED.matcher(question);
        return matcher.find() ? Optional.of(matcher.group(2).toLowerCase(Locale.ROOT)) : Optional.empty();
    }

    /** Returns whether a question asks for one thing that stands somewhere: a name, a place, a date. */
    public static boolean looksUp(String question) {
        return LOOKED_UP.matcher(question).find() && !computed(question);
    }

    /** Returns whether the answer is likely to be computed from several facts, so that it need not stand anywhere. */
    public static boolean computed(String question) {
        return COMPUTED.matcher(question).find();
    }

    /** Returns whether a question asks for a count of things. */
    public static boolean counts(String question) {
        return COUNTS.matcher(question).find();
    }

    /** Returns the beginnings of the words of a question that tell what it is about. */
    public static Set<String> stems(String question) {
        Set<String> stems = new LinkedHashSet<>();
        Matcher matcher = WORD.matcher(question);
        while (matcher.find()) {
            String word = matcher.group().toLowerCase(Locale.ROOT);
            if (!COMMON.contains(word)) {
                stems.add(word.substring(0, Math.min(word.length(), Math.max(4, word.length() - 3))));
            }
        }
        return stems;
    }

    /** Returns whether a text speaks of what a question asks about: whether one of its telling words begins a word of the text. */
    public static boolean concerns(String question, String text) {
        Set<String> stems = stems(question);
        String beginning = text.substring(0, Math.min(text.length(), 50_000)).toLowerCase(Locale.ROOT);
        return stems.stream()
                .anyMatch(stem -> Pattern.compile("\\b" + Pattern.quote(stem))
                        .matcher(beginning)
                        .find());
    }
}
