package dev.guerdon.lab;

import dev.guerdon.api.Experimental;
import dev.guerdon.base.Names;
import dev.guerdon.lab.compare.ComparisonWords;
import dev.guerdon.lab.compare.GatePolicyFile;
import dev.guerdon.lab.spi.Comparison;
import dev.guerdon.lab.spi.Comparison.Bound;
import dev.guerdon.lab.spi.Comparison.Change;
import dev.guerdon.lab.spi.Comparison.Difference;
import dev.guerdon.lab.spi.Comparison.Missing;
import dev.guerdon.lab.spi.Comparison.TaskBound;
import dev.guerdon.lab.spi.Comparison.TaskChange;
import dev.guerdon.lab.spi.Comparison.Versus;
import dev.guerdon.lab.spi.GatePolicy;
import dev.guerdon.lab.spi.LabException;
import dev.guerdon.lab.text.Figures;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Whether a candidate may go ahead, and why.
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

    /** Reads a policy from a YAML or JSON file; what it does not name is as in {@link GatePolicy#DEFAULT}. */
    public static GatePolicy policy(Path file) {
        return GatePolicyFile.read(file);
    }

    /**
     * Judges a candidate.
     *
     * @param baseTasks the ids of the base's tasks, for rules that name tasks
     * @throws LabException where the policy names a task that the base does not have
     */
    public static Gate of(Versus versus, GatePolicy policy, Comparison.Options options, Set<String> baseTasks) {
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
            boolean passed, Case bound, GatePolicy policy, List<Pattern> never, Comparison.Options options) {
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

    /** The checks that depend on rewards. */
    private static List<Check> checks(Case one, GatePolicy policy, List<Pattern> never, double margin) {
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
        String bounds = Figures.times(missing.pairs(), "pair") + " without a score; with any rewards from "
                + Figures.reward(missing.range().low()) + " to "
                + Figures.reward(missing.range().high())
                + " in their place the difference lies between "
                + Figures.change(missing.worst().mean()) + " and "
                + Figures.change(missing.best().mean());
        return new Check(
                "unscored",
                decided,
                decided
                        ? bounds + ", which does not change the verdict"
                        : "no decision is possible: " + bounds
                                + ", which could turn the verdict; run the missing episodes again with --retries");
    }

    private static Check minTasks(Versus versus, GatePolicy policy) {
        return new Check(
                "min_tasks",
                versus.tasks() >= policy.minTasks(),
                Figures.times(versus.tasks(), "task") + " compared, at least " + Figures.count(policy.minTasks())
                        + " needed");
    }

    private static Check missing(Versus versus) {
        List<TaskChange> missing = versus.changes(Change.ONLY_IN_BASE);
        return new Check(
                "allow_missing",
                missing.isEmpty(),
                missing.isEmpty()
                        ? "no task of the base is missing"
                        : Figures.times(missing.size(), "task") + " of the base missing in the candidate: "
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
                        : "the mean dropped by " + Figures.reward(drop)
                                + (passed ? ", within the " : ", more than the ") + Figures.reward(most) + " allowed");
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

    private static List<Pattern> neverRegress(GatePolicy policy, Set<String> baseTasks) {
        List<Pattern> patterns = new ArrayList<>();
        for (String name : policy.neverRegress()) {
            if (!name.contains("*") && !baseTasks.contains(name)) {
                throw new LabException("the policy's never_regress names the task '" + name
                        + "', which the base run does not have" + Names.didYouMean(name, baseTasks));
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
                                : " (" + Figures.reward(one.base()) + " to " + Figures.reward(one.candidate()) + ")"))
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
                Figures.times(regressed, "task") + " regressed, at most " + Figures.count(most) + " allowed");
    }

    private static String names(List<String> all) {
        return String.join(", ", all.subList(0, Math.min(NAMED, all.size())))
                + (all.size() > NAMED ? " and " + (all.size() - NAMED) + " more" : "");
    }
}
