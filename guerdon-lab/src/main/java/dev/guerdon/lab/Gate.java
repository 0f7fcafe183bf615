package dev.guerdon.lab;

import dev.guerdon.api.Experimental;
import dev.guerdon.base.Names;
import dev.guerdon.lab.compare.ComparisonWords;
import dev.guerdon.lab.compare.GatePolicyFile;
import dev.guerdon.lab.spi.Comparison;
import dev.guerdon.lab.spi.Comparison.Change;
import dev.guerdon.lab.spi.Comparison.Difference;
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
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Whether a candidate may go ahead, and why.
 *
 * @param candidate the candidate run
 * @param passed whether every check passed
 * @param checks the checks in the order of the policy
 */
@Experimental
public record Gate(String candidate, boolean passed, List<Check> checks) {

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
        List<Check> checks = new ArrayList<>();
        checks.add(minTasks(versus, policy));
        if (!policy.allowMissing()) {
            checks.add(missing(versus));
        }
        policy.maxDrop().ifPresent(most -> checks.add(maxDrop(versus.difference(), most)));
        if (policy.alpha() > 0) {
            checks.add(alpha(versus.difference(), policy.alpha()));
        }
        if (!policy.neverRegress().isEmpty()) {
            checks.add(neverRegress(versus, policy, options.margin(), baseTasks));
        }
        policy.maxRegressed().ifPresent(most -> checks.add(maxRegressed(versus, most)));
        return new Gate(versus.candidate().run(), checks.stream().allMatch(Check::passed), checks);
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

    private static Check maxDrop(Difference difference, double most) {
        double drop = -difference.mean();
        boolean passed = drop <= most + 1e-12;
        return new Check(
                "max_drop",
                passed,
                drop <= 0
                        ? "the mean did not drop"
                        : "the mean dropped by " + Figures.reward(drop)
                                + (passed ? ", within the " : ", more than the ") + Figures.reward(most) + " allowed");
    }

    private static Check alpha(Difference difference, double alpha) {
        boolean passed = difference.mean() >= 0 || difference.significance().adjustedPDrop() >= alpha;
        String p = ComparisonWords.p(difference.significance().adjustedPDrop(), difference);
        String limit = String.format(Locale.ROOT, " (one-sided %s, alpha %s)", p, alpha);
        return new Check(
                "alpha",
                passed,
                difference.mean() >= 0
                        ? "no drop to test"
                        : passed ? "the drop may be chance" + limit : "the drop is hardly chance" + limit);
    }

    private static Check neverRegress(Versus versus, GatePolicy policy, double margin, Set<String> baseTasks) {
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
        List<String> worse = versus.changes().stream()
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

    private static Check maxRegressed(Versus versus, int most) {
        int regressed = versus.counts().regressed();
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
