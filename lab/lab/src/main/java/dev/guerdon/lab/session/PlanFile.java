package dev.guerdon.lab.session;

import dev.guerdon.agent.PromptFolder;
import dev.guerdon.agent.spi.SettingFiles;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import dev.guerdon.api.agent.PromptSections;
import dev.guerdon.core.base.NameRules;
import dev.guerdon.core.base.SecretFilter;
import dev.guerdon.lab.session.CommitRun.CommitCommand;
import dev.guerdon.lab.spi.IterationPlan;
import dev.guerdon.lab.spi.IterationPlan.AcceptanceRule;
import dev.guerdon.lab.spi.IterationPlan.Candidate;
import dev.guerdon.lab.spi.LabException;
import dev.guerdon.lab.spi.SettingsFile;
import dev.guerdon.lab.suite.YamlFile;
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

/** Reads plans. */
@Internal
public final class PlanFile {

    /** How often an episode that failed is run again where a plan does not say. */
    private static final int RETRIES = 2;

    private static final Pattern COMMIT = Pattern.compile("[0-9A-Za-z_][0-9A-Za-z._/~^-]{0,200}");

    /** The setting that switches a section of an agent's prompt. */
    private static final String SECTION = "section.";

    private static final String[] MEMBERS = {
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
        "command"
    };

    private PlanFile() {}

    public static IterationPlan read(Path file) {
        String text = text(file, "candidates");
        SettingsFile root = YamlFile.read(text, file.toString());
        root.allow("a plan", MEMBERS);
        if (root.find("candidates").isEmpty()) {
            throw root.problem("a plan needs 'candidates'");
        }
        return base(
                root, file, text, candidates(root, file), AcceptanceRule.usual().test());
    }

    /** Returns the changes that a plan lists, in its order; none if it lists none. */
    static List<Candidate> candidates(SettingsFile root, Path file) {
        List<Candidate> candidates = new ArrayList<>();
        root.find("candidates").ifPresent(listed -> {
            for (SettingsFile node : listed.list("the candidates")) {
                candidates.add(candidate(node, file, true, "candidate " + (candidates.size() + 1)));
            }
        });
        return candidates;
    }

    /**
     * Reads the text of a plan.
     *
     * @param what what it has besides a suite, for messages
     */
    public static String text(Path file, String what) {
        if (!Files.isRegularFile(file)) {
            throw new LabException("there is no plan " + file + "; expected a YAML file with a suite and " + what);
        }
        return YamlFile.text(file);
    }

    /**
     * Returns what every plan says: the suite, the champion, the tasks, how they are run, and the rule.
     *
     * @param usual the test of a plan that names none
     */
    static IterationPlan base(
            SettingsFile root, Path file, String text, List<Candidate> candidates, AcceptanceRule.Test usual) {
        SettingsFile suite = root.find("suite").orElseThrow(() -> root.problem("a plan needs a 'suite'"));
        Candidate champion = root.find("champion")
                .map(node -> candidate(node, file, false, "initial state"))
                .orElse(new Candidate("initial state", Map.of(), "", "", ""));
        SecretFilter.known().learn(champion.settings());
        candidates.forEach(candidate -> SecretFilter.known().learn(candidate.settings()));
        String fileName = String.valueOf(file.getFileName()).replaceFirst("\\.(ya?ml|json)$", "");
        return new IterationPlan(
                root.text("name", "a name", fileName),
                suite(suite.text("a suite"), file),
                champion,
                candidates,
                root.find("tasks").map(PlanFile::tasks).orElse(""),
                whole(root, "repeat", 1, 1, 1000),
                root.find("seed").map(node -> node.whole("a seed")).orElse(0L),
                whole(root, "max_steps", 0, 0, 1_000_000),
                new IterationPlan.Execution(
                        whole(root, "parallel", 1, 1, 10_000), whole(root, "retries", RETRIES, 0, 100)),
                rule(root, usual),
                code(root, file),
                text);
    }

