package dev.guerdon.rewards.matching;

import dev.guerdon.cpython.PythonStrings;
import dev.guerdon.rewards.grading.GradingSteps;
import dev.guerdon.rewards.grading.GradingSteps.StepsSpent;
import dev.guerdon.rewards.regex.BoundedRegex;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The choice that NeMo Gym's multiple-choice grader reads. */
final class NemoGymChoice {

    private static final long BUDGET = 20_000_000;

    private static final BoundedRegex ANSWER = BoundedRegex.python("(?i)answer\\s*:\\s*(.+)");
    private static final BoundedRegex MARKED_ANSWER =
            BoundedRegex.python("(?im)[*_]{0,2}Answer[*_]{0,2}\\s*:[*_\\s]{0,2}(.+)");
    private static final BoundedRegex SEPARATOR =
            BoundedRegex.python("(?i)^(?:\\s*[/|&,;]\\s*|\\s+(?:or|and)\\s+|\\s+)\\Z");

    private static final String AROUND = "*_` \t\n\r.,;:";

    /** Arabic and Bengali letters of options, and the Latin ones that they stand for. */
    private static final String[] OTHER_LETTERS = {
        "\u0623", "A", "\u0628", "B", "\u062c", "C", "\u062f", "D", "\u0985", "A", "\u09ac", "B", "\u09a1", "C",
        "\u09a2", "D"
    };

    /** Mode in which the answer is found. */
    enum Mode {
        STRICT_SINGLE_LETTER_BOXED,
        LENIENT_BOXED,
        LENIENT_ANSWER_COLON,
        LENIENT_ANSWER_COLON_MD
    }

    private NemoGymChoice() {}

    /** Returns the letter that was chosen, or null. */
    static @Nullable String choose(String response, ChoiceOptions options, Mode mode) {
        String text = PythonStrings.strip(response);
        if (text.isEmpty()) {
            return null;
        }
        Set<String> letters = options.letters();
        try {
            return switch (mode) {
                case STRICT_SINGLE_LETTER_BOXED -> boxedLetter(text, letters);
                case LENIENT_BOXED -> {
                    @Nullable String letter = boxedLetter(text, letters);
                    yield letter != null ? letter : boxedOption(text, options, letters);
                }
                case LENIENT_ANSWER_COLON -> afterColon(text, options, letters);
                case LENIENT_ANSWER_COLON_MD -> afterMarkedColon(text, letters);
            };
        } catch (StepsSpent e) {
            return null;
        }
    }

    private static @Nullable String boxedLetter(String text, Set<String> letters) {
        @Nullable String box = BoxedText.lastBoxed(text);
        if (box == null) {
            return null;
        }
        String inner = BoxedText.unwrapped(PythonStrings.strip(box));
        long latin = inner.chars().filter(NemoGymChoice::isLatin).count();
        int first = 0;
        while (first < inner.length() && !isLatin(inner.charAt(first))) {
            first++;
        }
        boolean alone = latin == 1 && isCapital(inner.charAt(first));
        if (!alone) {
            first = space(inner, 0);
            int after = first < inner.length() && isCapital(inner.charAt(first)) ? space(inner, first + 1) : -1;
            if (after < 0 || after == inner.length() || ":).-".indexOf(inner.charAt(after)) < 0) {
                return null;
            }
        }
        String letter = inner.substring(first, first + 1);
        return letters.contains(letter) ? letter : null;
    }

    /** Returns the only option whose text the box contains, or null. */
    private static @Nullable String boxedOption(String text, ChoiceOptions options, Set<String> letters) {
        @Nullable String box = BoxedText.lastBoxed(text);
        if (box == null) {
            return null;
        }
        String inner = PythonStrings.strip(box);
        Set<String> matched = new HashSet<>();
        for (String candidate :
                List.of(ChoiceOptions.normal(inner), ChoiceOptions.normal(BoxedText.unwrapped(inner)))) {
            for (ChoiceOptions.Entry entry : options.entries()) {
                String letter = ChoiceOptions.upper(entry.letter());
                String option = entry.text() == null ? "" : ChoiceOptions.normal(entry.text());
                if (entry.letter().codePointCount(0, entry.letter().length()) == 1
                        && letters.contains(letter)
                        && !option.isEmpty()
                        && candidate.contains(option)) {
                    matched.add(letter);
                }
            }
        }
        return matched.size() == 1 ? matched.iterator().next() : null;
    }

