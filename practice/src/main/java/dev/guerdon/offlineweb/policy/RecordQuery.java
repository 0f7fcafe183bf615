package dev.guerdon.offlineweb.policy;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Question to a list of records.
 *
 * @param question the question
 * @param words its words
 * @param operation what is to be done with the records that fit
 * @param target the words for the figure that is compared or computed
 * @param count how many records are wanted
 * @param limits what records must keep to
 * @param year the year in question, empty for none
 * @param place the place in question, empty for none
 * @param keys the keys of a JSON answer, empty if none is asked for
 */
record RecordQuery(
        String question,
        List<String> words,
        Operation operation,
        List<String> target,
        int count,
        List<Limit> limits,
        String year,
        String place,
        List<String> keys) {

    /** Operation on the records that fit. */
    enum Operation {
        COUNT,
        MOST,
        LEAST,
        MEDIAN,
        MEAN,
        VALUE,
        LIST
    }

    /** Comparison of a figure. */
    enum Relation {
        AT_LEAST,
        MORE,
        AT_MOST,
        LESS,
        EXACTLY
    }

    /** A limit on a figure. */
    record Limit(List<String> words, Relation relation, double value) {

        boolean holds(double found) {
            return switch (relation) {
                case AT_LEAST -> found >= value;
                case MORE -> found > value;
                case AT_MOST -> found <= value;
                case LESS -> found < value;
                case EXACTLY -> found == value;
            };
        }
    }

    private static final Pattern KEYS = Pattern.compile("with the keys? ([^.?]+)");
    private static final Pattern LIMIT =
            Pattern.compile("(?:([\\p{L}]+) of )?(?:([\\p{L}]+) )?(at least|more than|less than|under|over|at"
                    + " most|exactly|within|before|after) (\\$)?(\\d[\\d.,:]*)(?: ([\\p{L}]+))?");
    private static final Pattern YEAR = Pattern.compile("\\b(?:19|20)\\d{2}\\b");
    private static final Pattern COUNT =
            Pattern.compile("\\b(?:which|the) (?:were the )?(\\d+) ", Pattern.CASE_INSENSITIVE);
    private static final Pattern MOST =
            Pattern.compile("\\b(highest|largest|biggest|most expensive|most|greatest|longest) ?(\\p{L}+)?");
    private static final Pattern LEAST =
            Pattern.compile("\\b(lowest|smallest|cheapest|least|closest|nearest|fewest|shortest) ?(\\p{L}+)?");
    private static final Pattern PLACE =
            Pattern.compile("\\b(?:in|near|of|to) ((?:[A-Z][\\p{L}]+)(?: [A-Z][\\p{L}]+)*)");

    static RecordQuery of(String question) {
        String lower = question.toLowerCase(Locale.ROOT);
        Operation operation = operation(lower);
        Matcher year = YEAR.matcher(question);
        Matcher place = PLACE.matcher(question);
        Matcher count = COUNT.matcher(question);
        return new RecordQuery(
                question,
                QuestionWords.of(question),
                operation,
                target(lower, operation),
                count.find() ? Integer.parseInt(count.group(1)) : 1,
                limits(question),
                year.find() ? year.group() : "",
                place.find() ? place.group(1) : "",
                keys(question));
    }

    private static Operation operation(String lower) {
        if (lower.contains("median")) {
            return Operation.MEDIAN;
        }
        if (lower.contains("average") || lower.contains(" mean ")) {
            return Operation.MEAN;
        }
        // "At least" sets a limit; only the other uses of the word compare.
        String compared = lower.replace("at least", "").replace("at most", "");
        if (MOST.matcher(compared).find()) {
            return Operation.MOST;
        }
        if (LEAST.matcher(compared).find()) {
            return Operation.LEAST;
        }
        if (lower.startsWith("how many")) {
            return Operation.COUNT;
        }
        return lower.startsWith("which") ? Operation.LIST : Operation.VALUE;
    }

    private static List<String> target(String lower, Operation operation) {
        String compared = lower.replace("at least", "").replace("at most", "");
        Pattern pattern = operation == Operation.LEAST ? LEAST : MOST;
        Matcher found = pattern.matcher(compared);
        List<String> words = new ArrayList<>();
        if ((operation == Operation.MOST || operation == Operation.LEAST) && found.find()) {
            words.addAll(QuestionWords.of(found.group(1)));
            words.addAll(QuestionWords.of(found.group(2) == null ? "" : found.group(2)));
            words.removeAll(List.of("most", "least"));
            return words;
        }
        Matcher noun = Pattern.compile("\\b(?:median|average|mean|how many|what (?:was|is) the) (\\p{L}+)")
                .matcher(lower);
        return noun.find() ? QuestionWords.of(noun.group(1)) : List.of();
    }

    private static List<Limit> limits(String question) {
        List<Limit> limits = new ArrayList<>();
        Matcher found = LIMIT.matcher(question);
        while (found.find()) {
            List<String> words = new ArrayList<>();
            for (int group : new int[] {1, 2, 4, 6}) {
                if (found.group(group) != null) {
                    words.addAll(QuestionWords.of(found.group(group)));
                }
            }
            words.removeAll(List.of("with", "of", "have", "had", "and", "a", "in"));
            String relation = found.group(3);
            if (relation.equals("within")) {
                words.add("within");
            }
            OptionalDouble value = QuestionWords.number(found.group(5).replaceAll("[.,:]$", ""));
            value.ifPresent(number -> limits.add(new Limit(List.copyOf(words), relation(relation), number)));
        }
        return limits;
    }

    private static Relation relation(String words) {
        return switch (words) {
            case "at least" -> Relation.AT_LEAST;
            case "more than", "over", "after" -> Relation.MORE;
            case "less than", "under", "before" -> Relation.LESS;
            case "exactly" -> Relation.EXACTLY;
            default -> Relation.AT_MOST;
        };
    }

    private static List<String> keys(String question) {
        Matcher keys = KEYS.matcher(question);
        if (!keys.find()) {
            return List.of();
        }
        List<String> names = new ArrayList<>();
        for (String name : keys.group(1).replaceAll("\\([^)]*\\)", "").split(",|\\band\\b", -1)) {
            if (!name.isBlank()) {
                names.add(name.strip());
            }
        }
        return names;
    }

    /** Returns whether the question is about homes. */
    boolean aboutHomes() {
        return words.contains("home") || words.contains("house") || words.contains("bedroom");
    }

    /** Returns what kind of business near a place the question is about, if it is. */
    Optional<String> business() {
        Matcher kind = Pattern.compile("(?i)\\b(?:which|how many) (\\p{L}+)\\b.*?\\b(?:near|within|closest|nearest)\\b")
                .matcher(question);
        return kind.find() && !aboutHomes() ? Optional.of(kind.group(1).toLowerCase(Locale.ROOT)) : Optional.empty();
    }
}
