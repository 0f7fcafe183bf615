package dev.guerdon.lab.run;

import dev.guerdon.agent.ModelFactory;
import dev.guerdon.agent.spi.RolloutLimits;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import dev.guerdon.api.Task;
import dev.guerdon.api.agent.AgentProvider;
import dev.guerdon.api.agent.PromptSections;
import dev.guerdon.core.Registry;
import dev.guerdon.core.RewardEntry;
import dev.guerdon.core.base.NameRules;
import dev.guerdon.core.base.SecretFilter;
import dev.guerdon.lab.spi.LabException;
import dev.guerdon.lab.spi.RunOptions;
import dev.guerdon.lab.spi.Suite;
import dev.guerdon.lab.spi.Suite.TaskSelection;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** A suite as it is run: with the tasks that were chosen, and with what the user put in the place of its own words. */
@Internal
public final class SuiteChoice {

    private SuiteChoice() {}

    public static Suite of(Registry registry, RunOptions options) {
        Suite suite = options.suite();
        checkTasks(options);
        if (suite.parts().size() > 1) {
            checkFields(registry, options);
        }
        List<Suite.Part> parts = new ArrayList<>();
        for (Suite.Part part : suite.parts()) {
            List<Task> tasks = options.tasks().isEmpty()
                    ? part.tasks()
                    : options.tasks().stream()
                            .flatMap(id -> part.tasks().stream()
                                    .filter(task -> task.id().equals(id)))
                            .toList();
            if (!tasks.isEmpty()) {
                parts.add(part(registry, part, tasks, options));
            }
        }
        return new Suite(suite.name(), suite.description(), parts);
    }

    private static void checkTasks(RunOptions options) {
        List<Task> all = options.suite().tasks();
        Set<String> known = new HashSet<>();
        for (Task task : all) {
            if (!known.add(task.id())) {
                throw new LabException("the suite '" + options.suite().name() + "' has two tasks with the id '"
                        + task.id() + "'; each task needs an id of its own");
            }
        }
        // The selection has the words for an id that no task has.
        options.tasks().stream()
                .filter(id -> !known.contains(id))
                .findFirst()
                .ifPresent(id -> TaskSelection.byId(id, all));
        if (all.isEmpty()) {
            throw new LabException("the suite '" + options.suite().name() + "' has no task");
        }
    }

    private static Suite.Part part(Registry registry, Suite.Part part, List<Task> tasks, RunOptions options) {
        String agent = options.agent().orElse(part.agent());
        String model = options.model().orElse(part.model());
        if (!registry.find(AgentProvider.class, agent).usesModel()) {
            model = ModelFactory.NONE;
        }
        if (model.isEmpty()) {
            throw new LabException("the part '" + part.name() + "' of the suite '"
                    + options.suite().name() + "' names no model; name one with --model, such as openai:MODEL");
        }
        Map<String, String> settings = new LinkedHashMap<>(settingsFor(registry, agent, part));
        settings.putAll(options.settings());
        RolloutLimits limits = part.limits();
        return part.toBuilder()
                .agent(agent)
                .model(model)
                .settings(settings)
                .reward(reward(registry, part, tasks, options))
                .limits(
                        options.maxSteps() > 0
                                ? new RolloutLimits(options.maxSteps(), limits.tokens(), limits.usd(), limits.time())
                                : limits)
                .tasks(tasks)
                .build();
    }

    /**
     * Gives the options of an environment with the folder of the run in the place of <code>{run}</code>. The suite keeps the word and not
     * the path, so that a run can be continued after its folder was moved.
     */
    public static Map<String, String> placed(Path folder, Map<String, String> options) {
        Map<String, String> placed = new LinkedHashMap<>(options);
        placed.replaceAll((name, value) ->
                value.replace("{run}", folder.toAbsolutePath().normalize().toString()));
        return placed;
    }

    /** Returns the rewards of a part: the first decides. */
    public static List<RewardEntry> rewards(Registry registry, Suite.Part part) {
        List<RewardEntry> rewards = registry.rewards(List.of(part.reward()));
        if (rewards.stream().map(RewardEntry::label).distinct().count() < rewards.size()) {
            throw new LabException("a reward is named twice: " + part.reward());
        }
        return rewards;
    }

