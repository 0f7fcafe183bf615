package dev.guerdon.scienceworld;

import dev.guerdon.api.Environment;
import dev.guerdon.api.EnvironmentProvider;
import dev.guerdon.api.Task;
import dev.guerdon.scienceworld.simulator.AfterEnd;
import dev.guerdon.scienceworld.simulator.Episode;
import dev.guerdon.scienceworld.simulator.Queries;
import dev.guerdon.scienceworld.simulator.ScienceworldException;
import dev.guerdon.scienceworld.simulator.Simulator;
import dev.guerdon.scienceworld.simulator.Simulators;
import dev.guerdon.scienceworld.simulator.Split;
import dev.guerdon.scienceworld.simulator.TaskNames;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** What the two kinds of laboratory have in common as environments: tasks, variations, splits. */
abstract sealed class LaboratoryProvider implements EnvironmentProvider permits ScienceworldProvider, MinilabProvider {

    static final Option TASK = new Option("task", "NAME", "Play the task with this name.");
    static final Option VARIATION =
            new Option("variation", "N", "Play this variation of the task, from 0. Default: 0.");
    static final Option SPLIT =
            new Option("split", "SPLIT", "Use the variations of this split: train, dev, test or all.");
    static final Option QUERIES = new Option(
            "queries",
            "wrapper|none",
            "List the valid actions after each step, as the Python wrapper does, or not (none), which is faster.");

    /** Where simulators come from under these options. */
    abstract Simulators simulators(Map<String, String> options);

    @Override
    public Environment open(Map<String, String> options) {
        return new ScienceworldEnvironment(
                simulators(options),
                Queries.of(options.getOrDefault(QUERIES.name(), "wrapper")),
                EnvironmentProvider.compat(options) ? AfterEnd.PLAY : AfterEnd.REFUSE);
    }

    @Override
    public Task task(Map<String, String> options) {
        Simulators simulators = simulators(options);
        Simulator simulator = simulators.take();
        try {
            String name = TaskNames.normalise(options.getOrDefault(TASK.name(), defaultTask()));
            String labels = options.getOrDefault(Episode.SIMPLIFICATIONS, "");
            new Episode(name, 0, labels).check(simulator);
            Split split = Split.of(options.getOrDefault(SPLIT.name(), "all"));
            int count = simulator.variations(name);
            int variation = options.containsKey(VARIATION.name())
                    ? number(options.get(VARIATION.name()))
                    : split.variations(count).findFirst().orElse(0);
            Episode episode = new Episode(name, variation, labels);
            episode.check(simulator);
            if (split.variations(count).noneMatch(one -> one == variation)) {
                throw new ScienceworldException("variation " + variation + " of the task '" + name
                        + "' is not in the split '" + split.word() + "'");
            }
            return described(simulator, episode);
        } finally {
            simulators.giveBack(simulator);
        }
    }

    /** The task of {@code env play} without options. */
    String defaultTask() {
        return "boil";
    }

    /**
     * The variations of a split, task by task; without a split, the first variation of every task.
     *
     * <p>The option {@code task} limits them to some tasks, separated with commas.
     */
    @Override
    public Stream<Task> tasks(String split, Map<String, String> options) {
        Simulators simulators = simulators(options);
        String labels = options.getOrDefault(Episode.SIMPLIFICATIONS, "");
        String wanted = options.getOrDefault(TASK.name(), "");
        String splitWord = split.isEmpty() ? options.getOrDefault(SPLIT.name(), "") : split;
        List<Episode> episodes;
        Simulator simulator = simulators.take();
        try {
            List<String> names = wanted.isEmpty()
                    ? simulator.taskNames()
                    : Arrays.stream(wanted.split(",")).map(TaskNames::normalise).toList();
            names.forEach(name -> new Episode(name, 0, labels).check(simulator));
            episodes = names.stream()
                    .flatMap(name -> chosen(splitWord, options, simulator.variations(name))
                            .mapToObj(variation -> new Episode(name, variation, labels)))
                    .toList();
        } finally {
            simulators.giveBack(simulator);
        }
        return episodes.stream().map(episode -> describe(simulators, episode));
    }

    private static IntStream chosen(String split, Map<String, String> options, int count) {
        if (options.containsKey(VARIATION.name())) {
            int only = number(options.get(VARIATION.name()));
            return IntStream.of(only).filter(variation -> variation >= 0 && variation < count);
        }
        return split.isEmpty() ? IntStream.of(0) : Split.of(split).variations(count);
    }

    private Task describe(Simulators simulators, Episode episode) {
        Simulator simulator = simulators.take();
        try {
            return described(simulator, episode);
        } finally {
            simulators.giveBack(simulator);
        }
    }

    private Task described(Simulator simulator, Episode episode) {
        simulator.load(episode.task(), episode.variation(), episode.labels());
        String description = simulator.taskDescription().replaceFirst("(?i)^task description:\\s*", "");
        return Task.of(
                episode.id(),
                description + "\n\nAct with the tool " + name()
                        + "_explorer, one action at a time; the action 'look around' shows where you are.",
                episode.fields());
    }

    private static int number(String text) {
        try {
            return Integer.parseInt(text.strip());
        } catch (NumberFormatException e) {
            throw new ScienceworldException("the option 'variation' should be a whole number, found '" + text + "'", e);
        }
    }
}
