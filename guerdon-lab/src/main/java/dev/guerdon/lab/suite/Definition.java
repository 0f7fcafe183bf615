package dev.guerdon.lab.suite;

import dev.guerdon.agent.Agents;
import dev.guerdon.agent.spi.RolloutLimits;
import dev.guerdon.api.EnvironmentProvider;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import dev.guerdon.api.Json;
import dev.guerdon.api.Task;
import dev.guerdon.base.Durations;
import dev.guerdon.base.Names;
import dev.guerdon.core.Registry;
import dev.guerdon.core.RewardEntry;
import dev.guerdon.lab.spi.LabException;
import dev.guerdon.lab.spi.Suite;
import dev.guerdon.lab.spi.TaskSelection;
import dev.guerdon.lab.yaml.YamlNode;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Makes a suite of a YAML file.
 *
 * <p>What stands at the top level holds for all parts, unless a part says something else; a suite without {@code parts} is one part.
 */
@Internal
public final class Definition {

    /** The limit of turns where nobody sets one. */
    private static final int STEPS = 30;

    private static final String[] PART = {
        "name",
        "environment",
        "options",
        "split",
        "data",
        "tasks",
        "select",
        "limit",
        "agent",
        "model",
        "tools",
        "settings",
        "reward",
        "recipe",
        "map",
        "limits"
    };

    private final Registry registry;
    private final Function<String, List<Task>> data;
    private final @Nullable String split;
    private final GivenOptions given;

    /**
     * @param data reads a data file that the suite names, relative to the suite
     * @param split replaces the splits of the file; null keeps them
     * @param given options of environments that go before the file's
     */
    public Definition(
            Registry registry, Function<String, List<Task>> data, @Nullable String split, Map<String, String> given) {
        this.registry = registry;
        this.data = data;
        this.split = split;
        this.given = new GivenOptions(given);
    }

    /**
     * The suite of a file.
     *
     * @param fallbackName its name where the file gives none
     */
    public Suite read(YamlNode root, String fallbackName) {
        root.allow(
                "a suite",
                Stream.concat(Stream.of("description", "parts"), Stream.of(PART))
                        .toArray(String[]::new));
        String name =
                root.find("name").map(node -> node.scalar("the suite's name")).orElse(fallbackName);
        String description = root.find("description")
                .map(node -> node.scalar("a description").strip())
                .orElse("");
        List<Suite.Part> parts = new ArrayList<>();
        Optional<YamlNode> listed = root.find("parts");
        if (listed.isEmpty()) {
            parts.add(part(root, root, name));
        } else {
            for (YamlNode node : listed.get().list("the parts")) {
                node.allow("a part", PART);
                parts.add(part(node, root, name + "-" + (parts.size() + 1)));
            }
        }
        Suite suite = new Suite(name, description, parts);
        refuseTwins(suite, root);
        given.check(registry, suite);
        return suite;
    }

    private Suite.Part part(YamlNode node, YamlNode root, String fallbackName) {
        String name = node.find("name").map(n -> n.scalar("the part's name")).orElse(fallbackName);
        Map<String, String> settings = new LinkedHashMap<>();
        root.find("settings").ifPresent(n -> settings.putAll(n.texts("settings")));
        node.find("settings").ifPresent(n -> settings.putAll(n.texts("settings")));
        Map<String, String> written = either(node, root, "options")
                .map(n -> n.texts("options of the environment"))
                .orElse(Map.of());
        Optional<EnvironmentProvider> environment =
                either(node, root, "environment").map(this::environment);
        environment.ifPresent(provider -> check(provider, written, node));
        Map<String, String> options =
                environment.map(provider -> given.over(provider, written)).orElse(written);
        String model = either(node, root, "model").map(n -> n.scalar("a model")).orElse("");
        String reward = rewards(
                paid(node)
                        .or(() -> paid(root))
                        .orElseThrow(() -> node.problem("the part '" + name + "' needs a 'reward' or a 'recipe'")),
                either(node, root, "map"));
        List<String> tools = either(node, root, "tools")
                .map(n -> n.oneOrMore("tools").stream().map(this::tool).toList())
                .orElse(List.of());
        return new Suite.Part(
                name,
                environment.map(EnvironmentProvider::name).orElse(""),
                options,
                either(node, root, "agent").map(n -> n.scalar("an agent")).orElse(Agents.DEFAULT),
                model,
                tools,
                settings,
                reward,
                either(node, root, "limits").map(Definition::limits).orElse(RolloutLimits.turns(STEPS)),
                select(tasks(node, root, name, environment.orElse(null), options), node, root));
    }

    private static Optional<YamlNode> either(YamlNode part, YamlNode root, String name) {
        return part.find(name).or(() -> root.find(name));
    }

    private EnvironmentProvider environment(YamlNode node) {
        return named(node, "an environment", registry::environment);
    }

    /** What a part or suite says of its reward. */
    private Optional<List<RewardEntry>> paid(YamlNode node) {
        Optional<YamlNode> recipe = node.find("recipe");
        Optional<YamlNode> reward = node.find("reward");
        if (recipe.isPresent() && reward.isPresent()) {
            throw recipe.get()
                    .problem("a 'reward' and a 'recipe' exclude each other; make the reward a part of the recipe");
        }
        if (reward.isPresent()) {
            List<RewardEntry> rewards =
                    reward.get().oneOrMore("rewards").stream().map(this::reward).toList();
            if (rewards.isEmpty()) {
                throw reward.get()
                        .problem("expected a reward, or a list of them of which the first decides, found none");
            }
            return Optional.of(rewards);
        }
        if (recipe.isEmpty()) {
            return Optional.empty();
        }
        Path folder = folder(recipe.get().file());
        RewardEntry entry =
                named(recipe.get(), "a recipe", text -> registry.reward(RecipeFile.reward(registry, text, folder)));
        return Optional.of(List.of(entry));
    }

