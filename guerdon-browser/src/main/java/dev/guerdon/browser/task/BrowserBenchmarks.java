package dev.guerdon.browser.task;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import dev.guerdon.browser.benchmark.BenchmarkFolder;
import dev.guerdon.cpython.NumpyRandom;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The benchmarks of BrowserGym that Guerdon has tasks for, with the reference's seeds. */
@Internal
public final class BrowserBenchmarks {

    /**
     * The seeds of benchmarks are below this. The reference wrote {@code 2 ^ 32}, which in Python is 34 and not a power; its
     * published results have these seeds.
     */
    public static final int SEEDS = 34;

    private static final int GENERATOR_SEED = 42;
    private static final int MINIWOB_SEEDS = 1_000_000;

    /** How many seeds each task of MiniWoB has in the benchmark. */
    static final int MINIWOB_REPEATS = 5;

    /** Pages of MiniWoB that the reference has no task for: most want the pointer to move while time goes by. */
    private static final Set<String> NOT_IN_MINIWOB = Set.of(
            "miniwob.button-delay",
            "miniwob.chase-circle",
            "miniwob.hover-shape",
            "miniwob.moving-items",
            "miniwob.simon-says");

    /** A task to be run once. */
    public record Entry(String task, int seed, int maxSteps) {}

    private BrowserBenchmarks() {}

    /** AssistantBench: 33 validation and 181 test tasks, 30 steps each. */
    public static List<Entry> assistantBench() {
        List<String> tasks = Stream.concat(
                        IntStream.range(0, AssistantBench.VALIDATION_TASKS)
                                .mapToObj(i -> "assistantbench.validation." + i),
                        IntStream.range(0, AssistantBench.TEST_TASKS).mapToObj(i -> "assistantbench.test." + i))
                .toList();
        return entries(tasks, 1, 30);
    }

    /** MiniWoB: each of the tasks with five seeds, ten steps each. */
    public static List<Entry> miniwob(List<String> tasks) {
        return entries(tasks, MINIWOB_REPEATS, 10);
    }

    /** Two tasks of MiniWoB with two seeds each, to try out whether everything works. */
    public static List<Entry> miniwobTinyTest() {
        return entries(List.of("miniwob.click-dialog", "miniwob.click-checkboxes"), 2, 5);
    }

    private static List<Entry> entries(List<String> tasks, int repeats, int maxSteps) {
        NumpyRandom random = new NumpyRandom(GENERATOR_SEED);
        List<Entry> entries = new ArrayList<>();
        for (String task : tasks) {
            for (int i = 0; i < repeats; i++) {
                entries.add(new Entry(task, random.below(SEEDS), maxSteps));
            }
        }
        return entries;
    }

    /** The seeds of each task of MiniWoB, one for each of its repeats. */
    static Map<String, List<Integer>> miniwobSeeds(List<String> tasks) {
        return seeds(miniwob(tasks));
    }

    /** The seeds of the two tasks to try things out with. */
    static Map<String, List<Integer>> miniwobTinySeeds() {
        return seeds(miniwobTinyTest());
    }

    private static Map<String, List<Integer>> seeds(List<Entry> entries) {
        Map<String, List<Integer>> seeds = new LinkedHashMap<>();
        entries.forEach(entry ->
                seeds.computeIfAbsent(entry.task(), task -> new ArrayList<>()).add(entry.seed()));
        return seeds;
    }

    /** The ids of the benchmark's tasks in MiniWoB's {@code html/miniwob} folder, in alphabetical order. */
    public static List<String> miniwobTasks(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            List<String> tasks = files.map(BenchmarkFolder::taskOf)
                    .filter(name -> !name.isEmpty())
                    .map(name -> "miniwob." + name)
                    .filter(task -> !NOT_IN_MINIWOB.contains(task))
                    .sorted()
                    .toList();
            if (tasks.isEmpty()) {
                throw new GuerdonException(
                        "no task pages (*.html) in " + folder + "; expected MiniWoB's html/miniwob folder");
            }
            return tasks;
        } catch (IOException e) {
            throw new GuerdonException("could not list MiniWoB's tasks in " + folder + ": " + e, e);
        }
    }

    /** What {@code Math.seedrandom} of a MiniWoB page is given for a task's seed. */
    public static int miniwobPageSeed(int taskSeed) {
        return new NumpyRandom(taskSeed).below(MINIWOB_SEEDS);
    }
}
