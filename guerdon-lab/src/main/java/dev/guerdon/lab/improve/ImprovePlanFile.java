package dev.guerdon.lab.improve;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import dev.guerdon.base.Durations;
import dev.guerdon.lab.iterate.PlanFile;
import dev.guerdon.lab.spi.AcceptanceRule;
import dev.guerdon.lab.spi.IterationPlan;
import dev.guerdon.lab.spi.LabException;
import dev.guerdon.lab.spi.Patch;
import dev.guerdon.lab.yaml.YamlFile;
import dev.guerdon.lab.yaml.YamlNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads plans of {@code guerdon improve}. */
@Internal
public final class ImprovePlanFile {

    static final String ALL = "all";
    private static final int USUAL_MINIBATCH = 6;
    private static final int USUAL_PROPOSALS = 100;
    private static final int USUAL_LENGTH = 4_000;
    private static final String USUAL_HOLDOUT = "20 %";
    private static final Pattern SHARE = Pattern.compile("(\\d{1,2})\\s*%");

    private ImprovePlanFile() {}

    public static ImprovePlan read(Path file) {
        if (!Files.isRegularFile(file)) {
            throw new LabException(
                    "there is no plan " + file + "; expected a YAML file with a suite and what may change");
        }
        String text = YamlFile.text(file);
        YamlNode root = YamlFile.read(text, file.toString());
        root.allow(
                "a plan",
                "name",
                "suite",
                "champion",
                "tasks",
                "repeat",
                "seed",
                "max_steps",
                "parallel",
                "retries",
                "accept",
                "change",
                "work",
                "proposers",
                "remedies",
                "split",
                "minibatch",
                "budget");
        YamlNode change = root.find("change")
                .orElseThrow(
                        () -> root.problem("a plan needs 'change': what may be changed, such as settings under 'set'"));
        IterationPlan base = PlanFile.base(root, file, text, List.of());
        Optional<YamlNode> split = root.find("split");
        split.ifPresent(node -> node.allow("'split'", "train", "validation", "holdout"));
        base = withRule(base, rule(base.accept(), root, split));
        return new ImprovePlan(
                base,
                changeable(change, root, file),
                root.find("proposers").map(ImprovePlanFile::proposers).orElse(usualProposers()),
                root.find("remedies").map(node -> remedies(node, file)).orElse(List.of()),
                split.map(ImprovePlanFile::shares).orElse(new ImprovePlan.Shares(0.5)),
                PlanFile.whole(root, "minibatch", USUAL_MINIBATCH, 1, 100_000),
                budget(root, base.accept().test() == AcceptanceRule.Test.MEAN));
    }

    /** Sessions that search need what nothing saw, and a confirmation, whichever test decides. */
    private static AcceptanceRule rule(AcceptanceRule rule, YamlNode root, Optional<YamlNode> split) {
        Optional<YamlNode> accept = root.find("accept").filter(YamlNode::isObject);
        boolean saysConfirm = accept.flatMap(node -> node.find("confirm")).isPresent();
        String holdout = split.flatMap(node -> node.find("holdout"))
                .map(node -> node.scalar("none, a number of tasks, or a share such as 20 %"))
                .orElse(rule.holdout().isEmpty() ? USUAL_HOLDOUT : rule.holdout());
        return new AcceptanceRule(
                rule.test(),
                rule.alpha(),
                rule.minGain(),
                rule.keepTies(),
                rule.maxRegressions(),
                rule.neverRegress(),
                rule.range(),
                rule.effect(),
                holdout,
                rule.confirm() || !saysConfirm);
    }

    private static IterationPlan withRule(IterationPlan base, AcceptanceRule rule) {
        return new IterationPlan(
                base.name(),
                base.suite(),
                base.champion(),
                base.candidates(),
                base.tasks(),
                base.repeat(),
                base.seed(),
                base.maxSteps(),
                base.execution(),
                rule,
                base.code(),
                base.text());
    }

