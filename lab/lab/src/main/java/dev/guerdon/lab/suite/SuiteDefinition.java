package dev.guerdon.lab.suite;

import dev.guerdon.agent.AgentCatalogue;
import dev.guerdon.agent.spi.RolloutLimits;
import dev.guerdon.api.EnvironmentProvider;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import dev.guerdon.api.Json;
import dev.guerdon.api.Task;
import dev.guerdon.core.ForeignCode;
import dev.guerdon.core.Registry;
import dev.guerdon.core.RewardEntry;
import dev.guerdon.core.base.DurationText;
import dev.guerdon.core.base.NameRules;
import dev.guerdon.lab.spi.LabException;
import dev.guerdon.lab.spi.SettingsFile;
import dev.guerdon.lab.spi.Suite;
import dev.guerdon.lab.spi.Suite.TaskSelection;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Makes a suite of a YAML file.
 *
 * <p>What stands at the top level holds for all parts, unless a part says something else; a suite without {@code parts} is one part.
 */
@Internal
public final class SuiteDefinition {

    /** The limit of turns where nobody sets one. */
    private static final int STEPS = 30;

    private static final String[] PART = {
        "name", "environment", "options", "split", "data", "tasks", "select", "limit",
        "agent", "model", "tools", "settings", "reward", "recipe", "map", "limits"
    };

    private final Registry registry;
    private final Function<String, List<TaskDataset.Row>> data;
    private final @Nullable String split;
    private final GivenOptions given;
    /** Places of the tasks that were read from rows. */
    private final IdentityHashMap<Task, String> places = new IdentityHashMap<>();

    /**
     * @param data reads a data file that the suite names, relative to the suite
     * @param split replaces the splits of the file; null keeps them
     * @param given options of environments that go before the file's
     */
    public SuiteDefinition(
            Registry registry,
            Function<String, List<TaskDataset.Row>> data,
            @Nullable String split,
            Map<String, String> given) {
        this.registry = registry;
        this.data = data;
        this.split = split;
        this.given = new GivenOptions(given);
    }

    /**
     * Returns the suite of a file.
     *
     * @param fallbackName its name where the file gives none
     */
    public Suite read(SettingsFile root, String fallbackName) {
        root.allow(
                "a suite",
                Stream.concat(Stream.of("description", "parts"), Stream.of(PART))
                        .toArray(String[]::new));
        String name = root.text("name", "the suite's name", fallbackName);
        String description = root.find("description")
                .map(node -> node.text("a description").strip())
                .orElse("");
        List<Suite.Part> parts = new ArrayList<>();
        Optional<SettingsFile> listed = root.find("parts");
        if (listed.isEmpty()) {
            parts.add(part(root, root, name));
        } else {
            for (SettingsFile node : listed.get().list("the parts")) {
                node.allow("a part", PART);
                parts.add(part(node, root, name + "-" + (parts.size() + 1)));
            }
        }
        Suite suite = new Suite(name, description, parts);
        refuseTwins(suite, root);
        given.check(registry, suite);
        return suite;
    }

