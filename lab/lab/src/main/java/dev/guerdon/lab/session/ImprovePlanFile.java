package dev.guerdon.lab.session;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.core.base.DurationText;
import dev.guerdon.lab.session.ImprovePlan.Budget;
import dev.guerdon.lab.session.ImprovePlan.Changeable;
import dev.guerdon.lab.session.ImprovePlan.Chosen;
import dev.guerdon.lab.session.ImprovePlan.Racing;
import dev.guerdon.lab.session.ImprovePlan.Range;
import dev.guerdon.lab.spi.IterationPlan;
import dev.guerdon.lab.spi.IterationPlan.AcceptanceRule;
import dev.guerdon.lab.spi.IterationPlan.Candidate;
import dev.guerdon.lab.spi.LabException;
import dev.guerdon.lab.spi.Patch;
import dev.guerdon.lab.spi.SettingsFile;
import dev.guerdon.lab.suite.YamlFile;
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
final class ImprovePlanFile {

    static final String ALL = "all";
    private static final int USUAL_MINIBATCH = 6;
    private static final int USUAL_PROPOSALS = 100;
    private static final int USUAL_LENGTH = 4_000;
    private static final String USUAL_HOLDOUT = "20 %";
    private static final Pattern SHARE = Pattern.compile("(\\d{1,2})\\s*%");

    private static final String[] MEMBERS = {
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
        "candidates",
        "change",
        "work",
        "proposers",
        "remedies",
        "split",
        "minibatch",
        "budget"
    };

    private ImprovePlanFile() {}

    public static ImprovePlan read(Path file) {
        String text = PlanFile.text(file, "what may change");
        SettingsFile root = YamlFile.read(text, file.toString());
        root.allow("a plan", MEMBERS);
        List<Candidate> listed = PlanFile.candidates(root, file);
        Optional<SettingsFile> change = root.find("change");
        if (change.isEmpty() && listed.isEmpty()) {
            throw root.problem(
                    "a plan needs 'change', what may be changed, such as settings under 'set', or 'candidates', the changes to try");
        }
        IterationPlan base = PlanFile.base(root, file, text, listed, AcceptanceRule.Test.RACE);
        boolean listedRace = change.isEmpty() && base.accept().test() == AcceptanceRule.Test.RACE;
        Optional<SettingsFile> split = root.find("split");
        split.ifPresent(node -> node.allow("'split'", "train", "validation", "holdout"));
        base = base.with(rule(base.accept(), root, split));
        return new ImprovePlan(
                base,
                change.map(node -> changeable(node, root, file)).orElse(Changeable.NOTHING),
                root.find("proposers")
                        .map(ImprovePlanFile::proposers)
                        .orElse(change.isEmpty() ? List.of() : usualProposers()),
                root.find("remedies").map(node -> remedies(node, file)).orElse(List.of()),
                split.map(ImprovePlanFile::shares).orElse(listedRace ? 0 : 0.5),
                PlanFile.whole(root, "minibatch", USUAL_MINIBATCH, 1, 100_000),
                budget(
                        root,
                        base.accept().test() == AcceptanceRule.Test.MEAN
                                ? 0
                                : change.isEmpty() ? listed.size() : ImprovePlan.USUAL_TESTS),
                racing(root));
    }

    /** Sessions that search need what nothing saw, and a confirmation, whichever test decides. */
    private static AcceptanceRule rule(AcceptanceRule rule, SettingsFile root, Optional<SettingsFile> split) {
        Optional<SettingsFile> accept = root.find("accept").filter(SettingsFile::isObject);
        boolean saysConfirm = accept.flatMap(node -> node.find("confirm")).isPresent();
        String holdout = split.flatMap(node -> node.find("holdout"))
                .map(node -> node.text("none, a number of tasks, or a share such as 20 %"))
                .orElse(rule.holdout().isEmpty() ? USUAL_HOLDOUT : rule.holdout());
        return rule.confirming(holdout, rule.confirm() || !saysConfirm);
    }

    private static double shares(SettingsFile node) {
        double train = share(node, "train");
        double validation = share(node, "validation");
        if (Double.isNaN(train) && Double.isNaN(validation)) {
            return 0.5;
        }
        if (Double.isNaN(train) || Double.isNaN(validation)) {
            double one = Double.isNaN(train) ? 100 - validation : train;
            return one / 100;
        }
        return train / (train + validation);
    }

    private static double share(SettingsFile node, String name) {
        return node.find(name)
                .map(each -> {
                    String written = each.text("a share such as 40 %");
                    Matcher share = SHARE.matcher(written);
                    if (!share.matches() || share.group(1).matches("0+")) {
                        throw each.problem("expected a share such as 40 % for '" + name + "', found '" + written + "'");
                    }
                    return Double.parseDouble(share.group(1));
                })
                .orElse(Double.NaN);
    }