    private static ImprovePlan.Shares shares(YamlNode node) {
        double train = share(node, "train");
        double validation = share(node, "validation");
        if (Double.isNaN(train) && Double.isNaN(validation)) {
            return new ImprovePlan.Shares(0.5);
        }
        if (Double.isNaN(train) || Double.isNaN(validation)) {
            double one = Double.isNaN(train) ? 100 - validation : train;
            return new ImprovePlan.Shares(one / 100);
        }
        return new ImprovePlan.Shares(train / (train + validation));
    }

    private static double share(YamlNode node, String name) {
        return node.find(name)
                .map(each -> {
                    String written = each.scalar("a share such as 40 %");
                    Matcher share = SHARE.matcher(written);
                    if (!share.matches() || share.group(1).matches("0+")) {
                        throw each.problem("expected a share such as 40 % for '" + name + "', found '" + written + "'");
                    }
                    return Double.parseDouble(share.group(1));
                })
                .orElse(Double.NaN);
    }

    private static ImprovePlan.Changeable changeable(YamlNode node, YamlNode root, Path file) {
        node.allow("'change'", "set", "prompt", "tools", "model", "files", "longest");
        Optional<Path> work = root.find("work").map(each -> {
            Path folder = file.resolveSibling(each.scalar("a folder"));
            if (!Files.isDirectory(folder)) {
                throw each.problem("there is no folder " + folder + "; 'work' is relative to the plan");
            }
            return folder.toAbsolutePath().normalize();
        });
        List<String> files = texts(node, "files", "a file or glob in the work folder");
        if (!files.isEmpty() && work.isEmpty()) {
            throw node.problem("'files' needs 'work', the folder that they are in");
        }
        ImprovePlan.Changeable read = new ImprovePlan.Changeable(
                ranges(node, "set"),
                texts(node, "prompt", "the file of a section"),
                texts(node, "tools", "a tool"),
                ranges(node, "model"),
                files,
                work,
                PlanFile.whole(node, "longest", USUAL_LENGTH, 1, 100_000));
        if (read.settings().isEmpty()
                && read.sections().isEmpty()
                && read.tools().isEmpty()
                && read.options().isEmpty()
                && files.isEmpty()) {
            throw node.problem("'change' names nothing: expected 'set', 'prompt', 'tools', 'model' or 'files'");
        }
        return read;
    }

    private static List<String> texts(YamlNode node, String name, String what) {
        return node.find(name)
                .map(each -> each.oneOrMore(what).stream()
                        .map(one -> one.scalar(what))
                        .toList())
                .orElse(List.of());
    }

    private static Map<String, ImprovePlan.Range> ranges(YamlNode node, String name) {
        Map<String, ImprovePlan.Range> ranges = new LinkedHashMap<>();
        node.find(name).ifPresent(each -> {
            if (each.isObject()) {
                each.members("what may change").forEach((setting, range) -> ranges.put(setting, range(range)));
            } else {
                each.oneOrMore("the name of a setting")
                        .forEach(one -> ranges.put(one.scalar("the name of a setting"), any(one)));
            }
        });
        return ranges;
    }

    private static ImprovePlan.Range any(YamlNode node) {
        return new ImprovePlan.Range(Double.NaN, Double.NaN, List.of(), node.file() + ":" + node.line());
    }

    private static ImprovePlan.Range range(YamlNode node) {
        if (node.value() == null) {
            return any(node);
        }
        if (!node.isObject()) {
            List<String> choices = node.oneOrMore("the values of a setting").stream()
                    .map(one -> one.scalar("a value"))
                    .toList();
            return new ImprovePlan.Range(Double.NaN, Double.NaN, choices, node.file() + ":" + node.line());
        }
        node.allow("a range", "from", "to");
        double least = node.find("from").map(one -> one.number("'from'")).orElse(Double.NaN);
        double most = node.find("to").map(one -> one.number("'to'")).orElse(Double.NaN);
        if (most < least) {
            throw node.problem("a range goes from low to high, found from " + least + " to " + most);
        }
        return new ImprovePlan.Range(least, most, List.of(), node.file() + ":" + node.line());
    }

    private static List<ImprovePlan.Chosen> usualProposers() {
        return List.of(chosen("remedies"), chosen("merge"), chosen("tune"));
    }

