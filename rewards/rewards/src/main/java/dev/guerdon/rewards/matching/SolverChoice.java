package dev.guerdon.rewards.matching;

import dev.guerdon.cpython.PythonStrings;
import dev.guerdon.rewards.grading.GoldReader;
import dev.guerdon.rewards.grading.GradingSteps;
import dev.guerdon.rewards.grading.GradingSteps.StepsSpent;
import dev.guerdon.rewards.regex.BoundedRegex;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** The choices that Inspect's multiple-choice solver reads after {@code ANSWER:}, by their numbers from 0. */
final class SolverChoice {

    private static final long BUDGET = 20_000_000;
    private static final int LETTERS = 26;

    private static final BoundedRegex DOLLARS = BoundedRegex.python("\\x24\\s*([A-Za-z\\d][A-Za-z\\d ,]*?)\\s*\\x24");
    private static final BoundedRegex BOLD = BoundedRegex.python("\\*\\*\\s*([A-Za-z\\d][A-Za-z\\d ,]*?)\\s*\\*\\*");
    private static final BoundedRegex BRACKETS =
            BoundedRegex.python("(?i)((?:^|[:,])\\s*)\\(([A-Za-z\\d])\\)(?=\\s*(?:,|\\.|\\n|\\Z))");
    private static final BoundedRegex LINE =
            BoundedRegex.python("(?im)^ANSWER\\s*:\\s*([A-Za-z\\d ,]+)\\s*(?:$|\\n|\\.)");
    private static final BoundedRegex ANYWHERE =
            BoundedRegex.python("(?i)ANSWER\\s*:\\s*([A-Za-z\\d ,]+)(?:[^\\w]|\\n|$|\\.)");

    private SolverChoice() {}

    /** Returns the choices of a response; none if it does not say any in the form asked for, or takes too long to read. */
    static Set<Integer> chosen(String completion, int choices, boolean multiple) {
        try {
            GradingSteps steps = new GradingSteps(BUDGET + 10L * completion.length());
            String text = replaced(replaced(replaced(completion, DOLLARS, steps), BOLD, steps), BRACKETS, steps);
            String matched = last(text, LINE, steps);
            matched = matched.isEmpty() ? last(text, ANYWHERE, steps) : matched;
            return read(PythonStrings.strip(matched).toUpperCase(Locale.ROOT), choices, multiple);
        } catch (StepsSpent e) {
            return Set.of();
        }
    }

    private static Set<Integer> read(String matched, int choices, boolean multiple) {
        List<String> allowed = new ArrayList<>();
        for (int i = 0; i < choices; i++) {
            allowed.add(character(i));
        }
        String compact = multiple ? matched.replace(" AND ", ",").replace(" ", "") : matched;
        List<String> tokens = List.of(compact.split(",", -1)).stream()
                .filter(token -> !token.isEmpty())
                .toList();
        boolean fits = allowed.containsAll(tokens) && (multiple || tokens.size() == 1);
        if (!fits && multiple) {
            tokens = compact.codePoints().mapToObj(Character::toString).toList();
            fits = allowed.containsAll(tokens);
        }
        Set<Integer> chosen = new TreeSet<>();
        if (fits) {
            tokens.forEach(token -> chosen.add(allowed.indexOf(token)));
        }
        return chosen;
    }

    /** Returns the numbers of the right choices. */
    static List<Integer> targets(List<String> targets, int choices) {
        List<Integer> positions = new ArrayList<>();
        for (String target : targets) {
            for (String token : PythonStrings.split(target.replace(",", " "))) {
                if (token.codePoints().allMatch(PythonStrings::isNumeric)) {
                    positions.add(position(token, choices));
                } else {
                    token.codePoints().forEach(c -> positions.add(position(Character.toString(c), choices)));
                }
            }
        }
        return positions.stream().sorted().toList();
    }

    private static int position(String answer, int choices) {
        int position = -1;
        if (answer.length() == 1 && Character.isLetter(answer.charAt(0))) {
            position = Character.toUpperCase(answer.charAt(0)) - 'A';
        } else if (answer.length() < 6 && answer.codePoints().allMatch(c -> PythonStrings.decimal(c) >= 0)) {
            position = LETTERS
                    - 1
                    + answer.codePoints().map(PythonStrings::decimal).reduce(0, (sum, digit) -> 10 * sum + digit);
            position = position < LETTERS ? -1 : position;
        }
        if (position < 0 || position >= choices) {
            throw GoldReader.fault(
                    "the field 'target' must name one of the " + choices + " choices, found '" + answer + "'");
        }
        return position;
    }

    /** Returns the letter of a choice; past Z they are numbered from 1. */
    static String character(int index) {
        return index < LETTERS ? Character.toString('A' + index) : Integer.toString(index - LETTERS + 1);
    }

    private static String last(String text, BoundedRegex regex, GradingSteps steps) {
        int[] codePoints = text.codePoints().toArray();
        String last = "";
        Optional<BoundedRegex.Match> match = regex.find(codePoints, 0, steps);
        while (match.isPresent()) {
            last = group(codePoints, match.get(), 1);
            match = regex.find(codePoints, match.get().end(0), steps);
        }
        return last;
    }

    /** Returns the text with the groups of each match in its place. */
    private static String replaced(String text, BoundedRegex regex, GradingSteps steps) {
        int[] codePoints = text.codePoints().toArray();
        StringBuilder out = new StringBuilder();
        int copied = 0;
        Optional<BoundedRegex.Match> match = regex.find(codePoints, 0, steps);
        while (match.isPresent()) {
            out.append(new String(codePoints, copied, match.get().start(0) - copied));
            for (int i = 1; i <= match.get().groups(); i++) {
                out.append(group(codePoints, match.get(), i));
            }
            copied = match.get().end(0);
            match = regex.find(codePoints, copied, steps);
        }
        return out.append(new String(codePoints, copied, codePoints.length - copied))
                .toString();
    }

    private static String group(int[] text, BoundedRegex.Match match, int group) {
        return new String(text, match.start(group), match.end(group) - match.start(group));
    }
}
