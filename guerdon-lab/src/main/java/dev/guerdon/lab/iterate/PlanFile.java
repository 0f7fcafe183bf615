package dev.guerdon.lab.iterate;

import dev.guerdon.agent.spi.Settings;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import dev.guerdon.base.Names;
import dev.guerdon.base.Secrets;
import dev.guerdon.lab.spi.AcceptanceRule;
import dev.guerdon.lab.spi.Candidate;
import dev.guerdon.lab.spi.IterationPlan;
import dev.guerdon.lab.spi.LabException;
import dev.guerdon.lab.yaml.YamlFile;
import dev.guerdon.lab.yaml.YamlNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Reads plans. */
@Internal
public final class PlanFile {

    /** How often an episode that failed is run again where a plan does not say. */
    private static final int RETRIES = 2;

    private static final Pattern COMMIT = Pattern.compile("[0-9A-Za-z_][0-9A-Za-z._/~^-]{0,200}");

    /** The setting that switches a section of an agent's prompt. */
    private static final String SECTION = "section.";

    private PlanFile() {}

    public static IterationPlan read(Path file) {
        if (!Files.isRegularFile(file)) {
            throw new LabException("there is no plan " + file + "; expected a YAML file with a suite and candidates");
        }
        String text = YamlFile.text(file);
        YamlNode root = YamlFile.read(text, file.toString());
        root.allow(
                "a plan",
                "name",
                "suite",
                "champion",
                "candidates",
                "tasks",
                "repeat",
                "seed",
                "max_steps",
                "parallel",
                "retries",
                "accept");
        YamlNode suite = root.find("suite").orElseThrow(() -> root.problem("a plan needs a 'suite'"));
        List<Candidate> candidates = new ArrayList<>();
        YamlNode listed = root.find("candidates").orElseThrow(() -> root.problem("a plan needs 'candidates'"));
        for (YamlNode node : listed.list("the candidates")) {
            candidates.add(candidate(node, file, true, "candidate " + (candidates.size() + 1)));
        }
        Candidate champion = root.find("champion")
                .map(node -> candidate(node, file, false, "initial state"))
                .orElse(new Candidate("initial state", Map.of(), "", "", ""));
        Secrets.known().learn(champion.settings());
        candidates.forEach(candidate -> Secrets.known().learn(candidate.settings()));
        String fileName = String.valueOf(file.getFileName()).replaceFirst("\\.(ya?ml|json)$", "");
        return new IterationPlan(
                root.find("name").map(node -> node.scalar("a name")).orElse(fileName),
                suite(suite.scalar("a suite"), file),
                champion,
                candidates,
                root.find("tasks").map(PlanFile::tasks).orElse(""),
                whole(root, "repeat", 1, 1, 1000),
                root.find("seed").map(node -> node.whole("a seed")).orElse(0L),
                whole(root, "max_steps", 0, 0, 1_000_000),
                new IterationPlan.Execution(
                        whole(root, "parallel", 1, 1, 10_000), whole(root, "retries", RETRIES, 0, 100)),
                root.find("accept").map(PlanFile::rule).orElse(AcceptanceRule.higherMean()),
                text);
    }

    /** A suite file is named relative to the plan. */
    private static String suite(String name, Path plan) {
        Path beside = plan.resolveSibling(name);
        return name.matches("(?i).*\\.(ya?ml|json)") && Files.isRegularFile(beside) ? beside.toString() : name;
    }

    private static String tasks(YamlNode node) {
        return node.oneOrMore("tasks").stream()
                .map(each -> each.scalar("a place or id of a task"))
                .collect(Collectors.joining(","));
    }

    private static Candidate candidate(YamlNode node, Path plan, boolean changes, String fallbackName) {
        node.allow(changes ? "a candidate" : "the champion", "name", "set", "prompt", "agent", "model", "commit");
        Map<String, String> settings = new LinkedHashMap<>();
        node.find("set").ifPresent(set -> settings.putAll(settings(set, plan)));
        node.find("prompt")
                .ifPresent(sections -> sections.texts("sections of the prompt").forEach((section, value) -> {
                    String word = value.toLowerCase(Locale.ROOT);
                    if (!List.of("on", "off", "true", "false").contains(word)) {
                        throw sections.problem(
                                "expected on or off for the section '" + section + "', found '" + value + "'");
                    }
                    settings.put(SECTION + section, word.equals("on") || word.equals("true") ? "on" : "off");
                }));
        Optional<YamlNode> commit = node.find("commit");
        String commitName = commit.map(n -> n.scalar("a commit")).orElse("");
        if (!commitName.isEmpty() && !COMMIT.matcher(commitName).matches()) {
            throw commit.orElse(node).problem("expected the name of a commit, found '" + commitName + "'");
        }
        String agent = node.find("agent").map(n -> n.scalar("an agent")).orElse("");
        String model = node.find("model").map(n -> n.scalar("a model")).orElse("");
        if (changes && settings.isEmpty() && agent.isEmpty() && model.isEmpty() && commitName.isEmpty()) {
            throw node.problem("a candidate changes something: 'set', 'prompt', 'agent', 'model' or 'commit'");
        }
        return new Candidate(
                node.find("name").map(n -> n.scalar("a name")).orElse(fallbackName),
                settings,
                agent,
                model,
                commitName);
    }

    /** A value {@code @FILE} is the text of a file, relative to the plan. */
    private static Map<String, String> settings(YamlNode set, Path plan) {
        try {
            return Settings.withFiles(set.texts("settings"), plan.resolveSibling(""));
        } catch (LabException e) {
            throw e;
        } catch (GuerdonException e) {
            throw set.problem(String.valueOf(e.getMessage()));
        }
    }

    private static AcceptanceRule rule(YamlNode node) {
        if (!node.isObject()) {
            AcceptanceRule usual = AcceptanceRule.higherMean();
            return new AcceptanceRule(
                    test(node), usual.alpha(), 0, false, usual.maxRegressions(), List.of(), usual.range());
        }
        node.allow("'accept'", "test", "alpha", "min_gain", "ties", "max_regressions", "never_regress", "range");
        String ties = node.find("ties").map(n -> n.scalar("keep or roll_back")).orElse("roll_back");
        if (!ties.equals("keep") && !ties.equals("roll_back")) {
            throw node.problem("expected keep or roll_back for 'ties', found '" + ties + "'");
        }
        try {
            return new AcceptanceRule(
                    node.find("test").map(PlanFile::test).orElse(AcceptanceRule.Test.MEAN),
                    node.find("alpha").map(n -> n.number("alpha")).orElse(0.05),
                    node.find("min_gain").map(n -> n.number("a gain")).orElse(0.0),
                    ties.equals("keep"),
                    whole(node, "max_regressions", -1, 0, Integer.MAX_VALUE),
                    node.find("never_regress")
                            .map(n -> n.oneOrMore("tasks").stream()
                                    .map(each -> each.scalar("the id of a task"))
                                    .toList())
                            .orElse(List.of()),
                    node.find("range")
                            .map(n -> n.number("the range of rewards"))
                            .orElse(1.0));
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

    private static int whole(YamlNode root, String name, int fallback, int least, int most) {
        Optional<YamlNode> node = root.find(name);
        if (node.isEmpty()) {
            return fallback;
        }
        long value = node.get().whole("'" + name + "'");
        if (value < least || value > most) {
            throw node.get().problem("expected '" + name + "' from " + least + " to " + most + ", found " + value);
        }
        return (int) value;
    }
}
