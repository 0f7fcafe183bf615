package dev.guerdon.benchmarks;

import dev.guerdon.core.base.FolderTree;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Measures {@code --on local[N]} beside the plain commands. */
record OnSpark(PrintStream out, Map<String, String> options) {

    private static final List<String> OPTIONS =
            List.of("--records", "--bytes", "--rounds", "--piece-size", "--episodes", "--launcher");

    /**
     * Measures, and prints what came out.
     *
     * @throws IllegalArgumentException where an argument is not understood, with a sentence for the user
     */
    static void run(PrintStream out, String... arguments) throws IOException, InterruptedException {
        Map<String, String> options = new LinkedHashMap<>(Map.of(
                "--records", "100000,1000000",
                "--bytes", "1000",
                "--rounds", "2",
                "--episodes", "2000",
                "--launcher", "./guerdon"));
        for (int i = 0; i < arguments.length; i += 2) {
            if (!OPTIONS.contains(arguments[i]) || i + 1 == arguments.length) {
                throw new IllegalArgumentException("expected one of " + String.join(", ", OPTIONS)
                        + " with a value, found '" + arguments[i] + "'");
            }
            options.put(arguments[i], arguments[i + 1]);
        }
        new OnSpark(out, options).measure();
    }

    private void measure() throws IOException, InterruptedException {
        LaunchedCommand.well(command("--version")); // builds, where that is still to do
        out.printf("%d cores; other programs take %.1f of them at the start%n", cores(), load());
        Path folder = Files.createTempDirectory("guerdon-on-spark");
        try {
            prepare(folder);
            for (long bytes : numbers("--bytes")) {
                for (long records : numbers("--records")) {
                    score(folder, records, (int) bytes);
                }
            }
            for (long episodes : numbers("--episodes")) {
                if (episodes > 0) {
                    episodes(folder, episodes);
                }
            }
        } finally {
            FolderTree.delete(folder);
        }
    }

    /** The first use of a command may make archives of classes. */
    private void prepare(Path folder) throws IOException, InterruptedException {
        Path file = folder.resolve("few.jsonl");
        SampleFile.write(file, 10, 1000);
        String few = file.toString();
        String target = folder.resolve("few").toString();
        LaunchedCommand.well(
                command("score", "--reward", "qa_f1_reward", "--in", few, "--out", target + "1", "--quiet"));
        LaunchedCommand.well(command(
                "score",
                "--reward",
                "qa_f1_reward",
                "--in",
                few,
                "--out",
                target + "2",
                "--quiet",
                "--on",
                "local[1]"));
    }

    private void score(Path folder, long records, int bytes) throws IOException, InterruptedException {
        Path file = folder.resolve("in.jsonl");
        long size = SampleFile.write(file, records, bytes);
        out.printf("%nscore: %,d records, %,d MB (%,d bytes each)%n", records, size >> 20, size / records);
        Map<String, List<String>> ways = new LinkedHashMap<>();
        for (int n = 1; n <= 2; n++) {
            ways.put("--threads " + n, List.of("--threads", "" + n));
        }
        for (int n = 1; n <= 2; n++) {
            List<String> on = new ArrayList<>(List.of("--on", "local[" + n + "]"));
            if (options.containsKey("--piece-size")) {
                on.addAll(List.of("--piece-size", options.getOrDefault("--piece-size", "")));
            }
            ways.put("--on local[" + n + "]", on);
        }
        Map<String, LaunchedCommand> best = best(ways, folder, (way, target) -> {
            List<String> command =
                    command("score", "--reward", "qa_f1_reward", "--in", file.toString(), "--out", target.toString());
            command.addAll(way);
            command.add("--quiet");
            return command;
        });
        table(best, records, "records");
        ratio("speed of local[2] against 2 threads", best, "--on local[2]", "--threads 2");
        ratio("speed of 2 threads against 1", best, "--threads 2", "--threads 1");
        ratio("speed of local[2] against local[1]", best, "--on local[2]", "--on local[1]");
        Files.delete(file);
    }