    private static @Nullable String afterColon(String text, ChoiceOptions options, Set<String> letters) {
        int[] codePoints = text.codePoints().toArray();
        Optional<BoundedRegex.Match> found = ANSWER.find(codePoints, 0, steps(codePoints));
        if (found.isEmpty()) {
            return null;
        }
        String candidate = PythonStrings.strip(BoxedText.unwrapped(group(codePoints, found.get())));
        if (ChoiceOptions.isLetter(candidate) && letters.contains(ChoiceOptions.upper(candidate))) {
            return ChoiceOptions.upper(candidate);
        }
        String normal = ChoiceOptions.normal(candidate);
        for (ChoiceOptions.Entry entry : options.entries()) {
            String letter = ChoiceOptions.upper(entry.letter());
            if (letters.contains(letter)
                    && entry.text() != null
                    && ChoiceOptions.normal(entry.text()).equals(normal)) {
                return letter;
            }
        }
        return null;
    }

    private static @Nullable String afterMarkedColon(String text, Set<String> letters) {
        int[] codePoints =
                Normalizer.normalize(text, Normalizer.Form.NFKC).codePoints().toArray();
        GradingSteps steps = steps(codePoints);
        List<String> payloads = new ArrayList<>();
        Optional<BoundedRegex.Match> found = MARKED_ANSWER.find(codePoints, 0, steps);
        while (found.isPresent()) {
            payloads.add(group(codePoints, found.get()));
            found = MARKED_ANSWER.find(codePoints, found.get().end(0), steps);
        }
        for (String payload : payloads.reversed()) {
            @Nullable String letter = payloadLetter(payload, letters);
            if (letter != null) {
                return letter;
            }
        }
        return null;
    }

    private static @Nullable String payloadLetter(String payload, Set<String> letters) {
        String latin = Normalizer.normalize(payload, Normalizer.Form.NFKC);
        for (int i = 0; i < OTHER_LETTERS.length; i += 2) {
            latin = latin.replace(OTHER_LETTERS[i], " " + OTHER_LETTERS[i + 1]);
        }
        String candidate = PythonStrings.strip(latin, AROUND);
        if (candidate.isEmpty() || isList(candidate, letters)) {
            return null;
        }
        String letter;
        if (candidate.codePointCount(0, candidate.length()) == 1) {
            letter = candidate;
        } else if (isLatin(candidate.charAt(0)) && !isLatinOrDigit(candidate.charAt(1))) {
            letter = candidate.substring(0, 1);
        } else {
            letter = lastStandalone(candidate);
        }
        String upper = ChoiceOptions.upper(letter);
        return letters.contains(upper) ? upper : null;
    }

    /** Returns the last capital that is a word by itself, or nothing. */
    private static String lastStandalone(String text) {
        for (int i = text.length() - 1; i >= 0; i--) {
            if (isCapital(text.charAt(i))
                    && (i == 0 || !PythonStrings.isWord(text.codePointBefore(i)))
                    && (i + 1 == text.length() || !PythonStrings.isWord(text.codePointAt(i + 1)))) {
                return text.substring(i, i + 1);
            }
        }
        return "";
    }

    /** Returns whether two different letters follow each other with nothing but a separator between. */
    static boolean isList(String text, Set<String> letters) {
        int before = -1;
        for (int i = 0; i < text.length(); i++) {
            if (isLatin(text.charAt(i))
                    && (i == 0 || !isLatin(text.charAt(i - 1)))
                    && (i + 1 == text.length() || !isLatin(text.charAt(i + 1)))
                    && letters.contains(ChoiceOptions.upper(text.substring(i, i + 1)))) {
                if (before >= 0
                        && Character.toUpperCase(text.charAt(before)) != Character.toUpperCase(text.charAt(i))
                        && SEPARATOR.found(text.substring(before + 1, i), new GradingSteps(BUDGET))) {
                    return true;
                }
                before = i;
            }
        }
        return false;
    }

    private static int space(String text, int from) {
        int at = from;
        while (at < text.length() && PythonStrings.isSpace(text.charAt(at))) {
            at++;
        }
        return at;
    }

    private static boolean isCapital(int c) {
        return c >= 'A' && c <= 'Z';
    }

    static boolean isLatin(int c) {
        return isCapital(c) || (c >= 'a' && c <= 'z');
    }

    private static boolean isLatinOrDigit(int c) {
        return isLatin(c) || (c >= '0' && c <= '9');
    }

    private static String group(int[] text, BoundedRegex.Match match) {
        return new String(text, match.start(1), match.end(1) - match.start(1));
    }

    private static GradingSteps steps(int[] text) {
        return new GradingSteps(BUDGET + 10L * text.length);
    }
}
