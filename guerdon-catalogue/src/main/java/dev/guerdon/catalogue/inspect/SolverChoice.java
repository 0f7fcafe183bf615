package dev.guerdon.catalogue.inspect;

import dev.guerdon.api.Internal;
import dev.guerdon.catalogue.budget.Steps;
import dev.guerdon.catalogue.budget.StepsSpent;
import dev.guerdon.catalogue.gold.Gold;
import dev.guerdon.catalogue.regex.BadPattern;
import dev.guerdon.catalogue.regex.BoundedRegex;
import dev.guerdon.catalogue.regex.Flavor;
import dev.guerdon.cpython.Strings;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** The choices that Inspect's multiple-choice solver reads after {@code ANSWER:}, by their numbers from 0. */
@Internal
public final class SolverChoice {

    private static final long BUDGET = 20_000_000;
    private static final int LETTERS = 26;

    private static final BoundedRegex DOLLARS = regex("\\x24\\s*([A-Za-z\\d][A-Za-z\\d ,]*?)\\s*\\x24");
    private static final BoundedRegex BOLD = regex("\\*\\*\\s*([A-Za-z\\d][A-Za-z\\d ,]*?)\\s*\\*\\*");
    private static final BoundedRegex BRACKETS =
            regex("(?i)((?:^|[:,])\\s*)\\(([A-Za-z\\d])\\)(?=\\s*(?:,|\\.|\\n|\\Z))");
    private static final BoundedRegex LINE = regex("(?im)^ANSWER\\s*:\\s*([A-Za-z\\d ,]+)\\s*(?:$|\\n|\\.)");
    private static final BoundedRegex ANYWHERE = regex("(?i)ANSWER\\s*:\\s*([A-Za-z\\d ,]+)(?:[^\\w]|\\n|$|\\.)");

    private SolverChoice() {}

    /** The choices of a response; none where it does not say any in the form asked for, or takes too long to read. */
    public static Set<Integer> chosen(String completion, int choices, boolean multiple) {
        try {
            Steps steps = new Steps(BUDGET + 10L * completion.length());
            String text = replaced(replaced(replaced(completion, DOLLARS, steps), BOLD, steps), BRACKETS, steps);
            String matched = last(text, LINE, steps);
            matched = matched.isEmpty() ? last(text, ANYWHERE, steps) : matched;
            return read(Strings.strip(matched).toUpperCase(Locale.ROOT), choices, multiple);
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

    /** The numbers of the right choices. */
    public static List<Integer> targets(List<String> targets, int choices) {
        List<Integer> positions = new ArrayList<>();
        for (String target : targets) {
            for (String token : Strings.split(target.replace(",", " "))) {
                if (token.codePoints().allMatch(Strings::isNumeric)) {
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
        } else if (answer.length() < 6 && answer.codePoints().allMatch(c -> Strings.decimal(c) >= 0)) {
            position = LETTERS - 1 + Integer.parseInt(answer);
            position = position < LETTERS ? -1 : position;
        }
        if (position < 0 || position >= choices) {
            throw Gold.fault("the field 'target' must name one of the " + choices + " choices, found '" + answer + "'");
        }
        return position;
    }

    /** The letter of a choice; past Z they are numbered from 1. */
    public static String character(int index) {
        return index < LETTERS ? Character.toString('A' + index) : Integer.toString(index - LETTERS + 1);
    }

    private static String last(String text, BoundedRegex regex, Steps steps) {
        int[] codePoints = text.codePoints().toArray();
        String last = "";
        Optional<BoundedRegex.Match> match = regex.find(codePoints, 0, steps);
        while (match.isPresent()) {
            last = group(codePoints, match.get(), 1);
            match = regex.find(codePoints, match.get().end(0), steps);
        }
        return last;
    }

    /** The text with the groups of each match in its place. */
    private static String replaced(String text, BoundedRegex regex, Steps steps) {
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

    private static BoundedRegex regex(String pattern) {
        try {
            return BoundedRegex.compile(pattern, Flavor.PYTHON, false);
        } catch (BadPattern e) {
            throw new IllegalStateException(e);
        }
    }
}
