package dev.guerdon.lab;

import dev.guerdon.api.Experimental;
import dev.guerdon.core.base.NameRules;
import dev.guerdon.lab.compare.ComparisonWords;
import dev.guerdon.lab.spi.Comparison;
import dev.guerdon.lab.spi.Comparison.Bound;
import dev.guerdon.lab.spi.Comparison.Change;
import dev.guerdon.lab.spi.Comparison.Difference;
import dev.guerdon.lab.spi.Comparison.Missing;
import dev.guerdon.lab.spi.Comparison.TaskBound;
import dev.guerdon.lab.spi.Comparison.TaskChange;
import dev.guerdon.lab.spi.Comparison.Versus;
import dev.guerdon.lab.spi.LabException;
import dev.guerdon.lab.spi.SettingsFile;
import dev.guerdon.lab.suite.YamlFile;
import dev.guerdon.lab.text.DisplayFormat;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Decision whether a candidate may go ahead, and why.
 *
 * @param candidate the candidate run
 * @param passed whether every check passed
 * @param decided whether this stands whatever rewards the missing episodes would have had; what is not decided has not passed
 * @param checks the checks in the order of the policy
 */
@Experimental
public record Gate(String candidate, boolean passed, boolean decided, List<Check> checks) {

    private static final int NAMED = 10;

    /** One rule of the policy and how it came out. */
    public record Check(String rule, boolean passed, String message) {}

    public Gate {
        checks = List.copyOf(checks);
    }

    /** Reads a policy from a YAML or JSON file; what it does not name is as in {@link Policy#DEFAULT}. */
    public static Policy policy(Path file) {
        if (!Files.isRegularFile(file)) {
            throw new LabException("there is no policy file " + file);
        }
        SettingsFile policy = YamlFile.read(file);
        String what = "a gate policy";
        policy.allow(what, "max_drop", "alpha", "never_regress", "max_regressed", "min_tasks", "allow_missing");
        return new Policy(
                policy.find("max_drop").map(Gate::maxDrop).orElse(Policy.DEFAULT.maxDrop()),
                policy.find("alpha")
                        .map(node -> within(node, "alpha", node.number("alpha"), 1))
                        .orElse(Policy.DEFAULT.alpha()),
                policy.find("never_regress")
                        .map(node -> node.texts("never_regress", "a task's id"))
                        .orElse(List.of()),
                policy.find("max_regressed").map(node -> count(node, "max_regressed")),
                policy.find("min_tasks").map(node -> count(node, "min_tasks")).orElse(Policy.DEFAULT.minTasks()),
                policy.find("allow_missing")
                        .map(node -> node.truth("allow_missing"))
                        .orElse(Policy.DEFAULT.allowMissing()));
    }

    /**
     * Judges a candidate.
     *
     * @param baseTasks the ids of the base's tasks, for rules that name tasks
     * @throws LabException where the policy names a task that the base does not have
     */
    public static Gate of(Versus versus, Policy policy, Comparison.Options options, Set<String> baseTasks) {
        Difference difference = versus.difference();
        Missing missing = difference.missing();
        double drop = difference.significance().adjustedPDrop();
        List<Check> checks = new ArrayList<>();
        checks.add(minTasks(versus, policy));
        if (!policy.allowMissing()) {
            checks.add(missing(versus));
        }
        List<Pattern> never = neverRegress(policy, baseTasks);
        Case seen = new Case(
                versus,
                difference.mean(),
                drop,
                versus.changes(),
                versus.counts().regressed());
        checks.addAll(checks(seen, policy, never, options.margin()));
        boolean passed = checks.stream().allMatch(Check::passed);
        boolean decided = true;
        if (!missing.isEmpty()) {
            // What does not depend on rewards fails whatever they are.
            boolean open = checks.stream().limit(policy.allowMissing() ? 1 : 2).allMatch(Check::passed);
            Case worst = Case.with(versus, missing.worst(), TaskBound::worst, options.margin());
            Case best = Case.with(versus, missing.best(), TaskBound::best, options.margin());
            decided = !open
                    || (stands(passed, worst, policy, never, options) && stands(passed, best, policy, never, options));
            checks.add(unscored(missing, decided));
        }
        return new Gate(versus.candidate().run(), passed && decided, decided, checks);
    }

    private static boolean stands(
            boolean passed, Case bound, Policy policy, List<Pattern> never, Comparison.Options options) {
        return checks(bound, policy, never, options.margin()).stream().allMatch(Check::passed) == passed;
    }

