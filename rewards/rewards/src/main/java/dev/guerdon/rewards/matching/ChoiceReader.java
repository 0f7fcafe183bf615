package dev.guerdon.rewards.matching;

import dev.guerdon.cpython.PythonStrings;
import dev.guerdon.rewards.grading.AnswerStatement;
import dev.guerdon.rewards.grading.GoldReader;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Reads the choice after the last marker of a response.
 *
 * <p>An option's whole text goes before a letter, a letter before a text that contains an option's; of those the longest wins.
 */
final class ChoiceReader {

    private static final List<String> MARKERS = List.of("answer:", "answer is", "answer：", "answer =", "option:");
    private static final String AROUND = "*_`\"'()[]{}<>.,;:!?$ \t\r\n";

    /** Words that are letters, too. */
    private static final Set<String> ARTICLES = Set.of("A", "I");

    private static final String TAG = "<answer>";

    private final Map<String, String> texts = new LinkedHashMap<>();

    private ChoiceReader() {}

    /** What follows the last marker, and where it stands. */
    private record Payload(String text, int from) {}

    /**
     * A choice, or why there is none.
     *
     * @param letter the letter, null for none
     */
    record Choice(@Nullable String letter, String reason) {}

    /** Returns a reader for options, of which each needs a letter and a text. */
    static ChoiceReader of(ChoiceOptions options) {
        ChoiceReader reader = new ChoiceReader();
        for (ChoiceOptions.Entry entry : options.entries()) {
            if (entry.text() != null && ChoiceOptions.isLetter(entry.letter())) {
                reader.texts.putIfAbsent(ChoiceOptions.upper(entry.letter()), bare(ChoiceOptions.normal(entry.text())));
            }
        }
        if (reader.texts.size() < 2) {
            throw GoldReader.fault(
                    "choice_reward needs at least two options with a letter and a text, found " + reader.texts.size());
        }
        return reader;
    }

    /** Returns the letter that a gold answer means: a letter, or the text of an option. */
    String gold(String written) {
        String letter = ChoiceOptions.upper(bare(PythonStrings.strip(written)));
        if (texts.containsKey(letter)) {
            return letter;
        }
        String text = bare(ChoiceOptions.normal(written));
        return texts.entrySet().stream()
                .filter(entry -> entry.getValue().equals(text))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElseThrow(() -> GoldReader.fault("the gold answer must be one of the options "
                        + String.join(", ", texts.keySet()) + ", found '"
                        + (written.length() > 80 ? written.substring(0, 80) + "..." : written) + "'"));
    }

    /** Returns what a response chooses. */
    Choice read(String whole) {
        String response = AnswerStatement.spoken(whole);
        Payload written = payload(response);
        String payload = bare(BoxedText.unwrapped(PythonStrings.strip(written.text)));
        int from = written.from + Math.max(0, written.text.indexOf(payload));
        if (payload.isEmpty()) {
            return new Choice(null, "the response has no answer");
        }
        String normal = ChoiceOptions.normal(payload);
        for (Map.Entry<String, String> option : texts.entrySet()) {
            if (!option.getValue().isEmpty() && option.getValue().equals(normal)) {
                return stated(option.getKey(), response, from, from + payload.length());
            }
        }
        if (NemoGymChoice.isList(payload, texts.keySet()) && !startsWithArticle(payload)) {
            return new Choice(null, "the answer names several options");
        }
        @Nullable String letter = letter(payload);
        if (letter != null) {
            // The words of the option itself, such as "Cannot be determined", deny nothing.
            String own = texts.getOrDefault(letter, "");
            boolean spelled = !own.isEmpty() && normal.endsWith(own);
            return stated(letter, response, from, spelled ? from + payload.length() : from + 1);
        }
        Choice contained = contained(normal);
        return contained.letter() == null ? contained : stated(contained.letter(), response, from, from);
    }

    /** Returns the choice, unless the sentence around it denies or doubts it. */
    private static Choice stated(String letter, String response, int from, int to) {
        String refusal = AnswerStatement.refusal(response, from, to);
        return refusal.isEmpty() ? new Choice(letter, "") : new Choice(null, "the answer is " + refusal);
    }

