package dev.guerdon.rewards.matching;

import dev.guerdon.api.Score;
import dev.guerdon.api.UnscoredException;
import dev.guerdon.cpython.PythonStrings;
import dev.guerdon.rewards.grading.GoldReader;
import dev.guerdon.rewards.grading.GradingSteps;
import dev.guerdon.rewards.grading.GradingSteps.StepsSpent;
import dev.guerdon.rewards.regex.BoundedRegex;
import dev.guerdon.rewards.regex.BoundedRegex.BadPattern;
import dev.guerdon.rewards.regex.BoundedRegex.Flavor;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Inspect's {@code pattern} and {@code answer}: the groups of a regular expression against the targets. */
final class PatternMatch {

    private static final long BUDGET = 20_000_000;

    private static final String NO_LATER = "(?!.*ANSWER\\s*:)";

    private static final BoundedRegex LETTER =
            BoundedRegex.python("(?is)ANSWER\\s*:\\s*([A-Za-z])(?:[^\\w]|\\n|$)" + NO_LATER);
    private static final BoundedRegex WORD =
            BoundedRegex.python("(?is)ANSWER\\s*:\\s*(\\S+?)(?=[.,;:!?]?\\s*(?:\\n|$))" + NO_LATER);
    private static final BoundedRegex LINE = BoundedRegex.python("(?i)ANSWER\\s*:\\s*([^\\n]+)\\s*\\Z");

    private PatternMatch() {}

    /** Part to read after {@code ANSWER:}. */
    enum Part {
        LETTER,
        WORD,
        LINE
    }

    /**
     * Match of the pattern.
     *
     * @param matched whether a target was found
     * @param answer what Inspect says was found, null for nothing
     */
    record Found(boolean matched, @Nullable String answer) {}

    /** Returns a part after the last {@code ANSWER:}; past the budget nothing is found, since the response made it so dear. */
    static Found answer(String value, Part part, List<String> targets) {
        BoundedRegex regex = switch (part) {
            case LETTER -> LETTER;
            case WORD -> WORD;
            case LINE -> LINE;
        };
        try {
            return match(regex, value, targets, true, false);
        } catch (StepsSpent e) {
            return new Found(false, null);
        }
    }

    /** Returns a pattern of the task's own. */
    static Found pattern(String value, String pattern, List<String> targets, boolean ignoreCase, boolean matchAll) {
        BoundedRegex regex;
        try {
            regex = BoundedRegex.compile(pattern, Flavor.PYTHON, ignoreCase);
        } catch (BadPattern e) {
            throw GoldReader.fault("the field 'pattern' must hold a regular expression of Python: " + e.getMessage());
        }
        try {
            return match(regex, value, targets, ignoreCase, matchAll);
        } catch (StepsSpent e) {
            throw new UnscoredException(
                    Score.Reason.TIMEOUT, "the pattern takes too long on this response: " + e.getMessage());
        }
    }

    private static Found match(
            BoundedRegex regex, String value, List<String> targets, boolean ignoreCase, boolean matchAll) {
        int[] text = value.codePoints().toArray();
        Optional<BoundedRegex.Match> found = regex.find(text, 0, new GradingSteps(BUDGET + text.length));
        if (found.isEmpty()) {
            return new Found(false, null);
        }
        List<@Nullable String> groups = groups(text, found.get());
        List<String> gold =
                ignoreCase ? targets.stream().map(PythonStrings::lower).toList() : targets;
        @Nullable String matched = matchAll ? all(groups, gold, ignoreCase, targets) : first(groups, gold, ignoreCase);
        @Nullable String answer = matched == null && !matchAll && groups.size() == 1 ? groups.getFirst() : matched;
        return new Found(matched != null && !matched.isEmpty(), answer);
    }

    private static List<@Nullable String> groups(int[] text, BoundedRegex.Match match) {
        List<@Nullable String> groups = new ArrayList<>();
        for (int group = match.groups() == 0 ? 0 : 1; group <= match.groups(); group++) {
            int start = match.start(group);
            groups.add(start < 0 ? null : new String(text, start, match.end(group) - start));
        }
        return groups;
    }

    private static @Nullable String first(List<@Nullable String> groups, List<String> gold, boolean ignoreCase) {
        for (@Nullable String group : groups) {
            if (group != null && gold.contains(ignoreCase ? PythonStrings.lower(group) : group)) {
                return group;
            }
        }
        return null;
    }

    /** Returns all targets in a row where every group that took part is one of them. */
    private static @Nullable String all(
            List<@Nullable String> groups, List<String> gold, boolean ignoreCase, List<String> targets) {
        boolean any = false;
        for (@Nullable String group : groups) {
            if (group != null) {
                any = true;
                if (!gold.contains(ignoreCase ? PythonStrings.lower(group) : group)) {
                    return null;
                }
            }
        }
        return any ? String.join("", targets) : null;
    }
}