    /**
     * A comparison as a gate sees it: as it came out, or as it would have with other rewards for what is missing.
     *
     * @param mean the mean difference
     * @param pDrop how likely such a drop is by chance
     * @param changes the tasks that changed
     * @param regressed how many of them regressed
     */
    private record Case(Versus versus, double mean, double pDrop, List<TaskChange> changes, int regressed) {

        static Case with(Versus versus, Bound bound, ToDoubleFunction<TaskBound> difference, double margin) {
            Map<String, TaskBound> bounds = versus.difference().missing().tasks().stream()
                    .collect(Collectors.toMap(TaskBound::task, one -> one));
            List<TaskChange> changes = new ArrayList<>(versus.changes().stream()
                    .filter(one -> !bounds.containsKey(one.task()))
                    .toList());
            bounds.values().forEach(one -> {
                double moved = difference.applyAsDouble(one);
                if (moved < -margin - 1e-9) {
                    changes.add(new TaskChange(one.task(), "", Change.REGRESSED, Double.NaN, Double.NaN, moved, 0));
                }
            });
            int regressed = (int) changes.stream()
                    .filter(one -> one.change() == Change.REGRESSED)
                    .count();
            return new Case(versus, bound.mean(), bound.pDrop(), changes, regressed);
        }
    }

    /** Returns the checks that depend on rewards. */
    private static List<Check> checks(Case one, Policy policy, List<Pattern> never, double margin) {
        List<Check> checks = new ArrayList<>();
        policy.maxDrop().ifPresent(most -> checks.add(maxDrop(one, most)));
        if (policy.alpha() > 0) {
            checks.add(alpha(one, policy.alpha()));
        }
        if (!never.isEmpty()) {
            checks.add(neverRegress(one, never, margin));
        }
        policy.maxRegressed().ifPresent(most -> checks.add(maxRegressed(one, most)));
        return checks;
    }

    private static Check unscored(Missing missing, boolean decided) {
        String bounds = DisplayFormat.times(missing.pairs(), "pair") + " without a score; with any rewards from "
                + DisplayFormat.reward(missing.range().low()) + " to "
                + DisplayFormat.reward(missing.range().high())
                + " in their place the difference lies between "
                + DisplayFormat.change(missing.worst().mean()) + " and "
                + DisplayFormat.change(missing.best().mean());
        return new Check(
                "unscored",
                decided,
                decided
                        ? bounds + ", which does not change the verdict"
                        : "no decision is possible: " + bounds
                                + ", which could turn the verdict; run the missing episodes again with --retries");
    }

    private static Check minTasks(Versus versus, Policy policy) {
        return new Check(
                "min_tasks",
                versus.tasks() >= policy.minTasks(),
                DisplayFormat.times(versus.tasks(), "task") + " compared, at least "
                        + DisplayFormat.count(policy.minTasks()) + " needed");
    }

    private static Check missing(Versus versus) {
        List<TaskChange> missing = versus.changes(Change.ONLY_IN_BASE);
        return new Check(
                "allow_missing",
                missing.isEmpty(),
                missing.isEmpty()
                        ? "no task of the base is missing"
                        : DisplayFormat.times(missing.size(), "task") + " of the base missing in the candidate: "
                                + names(missing.stream().map(TaskChange::task).toList()));
    }

    private static Check maxDrop(Case one, double most) {
        double drop = -one.mean();
        if (Double.isNaN(drop)) {
            return new Check("max_drop", false, "no episode is scored in both runs");
        }
        boolean passed = drop <= most + 1e-12;
        return new Check(
                "max_drop",
                passed,
                drop <= 0
                        ? "the mean did not drop"
                        : "the mean dropped by " + DisplayFormat.reward(drop)
                                + (passed ? ", within the " : ", more than the ") + DisplayFormat.reward(most)
                                + " allowed");
    }

    private static Check alpha(Case one, double alpha) {
        boolean passed = one.mean() >= 0 || one.pDrop() >= alpha;
        String p = ComparisonWords.p(one.pDrop(), one.versus().difference());
        String limit = String.format(Locale.ROOT, " (one-sided %s, alpha %s)", p, alpha);
        return new Check(
                "alpha",
                passed,
                one.mean() >= 0
                        ? "no drop to test"
                        : passed ? "the drop may be chance" + limit : "the drop is hardly chance" + limit);
    }