    /** Returns what follows the last marker on its line: a box, answer tags, or the words for an answer; else the whole if it is short. */
    private Payload payload(String response) {
        String lower = PythonStrings.lower(response);
        int best = BoxedText.lastBox(response);
        @Nullable String box = best < 0 ? null : BoxedText.lastBoxed(response);
        @Nullable Payload found = box == null ? null : new Payload(box, response.indexOf('{', best) + 1);
        int tag = response.lastIndexOf(TAG);
        @Nullable String tagged = tag > best ? AnswerTags.last(response) : null;
        if (tagged != null) {
            best = tag;
            found = new Payload(tagged, response.lastIndexOf(TAG + tagged) + TAG.length());
        }
        if (lower.length() == response.length()) {
            for (String marker : MARKERS) {
                int at = lower.lastIndexOf(marker);
                String line = at < 0 ? "" : restOfLine(response, at + marker.length());
                if (at > best && !line.contains("\\boxed{")) {
                    best = at;
                    found = new Payload(line, at + marker.length());
                }
            }
        }
        return found != null ? found : new Payload(best < 0 ? restOfLine(response, 0) : "", 0);
    }

    private static String restOfLine(String text, int from) {
        int start = from;
        while (start < text.length() && AROUND.indexOf(text.charAt(start)) >= 0) {
            start++;
        }
        int end = text.indexOf('\n', start);
        return text.substring(from, end < 0 ? text.length() : end);
    }

    /** Returns a letter alone, or at the start with what labels it or what cannot be part of a word group. */
    private @Nullable String letter(String payload) {
        int first = payload.codePointAt(0);
        int end = Character.charCount(first);
        String letter = ChoiceOptions.upper(payload.substring(0, end));
        if (!texts.containsKey(letter)) {
            return null;
        }
        String rest = payload.substring(end);
        if (rest.isEmpty()) {
            return letter;
        }
        if (PythonStrings.isWord(rest.codePointAt(0)) || rest.startsWith("'") || rest.startsWith("\u2019")) {
            return null;
        }
        String after = ChoiceOptions.normal(bare(rest));
        String option = texts.getOrDefault(letter, "");
        boolean tellsItself = after.isEmpty() || (!option.isEmpty() && TokenBounds.contains(after, option));
        boolean labelled = rest.startsWith(":") || rest.startsWith(")") || rest.startsWith("*") || rest.startsWith("]");
        boolean spoken = rest.startsWith(" ") || rest.startsWith(",") || rest.startsWith(";");
        boolean capital = Character.isUpperCase(first);
        return tellsItself
                        || labelled
                        || (spoken
                                && capital
                                && !ARTICLES.contains(letter)
                                && otherOption(after, letter).isEmpty())
                ? letter
                : null;
    }

    private static boolean startsWithArticle(String payload) {
        return payload.length() > 2 && (payload.startsWith("a ") || payload.startsWith("i "));
    }

    private Set<String> otherOption(String text, String letter) {
        Set<String> others = new TreeSet<>();
        texts.forEach((other, option) -> {
            if (!other.equals(letter) && !option.isEmpty() && TokenBounds.contains(text, option)) {
                others.add(other);
            }
        });
        return others;
    }

    /** Returns the option whose text is in the answer as whole words, and in no longer one that is there. */
    private Choice contained(String normal) {
        List<String> found = texts.keySet().stream()
                .filter(letter -> TokenBounds.states(normal, text(letter)))
                .toList();
        List<String> letters = found.stream()
                .filter(letter -> found.stream()
                        .noneMatch(other -> text(other).length() > text(letter).length()
                                && TokenBounds.contains(text(other), text(letter))))
                .toList();
        return switch (letters.size()) {
            case 0 -> new Choice(null, "the answer names no option");
            case 1 -> new Choice(letters.getFirst(), "");
            default -> new Choice(null, "the answer names several options");
        };
    }

    private String text(String letter) {
        return texts.getOrDefault(letter, "");
    }

    private static String bare(String text) {
        return PythonStrings.strip(text, AROUND);
    }
}