    private static Changeable changeable(SettingsFile node, SettingsFile root, Path file) {
        node.allow("'change'", "set", "prompt", "tools", "model", "files", "longest");
        Optional<Path> work = root.find("work").map(each -> {
            Path folder = file.resolveSibling(each.text("a folder"));
            if (!Files.isDirectory(folder)) {
                throw each.problem("there is no folder " + folder + "; 'work' is relative to the plan");
            }
            return folder.toAbsolutePath().normalize();
        });
        List<String> files = texts(node, "files", "a file or glob in the work folder");
        if (!files.isEmpty() && work.isEmpty()) {
            throw node.problem("'files' needs 'work', the folder that they are in");
        }
        Changeable read = new Changeable(
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

    private static List<String> texts(SettingsFile node, String name, String what) {
        return node.find(name).map(each -> each.texts(what, what)).orElse(List.of());
    }

    private static Map<String, Range> ranges(SettingsFile node, String name) {
        Map<String, Range> ranges = new LinkedHashMap<>();
        node.find(name).ifPresent(each -> {
            if (each.isObject()) {
                each.members("what may change").forEach((setting, range) -> ranges.put(setting, range(range)));
            } else {
                each.oneOrMore("the name of a setting")
                        .forEach(one -> ranges.put(one.text("the name of a setting"), any(one)));
            }
        });
        return ranges;
    }

    private static Range any(SettingsFile node) {
        return new Range(Double.NaN, Double.NaN, List.of(), node.file() + ":" + node.line());
    }

    private static Range range(SettingsFile node) {
        if (node.value() == null) {
            return any(node);
        }
        if (!node.isObject()) {
            List<String> choices = node.texts("the values of a setting", "a value");
            return new Range(Double.NaN, Double.NaN, choices, node.file() + ":" + node.line());
        }
        node.allow("a range", "from", "to");
        double least = node.find("from").map(one -> one.number("'from'")).orElse(Double.NaN);
        double most = node.find("to").map(one -> one.number("'to'")).orElse(Double.NaN);
        if (most < least) {
            throw node.problem("a range goes from low to high, found from " + least + " to " + most);
        }
        return new Range(least, most, List.of(), node.file() + ":" + node.line());
    }

    private static List<Chosen> usualProposers() {
        return List.of(chosen("remedies"), chosen("merge"), chosen("tune"));
    }

    private static Chosen chosen(String name) {
        return new Chosen(name, Map.of());
    }

    private static List<Chosen> proposers(SettingsFile node) {
        List<Chosen> chosen = new ArrayList<>();
        for (SettingsFile one : node.oneOrMore("a proposer")) {
            if (one.isObject()) {
                one.members("a proposer")
                        .forEach((name, options) -> chosen.add(new Chosen(
                                name, options.value() == null ? Map.of() : options.texts("options of a proposer"))));
            } else {
                chosen.add(chosen(one.text("a proposer")));
            }
        }
        if (chosen.isEmpty()) {
            throw node.problem("expected at least one proposer, such as remedies");
        }
        return chosen;
    }

    private static List<Patch> remedies(SettingsFile node, Path file) {
        List<Patch> patches = new ArrayList<>();
        for (SettingsFile one : node.oneOrMore("a remedy")) {
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
                    one.text("name", "a name", "remedy " + (patches.size() + 1)),
                    one.text("cause", "a cause of loss", ""),
                    one.text("why", "a sentence", ""),
                    changes));
        }
        return patches;
    }

    private static void put(SettingsFile node, String name, Patch.Kind kind, Map<String, String> changes, Path file) {
        node.find(name)
                .ifPresent(each -> PlanFile.settings(each, file)
                        .forEach((target, value) -> changes.put(kind.target(target), value)));
    }

    private static Racing racing(SettingsFile root) {
        Optional<SettingsFile> accept = root.find("accept").filter(SettingsFile::isObject);
        return accept.map(node -> new Racing(
                        PlanFile.whole(node, "pairs", Racing.USUAL.pairs(), Racing.EVERY, 100_000),
                        node.text("clusters", "a field of the tasks", "")))
                .orElse(Racing.USUAL);
    }

    private static Budget budget(SettingsFile root, int tests) {
        Optional<SettingsFile> found = root.find("budget");
        if (found.isEmpty()) {
            return new Budget(0, 0, 0, Duration.ZERO, tests, USUAL_PROPOSALS);
        }
        SettingsFile node = found.get();
        node.allow("'budget'", "episodes", "tokens", "usd", "time", "tests", "proposals");
        return new Budget(
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

    private static <N extends Number> N positive(SettingsFile node, N value) {
        if (!(value.doubleValue() > 0)) {
            throw node.problem("expected a budget above 0, found " + value);
        }
        return value;
    }

    private static Duration duration(SettingsFile node) {
        String written = node.text("a time such as 2h");
        try {
            Duration time = DurationText.parse(written);
            positive(node, time.toMillis());
            return time;
        } catch (LabException e) {
            throw e;
        } catch (GuerdonException e) {
            throw node.problem(String.valueOf(e.getMessage()));
        }
    }
}