    private static ImprovePlan.Chosen chosen(String name) {
        return new ImprovePlan.Chosen(name, Map.of());
    }

    private static List<ImprovePlan.Chosen> proposers(YamlNode node) {
        List<ImprovePlan.Chosen> chosen = new ArrayList<>();
        for (YamlNode one : node.oneOrMore("a proposer")) {
            if (one.isObject()) {
                one.members("a proposer")
                        .forEach((name, options) -> chosen.add(new ImprovePlan.Chosen(
                                name, options.value() == null ? Map.of() : options.texts("options of a proposer"))));
            } else {
                chosen.add(chosen(one.scalar("a proposer")));
            }
        }
        if (chosen.isEmpty()) {
            throw node.problem("expected at least one proposer, such as remedies");
        }
        return chosen;
    }

    private static List<Patch> remedies(YamlNode node, Path file) {
        List<Patch> patches = new ArrayList<>();
        for (YamlNode one : node.oneOrMore("a remedy")) {
            one.allow("a remedy", "name", "cause", "why", "set", "prompt", "tools", "model", "files");
            Map<String, String> changes = new LinkedHashMap<>();
            put(one, "set", Patch.Kind.SETTING, changes, file);
            put(one, "prompt", Patch.Kind.SECTION, changes, file);
            put(one, "model", Patch.Kind.OPTION, changes, file);
            put(one, "files", Patch.Kind.FILE, changes, file);
            one.find("tools")
                    .ifPresent(tools ->
                            changes.put(Patch.Kind.TOOLS.target(""), String.join(",", texts(one, "tools", "a tool"))));
            if (changes.isEmpty()) {
                throw one.problem("a remedy changes something: 'set', 'prompt', 'tools', 'model' or 'files'");
            }
            patches.add(new Patch(
                    one.find("name").map(each -> each.scalar("a name")).orElse("remedy " + (patches.size() + 1)),
                    one.find("cause")
                            .map(each -> each.scalar("a cause of loss"))
                            .orElse(""),
                    one.find("why").map(each -> each.scalar("a sentence")).orElse(""),
                    changes));
        }
        return patches;
    }

    private static void put(YamlNode node, String name, Patch.Kind kind, Map<String, String> changes, Path file) {
        node.find(name)
                .ifPresent(each -> PlanFile.settings(each, file)
                        .forEach((target, value) -> changes.put(kind.target(target), value)));
    }

    private static ImprovePlan.Budget budget(YamlNode root, boolean byMean) {
        int tests = byMean ? 0 : ImprovePlan.USUAL_TESTS;
        Optional<YamlNode> found = root.find("budget");
        if (found.isEmpty()) {
            return new ImprovePlan.Budget(0, 0, 0, Duration.ZERO, tests, USUAL_PROPOSALS);
        }
        YamlNode node = found.get();
        node.allow("'budget'", "episodes", "tokens", "usd", "time", "tests", "proposals");
        return new ImprovePlan.Budget(
                PlanFile.whole(node, "episodes", 0, 1, Integer.MAX_VALUE),
                node.find("tokens")
                        .map(each -> positive(each, each.whole("'tokens'")))
                        .orElse(0L),
                node.find("usd")
                        .map(each -> positive(each, each.number("'usd'")))
                        .orElse(0.0),
                node.find("time").map(ImprovePlanFile::duration).orElse(Duration.ZERO),
                PlanFile.whole(node, "tests", tests, 1, 100_000),
                PlanFile.whole(node, "proposals", USUAL_PROPOSALS, 1, 1_000_000));
    }

    private static <N extends Number> N positive(YamlNode node, N value) {
        if (!(value.doubleValue() > 0)) {
            throw node.problem("expected a budget above 0, found " + value);
        }
        return value;
    }

    private static Duration duration(YamlNode node) {
        String written = node.scalar("a time such as 2h");
        try {
            Duration time = Durations.parse(written);
            positive(node, time.toMillis());
            return time;
        } catch (LabException e) {
            throw e;
        } catch (GuerdonException e) {
            throw node.problem(String.valueOf(e.getMessage()));
        }
    }
}
