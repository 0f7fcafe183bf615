package dev.guerdon.catalogue.choice;

import dev.guerdon.api.Internal;
import dev.guerdon.catalogue.budget.Steps;
import dev.guerdon.catalogue.budget.StepsSpent;
import dev.guerdon.catalogue.regex.BadPattern;
import dev.guerdon.catalogue.regex.BoundedRegex;
import dev.guerdon.catalogue.regex.Flavor;
import dev.guerdon.cpython.Strings;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The choice that NeMo Gym's multiple-choice grader reads. */
@Internal
public final class NemoGymChoice {

    private static final long BUDGET = 20_000_000;

    private static final BoundedRegex ANSWER = regex("(?i)answer\\s*:\\s*(.+)");
    private static final BoundedRegex MARKED_ANSWER = regex("(?im)[*_]{0,2}Answer[*_]{0,2}\\s*:[*_\\s]{0,2}(.+)");
    private static final BoundedRegex SEPARATOR = regex("(?i)^(?:\\s*[/|&,;]\\s*|\\s+(?:or|and)\\s+|\\s+)\\Z");

    /** Arabic and Bengali letters of options, and the Latin ones that they stand for. */
    private static final String[] OTHER_LETTERS = {
        "\u0623", "A", "\u0628", "B", "\u062c", "C", "\u062f", "D", "\u0985", "A", "\u09ac", "B", "\u09a1", "C",
        "\u09a2", "D"
    };

    /** How the answer is found. */
    public enum Mode {
        STRICT_SINGLE_LETTER_BOXED,
        LENIENT_BOXED,
        LENIENT_ANSWER_COLON,
        LENIENT_ANSWER_COLON_MD
    }

    private NemoGymChoice() {}

    /** The letter that was chosen, or null. */
    public static @Nullable String choose(String response, Options options, Mode mode) {
        String text = Strings.strip(response);
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
        @Nullable String box = Latex.lastBoxed(text);
        if (box == null) {
            return null;
        }
        String inner = Latex.unwrapped(Strings.strip(box));
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

    /** The only option whose text the box contains, or null. */
    private static @Nullable String boxedOption(String text, Options options, Set<String> letters) {
        @Nullable String box = Latex.lastBoxed(text);
        if (box == null) {
            return null;
        }
        String inner = Strings.strip(box);
        Set<String> matched = new HashSet<>();
        for (String candidate : List.of(Options.normal(inner), Options.normal(Latex.unwrapped(inner)))) {
            for (Options.Entry entry : options.entries()) {
                String letter = Options.upper(entry.letter());
                String option = entry.text() == null ? "" : Options.normal(entry.text());
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

    private static @Nullable String afterColon(String text, Options options, Set<String> letters) {
        int[] codePoints = text.codePoints().toArray();
        Optional<BoundedRegex.Match> found = ANSWER.find(codePoints, 0, steps(codePoints));
        if (found.isEmpty()) {
            return null;
        }
        String candidate = Strings.strip(Latex.unwrapped(group(codePoints, found.get())));
        if (Options.isLetter(candidate) && letters.contains(Options.upper(candidate))) {
            return Options.upper(candidate);
        }
        String normal = Options.normal(candidate);
        for (Options.Entry entry : options.entries()) {
            String letter = Options.upper(entry.letter());
            if (letters.contains(letter)
                    && entry.text() != null
                    && Options.normal(entry.text()).equals(normal)) {
                return letter;
            }
        }
        return null;
    }

    private static @Nullable String afterMarkedColon(String text, Set<String> letters) {
        int[] codePoints =
                Normalizer.normalize(text, Normalizer.Form.NFKC).codePoints().toArray();
        Steps steps = steps(codePoints);
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
        String candidate = trimmed(Strings.strip(latin));
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
        String upper = Options.upper(letter);
        return letters.contains(upper) ? upper : null;
    }

    /** The last capital that is a word by itself, or nothing. */
    private static String lastStandalone(String text) {
        for (int i = text.length() - 1; i >= 0; i--) {
            if (isCapital(text.charAt(i))
                    && (i == 0 || !Strings.isWord(text.codePointBefore(i)))
                    && (i + 1 == text.length() || !Strings.isWord(text.codePointAt(i + 1)))) {
                return text.substring(i, i + 1);
            }
        }
        return "";
    }

    /** Whether two different letters follow each other with nothing but a separator between. */
    static boolean isList(String text, Set<String> letters) {
        int before = -1;
        for (int i = 0; i < text.length(); i++) {
            if (isLatin(text.charAt(i))
                    && (i == 0 || !isLatin(text.charAt(i - 1)))
                    && (i + 1 == text.length() || !isLatin(text.charAt(i + 1)))
                    && letters.contains(Options.upper(text.substring(i, i + 1)))) {
                if (before >= 0
                        && Character.toUpperCase(text.charAt(before)) != Character.toUpperCase(text.charAt(i))
                        && SEPARATOR.found(text.substring(before + 1, i), new Steps(BUDGET))) {
                    return true;
                }
                before = i;
            }
        }
        return false;
    }

    private static String trimmed(String text) {
        String around = "*_` \t\n\r.,;:";
        int from = 0;
        int to = text.length();
        while (from < to && around.indexOf(text.charAt(from)) >= 0) {
            from++;
        }
        while (to > from && around.indexOf(text.charAt(to - 1)) >= 0) {
            to--;
        }
        return text.substring(from, to);
    }

    private static int space(String text, int from) {
        int at = from;
        while (at < text.length() && Strings.isSpace(text.charAt(at))) {
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

    private static Steps steps(int[] text) {
        return new Steps(BUDGET + 10L * text.length);
    }

    private static BoundedRegex regex(String pattern) {
        try {
            return BoundedRegex.compile(pattern, Flavor.PYTHON, false);
        } catch (BadPattern e) {
            throw new IllegalStateException(e);
        }
    }
}