    /** Returns the part's rewards by name, or those that the user put in their place, with the fields where the tasks have them. */
    private static String reward(Registry registry, Suite.Part part, List<Task> tasks, RunOptions options) {
        List<RewardEntry> chosen =
                registry.rewards(options.rewards().isEmpty() ? List.of(part.reward()) : options.rewards());
        Map<String, String> fields = new LinkedHashMap<>(options.fields());
        if (options.suite().parts().size() > 1) {
            // Parts have their own fields; that some part has each of them was checked.
            fields.entrySet().removeIf(field -> !fits(registry, chosen, tasks, field));
        }
        List<RewardEntry> mapped = registry.mapped(chosen, fields);
        fields.values().forEach(source -> checkField(source, part, tasks));
        return String.join(",", mapped.stream().map(RewardEntry::name).toList());
    }

    private static boolean fits(
            Registry registry, List<RewardEntry> rewards, List<Task> tasks, Map.Entry<String, String> field) {
        try {
            registry.mapped(rewards, Map.of(field.getKey(), field.getValue()));
            return has(tasks, field.getValue());
        } catch (GuerdonException notRead) {
            return false;
        }
    }

    private static boolean has(List<Task> tasks, String field) {
        return tasks.stream().anyMatch(task -> task.fields().containsKey(field));
    }

    private static void checkField(String source, Suite.Part part, List<Task> tasks) {
        if (!has(tasks, source)) {
            Set<String> known = new TreeSet<>();
            tasks.forEach(task -> known.addAll(task.fields().keySet()));
            throw new LabException("no task of the part '" + part.name() + "' has the field '" + source + "'"
                    + (known.isEmpty() ? "; they have none" : ", only " + String.join(", ", known))
                    + NameRules.didYouMean(source, known));
        }
    }

    /** Refuses a field that no part of a suite of several has and reads. */
    private static void checkFields(Registry registry, RunOptions options) {
        for (Map.Entry<String, String> field : options.fields().entrySet()) {
            boolean somewhere = options.suite().parts().stream()
                    .anyMatch(part -> fits(
                            registry,
                            registry.rewards(options.rewards().isEmpty() ? List.of(part.reward()) : options.rewards()),
                            part.tasks(),
                            field));
            if (!somewhere) {
                throw new LabException(
                        "no part of the suite '" + options.suite().name() + "' has tasks with the field '"
                                + field.getValue() + "' and a reward that reads '" + field.getKey() + "'");
            }
        }
    }

    /** Returns the suite's settings; where the user chose another agent, only those that it has. */
    private static Map<String, String> settingsFor(Registry registry, String agent, Suite.Part part) {
        if (agent.equalsIgnoreCase(part.agent())) {
            return part.settings();
        }
        Map<String, String> known = new LinkedHashMap<>();
        registry.find(AgentProvider.class, agent).settings().stream()
                .map(AgentProvider.Setting::name)
                .filter(part.settings()::containsKey)
                .forEach(name -> known.put(name, part.settings().getOrDefault(name, "")));
        return known;
    }

    /** Returns the stored suite with settings that are given again, because secrets are not stored. */
    public static Suite withSecrets(Suite suite, Map<String, String> given) {
        List<Suite.Part> parts = new ArrayList<>();
        for (Suite.Part part : suite.parts()) {
            Map<String, String> settings = new LinkedHashMap<>(part.settings());
            settings.replaceAll(
                    (name, value) -> value.contains(SecretFilter.HIDDEN) ? given.getOrDefault(name, value) : value);
            if (given.containsKey(PromptSections.SETTING)) {
                settings.put(PromptSections.SETTING, given.getOrDefault(PromptSections.SETTING, ""));
            }
            settings.forEach((name, value) -> {
                // Three stars are usual in the text of a prompt; whether something is missing from it, its digest
                // tells.
                if (value.contains(SecretFilter.HIDDEN) && !name.equals(PromptSections.SETTING)) {
                    throw new LabException("the setting '" + name
                            + "' was not stored, because it looks like a secret; give it again with --set " + name
                            + "=...");
                }
            });
            if (part.model().contains(SecretFilter.HIDDEN)) {
                throw new LabException("the model " + part.model() + " had a secret in its name, which was not stored;"
                        + " the run cannot be continued");
            }
            parts.add(part.withSettings(settings));
        }
        return new Suite(suite.name(), suite.description(), parts);
    }
}