    private void episodes(Path folder, long episodes) throws IOException, InterruptedException {
        out.printf("%nrun: %,d episodes of the bundled shop, 2 at once%n", episodes);
        Map<String, List<String>> ways = new LinkedHashMap<>();
        ways.put("--parallel 2", List.of("--parallel", "2"));
        ways.put("--on local[2]", List.of("--on", "local[2]"));
        Map<String, LaunchedCommand> best = best(ways, folder, (way, target) -> {
            List<String> command = command(
                    "run", "webshop", "--limit", "10", "--repeat", "" + episodes / 10, "--runs", target.toString());
            command.addAll(way);
            command.add("--quiet");
            return command;
        });
        table(best, episodes / 10 * 10, "episodes");
        ratio("speed of local[2] against --parallel 2", best, "--on local[2]", "--parallel 2");
    }

    private interface Way {
        List<String> command(List<String> way, Path target);
    }

    /** Returns the fastest of some rounds in which the ways take turns, so that a noisy machine is as noisy for each. */
    private Map<String, LaunchedCommand> best(Map<String, List<String>> ways, Path folder, Way command)
            throws IOException, InterruptedException {
        Map<String, LaunchedCommand> best = new LinkedHashMap<>();
        for (int round = 0; round < numbers("--rounds").getFirst(); round++) {
            for (Map.Entry<String, List<String>> way : ways.entrySet()) {
                Path target = folder.resolve("out");
                LaunchedCommand launched = LaunchedCommand.well(command.command(way.getValue(), target));
                out.printf(
                        "  round %d, %s: %.2f s, CPU %.2f s%n",
                        round + 1, way.getKey(), launched.seconds(), launched.cpuSeconds());
                best.merge(way.getKey(), launched, (one, other) -> one.seconds() <= other.seconds() ? one : other);
                if (Files.isDirectory(target)) {
                    FolderTree.delete(target);
                } else {
                    Files.deleteIfExists(target);
                }
            }
        }
        return best;
    }

    private void table(Map<String, LaunchedCommand> best, long count, String what) {
        out.printf(
                "  %-16s %9s %9s %10s %14s %18s%n", "", "seconds", "CPU s", "memory MB", what + "/s", what + "/CPU s");
        best.forEach((way, one) -> out.printf(
                "  %-16s %9.2f %9.2f %10d %,14.0f %,18.0f%n",
                way,
                one.seconds(),
                one.cpuSeconds(),
                one.peakBytes() >> 20,
                count / one.seconds(),
                count / one.cpuSeconds()));
    }

    private void ratio(String what, Map<String, LaunchedCommand> best, String one, String other) {
        LaunchedCommand first = best.get(one);
        LaunchedCommand second = best.get(other);
        if (first != null && second != null) {
            out.printf(
                    "  %s: %.2f by the clock, %.2f by CPU time%n",
                    what, second.seconds() / first.seconds(), second.cpuSeconds() / first.cpuSeconds());
        }
    }

    private List<String> command(String... arguments) {
        List<String> command = new ArrayList<>(List.of(options.getOrDefault("--launcher", "./guerdon")));
        command.addAll(List.of(arguments));
        return command;
    }

    private List<Long> numbers(String option) {
        List<Long> numbers = new ArrayList<>();
        for (String part : options.getOrDefault(option, "").split(",", -1)) {
            try {
                numbers.add((long) Double.parseDouble(part.strip()));
            } catch (NumberFormatException e) {
                throw new IllegalArgumentException(
                        "expected numbers for " + option + ", such as 1e5,1e6, found '" + part + "'", e);
            }
        }
        return numbers;
    }

    private static int cores() {
        return Runtime.getRuntime().availableProcessors();
    }

    private static double load() {
        return Math.max(0, ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
    }
}