    /** The folder of a suite's file, or this one for a suite that is none. */
    private static Path folder(String file) {
        try {
            Path parent = Path.of(file).getParent();
            return parent == null ? Path.of("") : parent;
        } catch (InvalidPathException e) {
            return Path.of("");
        }
    }

    /** One reward, or a list of which the first decides, with the names that the tasks have for their fields. */
    private String rewards(List<RewardEntry> given, Optional<YamlNode> map) {
        List<RewardEntry> rewards = given;
        if (map.isPresent()) {
            try {
                rewards = registry.mapped(rewards, map.get().texts("names of fields"));
            } catch (GuerdonException e) {
                throw map.get().problem(String.valueOf(e.getMessage()));
            }
        }
        return String.join(",", rewards.stream().map(RewardEntry::name).toList());
    }

    /** A reward's name, or a mapping of its name and its options. */
    private RewardEntry reward(YamlNode node) {
        if (!(node.plain() instanceof Map<?, ?> members)) {
            return named(node, "a reward", registry::reward);
        }
        YamlNode name = node.find("name").orElseThrow(() -> node.problem("a reward with options needs its 'name'"));
        Map<String, @Nullable Object> options = new LinkedHashMap<>();
        members.forEach((option, value) -> options.put(String.valueOf(option), value));
        options.remove("name");
        return named(name, "a reward", text -> registry.reward(text, options));
    }

    private String tool(YamlNode node) {
        return named(node, "a tool", registry::tool).name();
    }

    /** Looks a name up; what is wrong with it is said with file and line. */
    private static <T> T named(YamlNode node, String what, Function<String, T> find) {
        String name = node.scalar(what);
        try {
            return find.apply(name);
        } catch (GuerdonException e) {
            throw node.problem(String.valueOf(e.getMessage()));
        }
    }

    private static void check(EnvironmentProvider provider, Map<String, String> options, YamlNode node) {
        List<String> known = provider.options().stream()
                .map(EnvironmentProvider.Option::name)
                .toList();
        for (String option : options.keySet()) {
            if (!known.contains(option)) {
                throw node.find("options")
                        .orElse(node)
                        .problem("the environment '" + provider.name() + "' has no option '" + option + "'"
                                + Names.didYouMean(option, known));
            }
        }
    }

    private List<Task> tasks(
            YamlNode node,
            YamlNode root,
            String name,
            @Nullable EnvironmentProvider environment,
            Map<String, String> options) {
        Optional<YamlNode> files = either(node, root, "data");
        Optional<YamlNode> rows = node.find("tasks");
        if (files.isPresent() || rows.isPresent()) {
            List<Task> tasks = new ArrayList<>();
            for (YamlNode file : files.map(n -> n.oneOrMore("data files")).orElse(List.of())) {
                tasks.addAll(named(file, "a data file", data));
            }
            for (YamlNode row : rows.map(n -> n.list("the tasks")).orElse(List.of())) {
                String where = row.file() + ":" + row.line();
                tasks.add(Dataset.task(new Json(row.plain()), where, name + "-" + tasks.size()));
            }
            return tasks;
        }
        if (environment == null) {
            throw node.problem("the part '" + name + "' needs tasks: 'environment', 'data' or 'tasks' say where from");
        }
        String wanted = split != null
                ? split
                : either(node, root, "split").map(n -> n.scalar("a split")).orElse("");
        return environment.tasks(wanted, options).toList();
    }

    private static List<Task> select(List<Task> tasks, YamlNode node, YamlNode root) {
        List<Task> chosen = tasks;
        Optional<YamlNode> places = either(node, root, "select");
        if (places.isPresent()) {
            try {
                chosen = TaskSelection.of(places.get().scalar("places such as 0-9,12"), tasks);
            } catch (LabException e) {
                throw places.get().problem(String.valueOf(e.getMessage()));
            }
        }
        Optional<YamlNode> limit = either(node, root, "limit");
        if (limit.isPresent()) {
            long most = limit.get().whole("a limit of tasks");
            if (most < 1) {
                throw limit.get().problem("expected a limit of at least 1 task, found " + most);
            }
            chosen = chosen.subList(0, (int) Math.min(most, chosen.size()));
        }
        if (chosen.isEmpty()) {
            throw node.problem("there is no task here");
        }
        return chosen;
    }

    private static RolloutLimits limits(YamlNode node) {
        node.allow("limits", "steps", "tokens", "usd", "time");
        long steps = node.find("steps").map(n -> n.whole("steps")).orElse((long) STEPS);
        long tokens = node.find("tokens").map(n -> n.whole("tokens")).orElse(0L);
        double usd = node.find("usd").map(n -> n.number("usd")).orElse(0.0);
        Duration time =
                node.find("time").map(n -> named(n, "a time", Durations::parse)).orElse(Duration.ZERO);
        if (steps < 1 || steps > Integer.MAX_VALUE || tokens < 0 || !(usd >= 0)) {
            throw node.problem("expected at least 1 step, and no other limit below 0");
        }
        return new RolloutLimits((int) steps, tokens, usd, time);
    }

    /** Results are stored by id, so no id may stand for two tasks. */
    private static void refuseTwins(Suite suite, YamlNode root) {
        Map<String, String> seen = new LinkedHashMap<>();
        for (Suite.Part part : suite.parts()) {
            for (Task task : part.tasks()) {
                String other = seen.put(task.id(), part.name());
                if (other != null) {
                    throw root.problem("the id '" + task.id() + "' stands for two tasks, in the parts '" + other
                            + "' and '" + part.name() + "'; each task needs an id of its own");
                }
            }
        }
    }
}