    /** A repository is named relative to the plan. */
    private static IterationPlan.Code code(SettingsFile root, Path plan) {
        String repository = root.find("repository")
                .map(node -> {
                    Path folder = plan.resolveSibling(node.text("the folder of a repository"));
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
    private static List<String> command(SettingsFile node) {
        List<SettingsFile> parts = node.oneOrMore("a command");
        List<String> words = parts.size() == 1 && parts.getFirst() == node
                ? Arrays.asList(node.text("a command").strip().split("\\s+", -1))
                : parts.stream().map(each -> each.text("a word of the command")).toList();
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

    private static String tasks(SettingsFile node) {
        return String.join(",", node.texts("tasks", "a place or id of a task"));
    }

    private static Candidate candidate(SettingsFile node, Path plan, boolean changes, String fallbackName) {
        node.allow(changes ? "a candidate" : "the champion", "name", "set", "prompt", "agent", "model", "commit");
        Map<String, String> settings = new LinkedHashMap<>();
        node.find("set").ifPresent(set -> settings.putAll(settings(set, plan)));
        node.find("prompt")
                .filter(prompt -> !prompt.isObject())
                .ifPresent(prompt -> settings.put(PromptSections.SETTING, prompt(prompt, plan)));
        node.find("prompt")
                .filter(SettingsFile::isObject)
                .ifPresent(sections -> sections.texts("sections of the prompt").forEach((section, value) -> {
                    String word = value.toLowerCase(Locale.ROOT);
                    if (!List.of("on", "off", "true", "false").contains(word)) {
                        throw sections.problem(
                                "expected on or off for the section '" + section + "', found '" + value + "'");
                    }
                    settings.put(SECTION + section, word.equals("on") || word.equals("true") ? "on" : "off");
                }));
        Optional<SettingsFile> commit = node.find("commit");
        String commitName = commit.map(n -> n.text("a commit")).orElse("");
        if (!commitName.isEmpty() && !COMMIT.matcher(commitName).matches()) {
            throw commit.orElse(node).problem("expected the name of a commit, found '" + commitName + "'");
        }
        String agent = node.text("agent", "an agent", "");
        String model = node.text("model", "a model", "");
        if (changes && settings.isEmpty() && agent.isEmpty() && model.isEmpty() && commitName.isEmpty()) {
            throw node.problem("a candidate changes something: 'set', 'prompt', 'agent', 'model' or 'commit'");
        }
        return new Candidate(node.text("name", "a name", fallbackName), settings, agent, model, commitName);
    }

    /** Returns a folder with sections, relative to the plan. */
    private static String prompt(SettingsFile node, Path plan) {
        try {
            return PromptFolder.read(plan.resolveSibling(node.text("a folder with the sections of a prompt")))
                    .setting();
        } catch (LabException e) {
            throw e;
        } catch (GuerdonException e) {
            throw node.problem(String.valueOf(e.getMessage()));
        }
    }

    /** A value {@code @FILE} is the text of a file, relative to the plan. */
    public static Map<String, String> settings(SettingsFile set, Path plan) {
        try {
            return SettingFiles.withFiles(set.texts("settings"), plan.resolveSibling(""));
        } catch (LabException e) {
            throw e;
        } catch (GuerdonException e) {
            throw set.problem(String.valueOf(e.getMessage()));
        }
    }

    /** Returns a whole number in a range, or what stands if there is none. */
    public static int whole(SettingsFile root, String name, int fallback, int least, int most) {
        Optional<SettingsFile> node = root.find(name);
        if (node.isEmpty()) {
            return fallback;
        }
        long value = node.get().whole("'" + name + "'");
        if (value < least || value > most) {
            throw node.get().problem("expected '" + name + "' from " + least + " to " + most + ", found " + value);
        }
        return (int) value;
    }

    /** Keys that only tests of one change after the other have. */
    private static final List<String> ONE_BY_ONE = List.of("min_gain", "ties", "max_regressions", "never_regress");

    /** Keys that only a race has. */
    private static final List<String> RACES = List.of("pairs", "clusters");

    /** Tells whether a rule that names no test has a key that a race does not have. */
    private static boolean alone(SettingsFile node) {
        return ONE_BY_ONE.stream().anyMatch(name -> node.find(name).isPresent());
    }

    private static final String[] RULE_MEMBERS = {
        "test",
        "alpha",
        "min_gain",
        "ties",
        "max_regressions",
        "never_regress",
        "range",
        "effect",
        "holdout",
        "confirm",
        "pairs",
        "clusters"
    };

    /** Returns the rule of a plan, or the usual one of a test. */
    static AcceptanceRule rule(SettingsFile root, AcceptanceRule.Test usual) {
        Optional<SettingsFile> accept = root.find("accept");
        return accept.isPresent() ? read(accept.get(), usual) : AcceptanceRule.of(usual);
    }

    private static AcceptanceRule read(SettingsFile node, AcceptanceRule.Test usual) {
        if (!node.isObject()) {
            return AcceptanceRule.of(test(node));
        }
        node.allow("'accept'", RULE_MEMBERS);
        String ties = node.text("ties", "keep or roll_back", "roll_back");
        if (!ties.equals("keep") && !ties.equals("roll_back")) {
            throw node.problem("expected keep or roll_back for 'ties', found '" + ties + "'");
        }
        AcceptanceRule.Test test = node.find("test")
                .map(PlanFile::test)
                .orElseGet(() -> alone(node) ? AcceptanceRule.usual().test() : usual);
        boolean race = test == AcceptanceRule.Test.RACE;
        for (String name : race ? ONE_BY_ONE : RACES) {
            node.find(name).ifPresent(found -> {
                throw found.problem("'" + name + "' is for "
                        + (race ? "tests of one change after the other, such as 'test: sequential'" : "'test: race'"));
            });
        }
        try {
            return new AcceptanceRule(
                    test,
                    node.find("alpha").map(n -> n.number("alpha")).orElse(0.05),
                    node.find("min_gain").map(n -> n.number("a gain")).orElse(0.0),
                    ties.equals("keep"),
                    whole(node, "max_regressions", -1, 0, Integer.MAX_VALUE),
                    node.find("never_regress")
                            .map(n -> n.texts("tasks", "the id of a task"))
                            .orElse(List.of()),
                    node.find("range")
                            .map(n -> n.number("the range of rewards"))
                            .orElse(1.0),
                    node.find("effect").map(n -> n.number("a gain")).orElse(Double.NaN),
                    node.find("holdout").map(PlanFile::holdout).orElse(""),
                    node.find("confirm").map(PlanFile::yes).orElse(test != AcceptanceRule.Test.MEAN));
        } catch (LabException e) {
            String message = String.valueOf(e.getMessage());
            throw message.startsWith(node.file()) ? e : node.problem(message);
        }
    }

    private static AcceptanceRule.Test test(SettingsFile node) {
        String word = node.text("a test");
        List<String> words = Arrays.stream(AcceptanceRule.Test.values())
                .map(AcceptanceRule.Test::word)
                .toList();
        if (!words.contains(word)) {
            String hint = NameRules.didYouMean(word, words);
            throw node.problem("there is no test '" + word + "'"
                    + (hint.isEmpty() ? "; expected " + String.join(", ", words) : hint));
        }
        return AcceptanceRule.Test.valueOf(word.toUpperCase(Locale.ROOT));
    }

    /** Returns which tasks are set apart: none, a number, a share, or ids. */
    private static String holdout(SettingsFile node) {
        String text =
                String.join(",", node.texts("tasks", "none, a number of tasks, a share such as 20 %, or ids of tasks"));
        TaskSplit.check(text).ifPresent(problem -> {
            throw node.problem(problem);
        });
        return text;
    }

    private static boolean yes(SettingsFile node) {
        String word = node.text("yes or no").toLowerCase(Locale.ROOT);
        if (!List.of("yes", "no", "true", "false").contains(word)) {
            throw node.problem("expected yes or no for 'confirm', found '" + word + "'");
        }
        return word.equals("yes") || word.equals("true");
    }
}
