package dev.guerdon.benchmarks;

import dev.guerdon.alfworld.AlfworldEnvironment;
import dev.guerdon.alfworld.AlfworldProvider;
import dev.guerdon.api.Json;
import dev.guerdon.api.Step;
import dev.guerdon.api.Task;
import dev.guerdon.core.base.FolderTree;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;

/** Loading, resetting and stepping ALFWorld games, beside the Python reference. */
final class AlfworldBenchmark {

    /** CPU seconds of the reference, where they were recorded. */
    private static final double RECORDED_LOAD = 0.8;

    private static final double RECORDED_RESET = 0.76;
    private static final double RECORDED_STEP = 0.073;

    private static final int WALK = 200;
    private static final Path USUAL_DATA = Path.of("..", "shared", "data", "alfworld", "json_2.1.1");

    private static final AlfworldProvider PROVIDER = new AlfworldProvider();

    static void run(PrintStream out, String[] arguments) throws Exception {
        RecordedReference reference = RecordedReference.calibrate();
        List<Path> files = files(arguments);
        List<Task> tasks = files.isEmpty()
                ? PROVIDER.tasks("", Map.of()).toList()
                : files.stream().map(AlfworldBenchmark::task).toList();
        out.println(tasks.size() + (files.isEmpty() ? " bundled games" : " official games") + "; reference: "
                + reference.explanation());
        out.printf("%-34s %14s %14s %9s%n", "one thread, CPU time", "guerdon", "reference", "ratio");
        if (!files.isEmpty()) {
            row(out, "load a game, ms", 1e3, loads(files), reference.scaledSeconds(RECORDED_LOAD));
        }
        row(out, "reset a loaded game, ms", 1e3, resets(tasks), reference.scaledSeconds(RECORDED_RESET));
        row(out, "step with admissible commands, ms", 1e3, steps(tasks), reference.scaledSeconds(RECORDED_STEP));
        if (!files.isEmpty()) {
            original(out, files);
        }
    }

    /** The original in the same run, two environments at once, if it can be installed. */
    private static void original(PrintStream out, List<Path> files) throws IOException {
        List<String> arguments = new ArrayList<>(List.of("2", "20"));
        files.forEach(file -> arguments.add(file.toAbsolutePath().toString()));
        String prepared = System.getenv("GUERDON_ALFWORLD_PYTHON");
        Optional<Json> cost = PythonOriginal.run(
                "alfworld_original.py",
                prepared == null ? List.of("textworld", "alfworld") : List.of(),
                prepared == null ? "python3" : prepared,
                arguments,
                List.of());
        if (cost.isEmpty()) {
            out.println("the original (pip install textworld alfworld) could not be installed or run here");
            return;
        }
        out.printf(
                "the original in this run, 2 environments, a process each: %.1f steps/s, %.1f per CPU s, reset %.2f"
                        + " CPU s, %.0f MiB each%n",
                cost.get().get("steps_per_second").asDouble(),
                cost.get().get("steps_per_cpu_second").asDouble(),
                cost.get().get("reset_cpu_seconds").asDouble(),
                cost.get().get("mib_per_environment").asDouble());
    }

    private static void row(PrintStream out, String what, double unit, double perSecond, double referenceSeconds) {
        out.printf(
                "%-34s %14.4f %14.1f %8.0fx%n",
                what, unit / perSecond, unit * referenceSeconds, referenceSeconds * perSecond);
    }

    private static List<Path> files(String[] arguments) throws IOException {
        String named = System.getenv("ALFWORLD_DATA");
        Path folder = arguments.length > 0 ? Path.of(arguments[0]) : named != null ? Path.of(named) : USUAL_DATA;
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(path -> path.endsWith("game.tw-pddl"))
                    .sorted()
                    .limit(200)
                    .toList();
        }
    }

    private static Task task(Path game) {
        return Task.of(game.toString(), "", Map.of("game", game.toString()));
    }

    /** Loads per CPU second; copies under new names are not known to the library yet. */
    private static double loads(List<Path> files) throws Exception {
        Path copies = Files.createTempDirectory("guerdon-alfworld-bench");
        try (AlfworldEnvironment environment = PROVIDER.open(Map.of())) {
            int[] round = {0};
            return BenchmarkClock.perCpuSecond(3, 2, () -> {
                Path folder = Files.createDirectory(copies.resolve("" + round[0]++));
                double checksum = 0;
                for (int i = 0; i < files.size(); i++) {
                    Path copy = Files.copy(files.get(i), folder.resolve("game-" + i + ".tw-pddl"));
                    checksum +=
                            environment.reset(task(copy)).observation().text().length();
                }
                return new BenchmarkClock.Done(files.size(), checksum);
            });
        } finally {
            FolderTree.delete(copies);
        }
    }

    private static double resets(List<Task> tasks) throws Exception {
        try (AlfworldEnvironment environment = PROVIDER.open(Map.of())) {
            return BenchmarkClock.perCpuSecond(3, 2, () -> {
                double checksum = 0;
                for (Task task : tasks) {
                    checksum += length(environment.reset(task));
                }
                return new BenchmarkClock.Done(tasks.size(), checksum);
            });
        }
    }

    private static double steps(List<Task> tasks) throws Exception {
        try (AlfworldEnvironment environment = PROVIDER.open(Map.of("max-steps", "0", "compat", "true"))) {
            List<List<String>> walks =
                    tasks.stream().map(task -> walk(environment, task, WALK)).toList();
            int[] next = {0};
            return BenchmarkClock.perCpuSecond(3, 3, () -> {
                int game = next[0]++ % tasks.size();
                double checksum = length(environment.reset(tasks.get(game)));
                for (String command : walks.get(game)) {
                    checksum += length(environment.step(command));
                }
                return new BenchmarkClock.Done(WALK, checksum);
            });
        }
    }

    /** Walks at random over listed commands; one in ten is nonsense. */
    private static List<String> walk(AlfworldEnvironment environment, Task task, int length) {
        environment.reset(task);
        Random random = new Random(task.id().hashCode());
        List<String> walk = new ArrayList<>();
        for (int i = 0; i < length; i++) {
            List<String> commands = environment.actions();
            String command = random.nextInt(10) == 0 ? "sing" : commands.get(random.nextInt(commands.size()));
            environment.step(command);
            walk.add(command);
        }
        return walk;
    }

    private static double length(Step step) {
        return step.observation().text().length()
                + (step.observation().attributes().get("admissible_commands") instanceof List<?> list
                        ? list.size()
                        : 0);
    }
}