    private static List<Pattern> neverRegress(Policy policy, Set<String> baseTasks) {
        List<Pattern> patterns = new ArrayList<>();
        for (String name : policy.neverRegress()) {
            if (!name.contains("*") && !baseTasks.contains(name)) {
                throw new LabException("the policy's never_regress names the task '" + name
                        + "', which the base run does not have" + NameRules.didYouMean(name, baseTasks));
            }
            patterns.add(Pattern.compile(
                    Arrays.stream(name.split("\\*", -1)).map(Pattern::quote).collect(Collectors.joining(".*")),
                    Pattern.DOTALL));
        }
        return patterns;
    }

    private static Check neverRegress(Case seen, List<Pattern> patterns, double margin) {
        List<String> worse = seen.changes().stream()
                .filter(one -> one.change() == Change.ONLY_IN_BASE || one.difference() < -margin - 1e-9)
                .filter(one -> patterns.stream()
                        .anyMatch(pattern -> pattern.matcher(one.task()).matches()))
                .map(one -> one.task()
                        + (one.change() == Change.ONLY_IN_BASE
                                ? " (missing)"
                                : " (" + DisplayFormat.reward(one.base()) + " to "
                                        + DisplayFormat.reward(one.candidate()) + ")"))
                .toList();
        return new Check(
                "never_regress",
                worse.isEmpty(),
                worse.isEmpty() ? "no protected task got worse" : "protected tasks got worse: " + names(worse));
    }

    private static Check maxRegressed(Case one, int most) {
        int regressed = one.regressed();
        return new Check(
                "max_regressed",
                regressed <= most,
                DisplayFormat.times(regressed, "task") + " regressed, at most " + DisplayFormat.count(most)
                        + " allowed");
    }

    private static String names(List<String> all) {
        return String.join(", ", all.subList(0, Math.min(NAMED, all.size())))
                + (all.size() > NAMED ? " and " + (all.size() - NAMED) + " more" : "");
    }

    private static Optional<Double> maxDrop(SettingsFile node) {
        return node.text().equals("none")
                ? Optional.empty()
                : Optional.of(within(node, "max_drop", node.number("max_drop"), Double.MAX_VALUE));
    }

    private static double within(SettingsFile node, String name, double value, double most) {
        if (!(value >= 0 && value <= most)) {
            throw node.problem("expected " + name + (most == 1 ? " between 0 and 1" : " of at least 0") + ", found "
                    + node.text());
        }
        return value;
    }

    private static int count(SettingsFile node, String name) {
        long value = node.whole(name);
        return (int) within(node, name, (double) value, Integer.MAX_VALUE);
    }

    /**
     * When a comparison is good enough to go ahead.
     *
     * @param maxDrop by how much the mean reward may be lower at most; empty to not look at the size of a drop
     * @param alpha a drop that chance alone would bring with less than this probability fails, however small it is; 0 to not test
     * @param neverRegress tasks of the base that may not get worse by more than the margin, nor be missing; {@code *} stands for any text
     * @param maxRegressed how many tasks may regress; empty for any number
     * @param minTasks how many tasks must have been compared
     * @param allowMissing whether the candidate may lack tasks that the base has
     */
    @Experimental
    public record Policy(
            Optional<Double> maxDrop,
            double alpha,
            List<String> neverRegress,
            Optional<Integer> maxRegressed,
            int minTasks,
            boolean allowMissing) {

        /** The default policy. */
        public static final Policy DEFAULT = new Policy(Optional.of(0.05), 0.05, List.of(), Optional.empty(), 1, false);

        public Policy {
            neverRegress = List.copyOf(neverRegress);
        }

        /** Returns this policy with another limit of the drop of the mean reward. */
        public Policy withMaxDrop(double drop) {
            return new Policy(Optional.of(drop), alpha, neverRegress, maxRegressed, minTasks, allowMissing);
        }

        /** Returns this policy with another level of the test for a drop; 0 to not test. */
        public Policy withAlpha(double level) {
            return new Policy(maxDrop, level, neverRegress, maxRegressed, minTasks, allowMissing);
        }

        /** Returns this policy with other tasks that may not regress. */
        public Policy withNeverRegress(String... tasks) {
            return new Policy(maxDrop, alpha, List.of(tasks), maxRegressed, minTasks, allowMissing);
        }

        /** Returns this policy with a limit of how many tasks may regress. */
        public Policy withMaxRegressed(int tasks) {
            return new Policy(maxDrop, alpha, neverRegress, Optional.of(tasks), minTasks, allowMissing);
        }
    }
}
