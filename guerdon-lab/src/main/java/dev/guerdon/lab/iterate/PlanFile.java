package dev.guerdon.lab.iterate;

import dev.guerdon.agent.PromptFolder;
import dev.guerdon.agent.spi.PromptSections;
import dev.guerdon.agent.spi.Settings;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
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
                "accept",
                "repository",
                "command");
        List<Candidate> candidates = new ArrayList<>();
        YamlNode listed = root.find("candidates").orElseThrow(() -> root.problem("a plan needs 'candidates'"));
        for (YamlNode node : listed.list("the candidates")) {
            candidates.add(candidate(node, file, true, "candidate " + (candidates.size() + 1)));
        }
        return base(root, file, text, candidates);
    }

    /** What every plan says: the suite, the champion, the tasks, how they are run, and the rule. */
    public static IterationPlan base(YamlNode root, Path file, String text, List<Candidate> candidates) {
        YamlNode suite = root.find("suite").orElseThrow(() -> root.problem("a plan needs a 'suite'"));
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
                root.find("accept").map(RuleReader::rule).orElse(AcceptanceRule.usual()),
                code(root, file),
                text);
    }

    /** A repository is named relative to the plan. */
    private static IterationPlan.Code code(YamlNode root, Path plan) {
        String repository = root.find("repository")
                .map(node -> {
                    Path folder = plan.resolveSibling(node.scalar("the folder of a repository"));
                    if (!Files.isDirectory(folder)) {
                        throw node.problem("there is no folder " + folder + "; 'repository' is relative to the plan");
                    }
                    return folder.toAbsolutePath().normalize().toString();
                })
                .orElse("");
        List<String> command = root.find("command").map(PlanFile::command).orElse(List.of());
        return new IterationPlan.Code(repository, command);
    }

    /** A list of words; a single text is split at spaces, and no shell reads it. */
    @SuppressWarnings("ReferenceEquality") // a text is its own only part
    private static List<String> command(YamlNode node) {
        List<YamlNode> parts = node.oneOrMore("a command");
        List<String> words = parts.size() == 1 && parts.getFirst() == node
                ? Arrays.asList(node.scalar("a command").strip().split("\\s+", -1))
                : parts.stream()
                        .map(each -> each.scalar("a word of the command"))
                        .toList();
        if (words.isEmpty() || words.getFirst().isEmpty()) {
            throw node.problem("expected a command such as [./evaluate, '{parameters}', '{results}'], found nothing");
        }
        CommitCommand.check(words).ifPresent(problem -> {
            throw node.problem(problem);
        });
        return words;
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
                .filter(prompt -> !prompt.isObject())
                .ifPresent(prompt -> settings.put(PromptSections.SETTING, prompt(prompt, plan)));
        node.find("prompt")
                .filter(YamlNode::isObject)
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

    /** A folder with sections, relative to the plan. */
    private static String prompt(YamlNode node, Path plan) {
        try {
            return PromptFolder.read(plan.resolveSibling(node.scalar("a folder with the sections of a prompt")))
                    .setting();
        } catch (LabException e) {
            throw e;
        } catch (GuerdonException e) {
            throw node.problem(String.valueOf(e.getMessage()));
        }
    }

    /** A value {@code @FILE} is the text of a file, relative to the plan. */
    public static Map<String, String> settings(YamlNode set, Path plan) {
        try {
            return Settings.withFiles(set.texts("settings"), plan.resolveSibling(""));
        } catch (LabException e) {
            throw e;
        } catch (GuerdonException e) {
            throw set.problem(String.valueOf(e.getMessage()));
        }
    }

    /** A whole number in a range, or what stands where there is none. */
    public static int whole(YamlNode root, String name, int fallback, int least, int most) {
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