    private Suite.Part part(SettingsFile node, SettingsFile root, String fallbackName) {
        String name = node.text("name", "the part's name", fallbackName);
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
        String model = either(node, root, "model").map(n -> n.text("a model")).orElse("");
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
                either(node, root, "agent").map(n -> n.text("an agent")).orElse(AgentCatalogue.DEFAULT),
                model,
                tools,
                settings,
                reward,
                either(node, root, "limits").map(SuiteDefinition::limits).orElse(RolloutLimits.turns(STEPS)),
                select(tasks(node, root, name, environment.orElse(null), options), node, root));
    }

    private static Optional<SettingsFile> either(SettingsFile part, SettingsFile root, String name) {
        return part.find(name).or(() -> root.find(name));
    }

    private EnvironmentProvider environment(SettingsFile node) {
        return named(node, "an environment", registry::environment);
    }

    /** Returns what a part or suite says of its reward. */
    private Optional<List<RewardEntry>> paid(SettingsFile node) {
        Optional<SettingsFile> recipe = node.find("recipe");
        Optional<SettingsFile> reward = node.find("reward");
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

    /** Returns the folder of a suite's file, or this one for a suite that is none. */
    private static Path folder(String file) {
        try {
            Path parent = Path.of(file).getParent();
            return parent == null ? Path.of("") : parent;
        } catch (InvalidPathException e) {
            return Path.of("");
        }
    }

    /** Returns one reward, or a list of which the first decides, with the names that the tasks have for their fields. */
    private String rewards(List<RewardEntry> given, Optional<SettingsFile> map) {
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

    /** Returns a reward's name, or a mapping of its name and its options. */
    private RewardEntry reward(SettingsFile node) {
        if (!(node.plain() instanceof Map<?, ?> members)) {
            return named(node, "a reward", registry::reward);
        }
        SettingsFile name = node.find("name").orElseThrow(() -> node.problem("a reward with options needs its 'name'"));
        Map<String, @Nullable Object> options = new LinkedHashMap<>();
        members.forEach((option, value) -> options.put(String.valueOf(option), value));
        options.remove("name");
        return named(name, "a reward", text -> registry.reward(text, options));
    }

    private String tool(SettingsFile node) {
        return named(node, "a tool", registry::tool).name();
    }

    /** Looks a name up; what is wrong with it is said with file and line. */
    private static <T> T named(SettingsFile node, String what, Function<String, T> find) {
        String name = node.text(what);
        try {
            return find.apply(name);
        } catch (GuerdonException e) {
            throw node.problem(String.valueOf(e.getMessage()));
        }
    }

    private static void check(EnvironmentProvider provider, Map<String, String> options, SettingsFile node) {
        List<String> known = provider.options().stream()
                .map(EnvironmentProvider.Option::name)
                .toList();
        for (String option : options.keySet()) {
            if (!known.contains(option)) {
                throw node.find("options")
                        .orElse(node)
                        .problem("the environment '" + provider.name() + "' has no option '" + option + "'"
                                + NameRules.didYouMean(option, known));
            }
        }
    }

    private List<Task> tasks(
            SettingsFile node,
            SettingsFile root,
            String name,
            @Nullable EnvironmentProvider environment,
            Map<String, String> options) {
        Optional<SettingsFile> files = either(node, root, "data");
        Optional<SettingsFile> rows = node.find("tasks");
        if (files.isPresent() || rows.isPresent()) {
            List<Task> tasks = new ArrayList<>();
            for (SettingsFile file : files.map(n -> n.oneOrMore("data files")).orElse(List.of())) {
                named(file, "a data file", data).forEach(row -> tasks.add(placed(row)));
            }
            for (SettingsFile row : rows.map(n -> n.list("the tasks")).orElse(List.of())) {
                String where = row.file() + ":" + row.line();
                tasks.add(placed(TaskDataset.row(new Json(row.plain()), where, name + "-" + tasks.size())));
            }
            return tasks;
        }
        if (environment == null) {
            throw node.problem("the part '" + name + "' needs tasks: 'environment', 'data' or 'tasks' say where from");
        }
        String wanted = split != null
                ? split
                : either(node, root, "split").map(n -> n.text("a split")).orElse("");
        return ForeignCode.require(
                environment,
                "listing the tasks of the environment '" + environment.name() + "'",
                () -> environment.tasks(wanted, options).toList());
    }

    private Task placed(TaskDataset.Row row) {
        places.put(row.task(), row.where());
        return row.task();
    }

    private static List<Task> select(List<Task> tasks, SettingsFile node, SettingsFile root) {
        List<Task> chosen = tasks;
        Optional<SettingsFile> places = either(node, root, "select");
        if (places.isPresent()) {
            try {
                chosen = TaskSelection.of(places.get().text("places such as 0-9,12"), tasks);
            } catch (LabException e) {
                throw places.get().problem(String.valueOf(e.getMessage()));
            }
        }
        Optional<SettingsFile> limit = either(node, root, "limit");
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

    private static RolloutLimits limits(SettingsFile node) {
        node.allow("limits", "steps", "tokens", "usd", "time");
        long steps = node.find("steps").map(n -> n.whole("steps")).orElse((long) STEPS);
        long tokens = node.find("tokens").map(n -> n.whole("tokens")).orElse(0L);
        double usd = node.find("usd").map(n -> n.number("usd")).orElse(0.0);
        Duration time = node.find("time")
                .map(n -> named(n, "a time", DurationText::parse))
                .orElse(Duration.ZERO);
        if (steps < 1 || steps > Integer.MAX_VALUE || tokens < 0 || !(usd >= 0)) {
            throw node.problem("expected at least 1 step, and no other limit below 0");
        }
        return new RolloutLimits((int) steps, tokens, usd, time);
    }

    /** Results are stored by id, so no id may stand for two tasks. */
    private void refuseTwins(Suite suite, SettingsFile root) {
        Map<String, String> seen = new LinkedHashMap<>();
        for (Suite.Part part : suite.parts()) {
            for (Task task : part.tasks()) {
                @Nullable String place = places.get(task);
                String where = place == null ? "the part '" + part.name() + "'" : place;
                String other = seen.put(task.id(), where);
                if (other != null) {
                    String twins = "the id '" + task.id() + "' stands for two tasks, "
                            + (place == null ? "in " + where : "here") + " and in " + other
                            + "; each task needs an id of its own";
                    throw place == null ? root.problem(twins) : new LabException(place + ": " + twins);
                }
            }
        }
    }

    /**
     * Options of environments that the user gives beside a suite. Each part takes those that its environment has; one that no environment
     * has is an error.
     *
     * @param options values by name
     */
    public record GivenOptions(Map<String, String> options) {

        /** Returns the options of a part with the given ones over them. */
        Map<String, String> over(EnvironmentProvider environment, Map<String, String> written) {
            Map<String, String> all = new LinkedHashMap<>(written);
            List<String> known = names(environment);
            options.forEach((name, value) -> {
                if (known.contains(name)) {
                    all.put(name, value);
                }
            });
            return all;
        }

        /** Returns a suite that was made without them, with them. */
        public Suite over(Registry registry, Suite suite) {
            check(registry, suite);
            List<Suite.Part> parts = suite.parts().stream()
                    .map(part -> part.environment().isEmpty()
                            ? part
                            : part.withEnvironmentOptions(
                                    over(registry.environment(part.environment()), part.environmentOptions())))
                    .toList();
            return new Suite(suite.name(), suite.description(), parts);
        }

        /** Refuses options that no environment of the suite has. */
        void check(Registry registry, Suite suite) {
            Set<String> known = new TreeSet<>();
            for (Suite.Part part : suite.parts()) {
                if (!part.environment().isEmpty()) {
                    known.addAll(names(registry.environment(part.environment())));
                }
            }
            for (String name : options.keySet()) {
                if (!known.contains(name)) {
                    throw new LabException("no environment of the suite '" + suite.name() + "' has an option '" + name
                            + "'" + (known.isEmpty() ? "; it has no environment" : NameRules.didYouMean(name, known)));
                }
            }
        }

        private static List<String> names(EnvironmentProvider environment) {
            return environment.options().stream()
                    .map(EnvironmentProvider.Option::name)
                    .toList();
        }
    }
}
