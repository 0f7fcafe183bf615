package dev.guerdon.scienceworld;

import dev.guerdon.api.Environment;
import dev.guerdon.api.EnvironmentProvider;
import dev.guerdon.api.Task;
import dev.guerdon.scienceworld.LaboratoryEpisode.TaskNames;
import dev.guerdon.scienceworld.simulator.LaboratorySimulator;
import dev.guerdon.scienceworld.simulator.LaboratorySimulator.Simulators;
import dev.guerdon.scienceworld.simulator.ScienceworldException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Common part of the two kinds of laboratory as environments: tasks, variations, splits. */
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

    /** Returns where simulators come from under these options. */
    abstract Simulators simulators(Map<String, String> options);

    @Override
    public Environment open(Map<String, String> options) {
        return new ScienceworldEnvironment(
                simulators(options),
                ScienceworldEnvironment.Queries.of(options.getOrDefault(QUERIES.name(), "wrapper")),
                EnvironmentProvider.compat(options)
                        ? ScienceworldEnvironment.AfterEnd.PLAY
                        : ScienceworldEnvironment.AfterEnd.REFUSE);
    }

    @Override
    public Task task(Map<String, String> options) {
        return with(simulators(options), simulator -> {
            String name = TaskNames.normalise(options.getOrDefault(TASK.name(), defaultTask()));
            String labels = options.getOrDefault(LaboratoryEpisode.SIMPLIFICATIONS, "");
            new LaboratoryEpisode(name, 0, labels).check(simulator);
            Split split = Split.of(options.getOrDefault(SPLIT.name(), "all"));
            int count = simulator.variations(name);
            int variation = options.containsKey(VARIATION.name())
                    ? number(options.get(VARIATION.name()))
                    : split.variations(count).findFirst().orElse(0);
            LaboratoryEpisode episode = new LaboratoryEpisode(name, variation, labels);
            episode.check(simulator);
            if (split.variations(count).noneMatch(one -> one == variation)) {
                throw new ScienceworldException("variation " + variation + " of the task '" + name
                        + "' is not in the split '" + split.word() + "'");
            }
            return described(simulator, episode);
        });
    }

    /**
     * Draws the task, where no option names it, and the variation, if none does: seeds go through the tasks, and then on in the
     * variations.
     */
    @Override
    public Task task(Map<String, String> options, long seed) {
        Map<String, String> drawn = new LinkedHashMap<>(options);
        Simulators simulators = simulators(options);
        LaboratorySimulator simulator = simulators.take();
        try {
            String variation = options.get(VARIATION.name());
            int least = variation == null ? 0 : number(variation);
            String named = options.getOrDefault(TASK.name(), "");
            List<String> names = named.isEmpty()
                    ? simulator.taskNames().stream()
                            .filter(name -> least < simulator.variations(name))
                            .toList()
                    : Arrays.stream(named.split(",")).map(TaskNames::normalise).toList();
            if (names.isEmpty()) {
                throw new ScienceworldException("no task has the variation " + least);
            }
            String name = names.get(Math.floorMod(seed, names.size()));
            drawn.put(TASK.name(), name);
            if (variation == null) {
                new LaboratoryEpisode(name, 0, "").check(simulator);
                int[] variations = Split.of(options.getOrDefault(SPLIT.name(), "all"))
                        .variations(simulator.variations(name))
                        .toArray();
                if (variations.length > 0) {
                    int turn = Math.floorMod(Math.floorDiv(seed, names.size()), variations.length);
                    drawn.put(VARIATION.name(), Integer.toString(variations[turn]));
                }
            }
        } finally {
            simulators.giveBack(simulator);
        }
        return task(drawn);
    }

    /** Returns the task of {@code env play} without options. */
    String defaultTask() {
        return "boil";
    }

    /**
     * Returns the variations of a split, task by task; without a split, the first variation of every task.
     *
     * <p>The option {@code task} limits them to some tasks, separated with commas.
     */
    @Override
    public Stream<Task> tasks(String split, Map<String, String> options) {
        Simulators simulators = simulators(options);
        String labels = options.getOrDefault(LaboratoryEpisode.SIMPLIFICATIONS, "");
        String wanted = options.getOrDefault(TASK.name(), "");
        String splitWord = split.isEmpty() ? options.getOrDefault(SPLIT.name(), "") : split;
        List<LaboratoryEpisode> episodes = with(simulators, simulator -> {
            List<String> names = wanted.isEmpty()
                    ? simulator.taskNames()
                    : Arrays.stream(wanted.split(",")).map(TaskNames::normalise).toList();
            names.forEach(name -> new LaboratoryEpisode(name, 0, labels).check(simulator));
            return names.stream()
                    .flatMap(name -> chosen(splitWord, options, simulator.variations(name))
                            .mapToObj(variation -> new LaboratoryEpisode(name, variation, labels)))
                    .toList();
        });
        return episodes.stream().map(episode -> with(simulators, simulator -> described(simulator, episode)));
    }

    private static IntStream chosen(String split, Map<String, String> options, int count) {
        if (options.containsKey(VARIATION.name())) {
            int only = number(options.get(VARIATION.name()));
            return IntStream.of(only).filter(variation -> variation >= 0 && variation < count);
        }
        return split.isEmpty() ? IntStream.of(0) : Split.of(split).variations(count);
    }

    private static <T> T with(Simulators simulators, Function<LaboratorySimulator, T> work) {
        LaboratorySimulator simulator = simulators.take();
        try {
            return work.apply(simulator);
        } finally {
            simulators.giveBack(simulator);
        }
    }

    private Task described(LaboratorySimulator simulator, LaboratoryEpisode episode) {
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

    /** The published division of a task's variations: half to train, a quarter to develop, the rest to test. */
    enum Split {
        TRAIN,
        DEV,
        TEST,
        ALL;

        static Split of(String word) {
            return Arrays.stream(values())
                    .filter(split -> split.word().equals(word))
                    .findFirst()
                    .orElseThrow(() -> new ScienceworldException(
                            "unknown split '" + word + "'; there are: train, dev, test, all"));
        }

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** Returns the variations of this split, in order. */
        IntStream variations(int count) {
            if (this == ALL) {
                return IntStream.range(0, count);
            }
            if (count < 4) {
                return tooFewForQuarters(count);
            }
            int quarter = count / 4;
            return switch (this) {
                case TRAIN -> IntStream.range(0, 2 * quarter);
                case DEV -> IntStream.range(2 * quarter, 3 * quarter);
                default -> IntStream.range(3 * quarter, count);
            };
        }

        private IntStream tooFewForQuarters(int count) {
            return switch (this) {
                case TRAIN -> IntStream.range(0, Math.min(count, 1));
                case DEV -> count == 3 ? IntStream.of(1) : IntStream.empty();
                default -> count == 0 ? IntStream.empty() : IntStream.of(count - 1);
            };
        }
    }
}
