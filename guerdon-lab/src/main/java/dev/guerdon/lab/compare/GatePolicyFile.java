package dev.guerdon.lab.compare;

import dev.guerdon.api.Internal;
import dev.guerdon.lab.spi.GatePolicy;
import dev.guerdon.lab.spi.LabException;
import dev.guerdon.lab.yaml.YamlFile;
import dev.guerdon.lab.yaml.YamlNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Reads gate policies from files. */
@Internal
public final class GatePolicyFile {

    private GatePolicyFile() {}

    /** Reads a policy from a YAML or JSON file; what it does not name is as in {@link GatePolicy#DEFAULT}. */
    public static GatePolicy read(Path file) {
        if (!Files.isRegularFile(file)) {
            throw new LabException("there is no policy file " + file);
        }
        YamlNode policy = YamlFile.read(file);
        String what = "a gate policy";
        policy.allow(what, "max_drop", "alpha", "never_regress", "max_regressed", "min_tasks", "allow_missing");
        return new GatePolicy(
                policy.find("max_drop").map(GatePolicyFile::maxDrop).orElse(GatePolicy.DEFAULT.maxDrop()),
                policy.find("alpha")
                        .map(node -> within(node, "alpha", node.number("alpha"), 1))
                        .orElse(GatePolicy.DEFAULT.alpha()),
                policy.find("never_regress")
                        .map(node -> node.oneOrMore("never_regress").stream()
                                .map(each -> each.scalar("a task's id"))
                                .toList())
                        .orElse(List.of()),
                policy.find("max_regressed").map(node -> count(node, "max_regressed")),
                policy.find("min_tasks").map(node -> count(node, "min_tasks")).orElse(GatePolicy.DEFAULT.minTasks()),
                policy.find("allow_missing").map(GatePolicyFile::flag).orElse(GatePolicy.DEFAULT.allowMissing()));
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
