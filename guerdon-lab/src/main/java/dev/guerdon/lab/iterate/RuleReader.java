package dev.guerdon.lab.iterate;

import dev.guerdon.base.Names;
import dev.guerdon.lab.spi.AcceptanceRule;
import dev.guerdon.lab.spi.LabException;
import dev.guerdon.lab.yaml.YamlNode;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Reads the rule of a plan, its {@code accept}. */
final class RuleReader {

    private RuleReader() {}

    static AcceptanceRule rule(YamlNode node) {
        if (!node.isObject()) {
            return AcceptanceRule.of(test(node));
        }
        node.allow(
                "'accept'",
                "test",
                "alpha",
                "min_gain",
                "ties",
                "max_regressions",
                "never_regress",
                "range",
                "effect",
                "holdout",
                "confirm");
        String ties = node.find("ties").map(n -> n.scalar("keep or roll_back")).orElse("roll_back");
        if (!ties.equals("keep") && !ties.equals("roll_back")) {
            throw node.problem("expected keep or roll_back for 'ties', found '" + ties + "'");
        }
        AcceptanceRule.Test test = node.find("test")
                .map(RuleReader::test)
                .orElse(AcceptanceRule.usual().test());
        try {
            return new AcceptanceRule(
                    test,
                    node.find("alpha").map(n -> n.number("alpha")).orElse(0.05),
                    node.find("min_gain").map(n -> n.number("a gain")).orElse(0.0),
                    ties.equals("keep"),
                    PlanFile.whole(node, "max_regressions", -1, 0, Integer.MAX_VALUE),
                    node.find("never_regress")
                            .map(n -> n.oneOrMore("tasks").stream()
                                    .map(each -> each.scalar("the id of a task"))
                                    .toList())
                            .orElse(List.of()),
                    node.find("range")
                            .map(n -> n.number("the range of rewards"))
                            .orElse(1.0),
                    node.find("effect").map(n -> n.number("a gain")).orElse(Double.NaN),
                    node.find("holdout").map(RuleReader::holdout).orElse(""),
                    node.find("confirm").map(RuleReader::yes).orElse(test != AcceptanceRule.Test.MEAN));
        } catch (LabException e) {
            String message = String.valueOf(e.getMessage());
            throw message.startsWith(node.file()) ? e : node.problem(message);
        }
    }

    private static AcceptanceRule.Test test(YamlNode node) {
        String word = node.scalar("a test");
        List<String> words = Arrays.stream(AcceptanceRule.Test.values())
                .map(AcceptanceRule.Test::word)
                .toList();
        if (!words.contains(word)) {
            String hint = Names.didYouMean(word, words);
            throw node.problem("there is no test '" + word + "'"
                    + (hint.isEmpty() ? "; expected " + String.join(", ", words) : hint));
        }
        return AcceptanceRule.Test.valueOf(word.toUpperCase(Locale.ROOT));
    }

    /** Which tasks are set apart: none, a number, a share, or ids. */
    private static String holdout(YamlNode node) {
        String text = node.oneOrMore("tasks").stream()
                .map(each -> each.scalar("none, a number of tasks, a share such as 20 %, or ids of tasks"))
                .collect(Collectors.joining(","));
        TaskSplit.check(text).ifPresent(problem -> {
            throw node.problem(problem);
        });
        return text;
    }

    private static boolean yes(YamlNode node) {
        String word = node.scalar("yes or no").toLowerCase(Locale.ROOT);
        if (!List.of("yes", "no", "true", "false").contains(word)) {
            throw node.problem("expected yes or no for 'confirm', found '" + word + "'");
        }
        return word.equals("yes") || word.equals("true");
    }
}
