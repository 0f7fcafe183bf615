package dev.guerdon.lab;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

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
public record GatePolicy(
        Optional<Double> maxDrop,
        double alpha,
        List<String> neverRegress,
        Optional<Integer> maxRegressed,
        int minTasks,
        boolean allowMissing) {

    /** What holds where nothing else is said. */
    public static final GatePolicy DEFAULT =
            new GatePolicy(Optional.of(0.05), 0.05, List.of(), Optional.empty(), 1, false);

    public GatePolicy {
        neverRegress = List.copyOf(neverRegress);
    }

    /** Reads a policy from a YAML or JSON file; what it does not name is as in {@link #DEFAULT}. */
    public static GatePolicy read(Path file) {
        if (!Files.isRegularFile(file)) {
            throw new LabException("there is no policy file " + file);
        }
        YamlNode policy = YamlFile.read(file);
        String what = "a gate policy";
        policy.allow(what, "max_drop", "alpha", "never_regress", "max_regressed", "min_tasks", "allow_missing");
        return new GatePolicy(
                policy.find("max_drop").map(GatePolicy::maxDrop).orElse(DEFAULT.maxDrop),
                policy.find("alpha")
                        .map(node -> within(node, "alpha", node.number("alpha"), 1))
                        .orElse(DEFAULT.alpha),
                policy.find("never_regress")
                        .map(node -> node.oneOrMore("never_regress").stream()
                                .map(each -> each.scalar("a task's id"))
                                .toList())
                        .orElse(List.of()),
                policy.find("max_regressed").map(node -> count(node, "max_regressed")),
                policy.find("min_tasks").map(node -> count(node, "min_tasks")).orElse(DEFAULT.minTasks),
                policy.find("allow_missing").map(GatePolicy::flag).orElse(DEFAULT.allowMissing));
    }

    private static Optional<Double> maxDrop(YamlNode node) {
        return node.text().equals("none")
                ? Optional.empty()
                : Optional.of(within(node, "max_drop", node.number("max_drop"), Double.MAX_VALUE));
    }

    private static double within(YamlNode node, String name, double value, double most) {
        if (!(value >= 0 && value <= most)) {
            throw node.problem("expected " + name + (most == 1 ? " between 0 and 1" : " of at least 0") + ", found "
                    + node.text());
        }
        return value;
    }

    private static int count(YamlNode node, String name) {
        long value = node.whole(name);
        return (int) within(node, name, (double) value, Integer.MAX_VALUE);
    }

    private static boolean flag(YamlNode node) {
        if (node.value() instanceof Boolean flag) {
            return flag;
        }
        throw node.problem("expected allow_missing as true or false, found '" + node.text() + "'");
    }
}
