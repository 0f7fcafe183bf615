package dev.guerdon.benchmarks;

import dev.guerdon.base.FolderTree;
import dev.guerdon.lab.RunStore;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What commands on runs cost while the runs grow. They run through the launcher, as a user starts them, with the memory that it gives
 * them. An argument such as {@code 1000,200000} names other sizes.
 */
public final class SizeBenchmark implements Benchmark {

    private static final String SIZES = "1000,10000,200000,1000000";

    @Override
    public String name() {
        return "size";
    }

    @Override
    public String description() {
        return "Seconds to list, show, filter, compare, report and export runs of 1,000 to 1,000,000 episodes, through the launcher";
    }

    @Override
    public void run(PrintStream out, String[] arguments) throws Exception {
        String sizes = arguments.length > 0 ? arguments[0] : SIZES;
        seconds(List.of("./guerdon", "--version")); // builds, where that is still to do
        out.printf(
                "%12s %8s %8s %8s %8s %8s %8s%n",
                "episodes", "list", "show one", "filter", "compare", "report", "export");
        for (String size : sizes.split(",", -1)) {
            int episodes = Integer.parseInt(size.strip());
            Path folder = Files.createTempDirectory("guerdon-size");
            try {
                RunStore store = new RunStore(folder);
                String base = RunsBenchmark.make(store, episodes, 0);
                String candidate = RunsBenchmark.make(store, episodes, 3);
                out.printf(
                        "%,12d %8.2f %8.2f %8.2f %8.2f %8.2f %8.2f%n",
                        episodes,
                        best(folder, "runs"),
                        best(folder, "show", base, "task-" + episodes / 2),
                        best(folder, "show", base, "--domain", "d3", "--below", "0.05"),
                        best(folder, "compare", base, candidate),
                        best(
                                folder,
                                "report",
                                base,
                                candidate,
                                "--out",
                                folder.resolve("report.html").toString()),
                        best(
                                folder,
                                "export",
                                base,
                                "--out",
                                folder.resolve("run.parquet").toString()));
            } finally {
                FolderTree.delete(folder);
            }
        }
    }

    /** The best of three, which a busy machine changes least. */
    private static double best(Path folder, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("./guerdon"));
        command.addAll(Arrays.asList(arguments));
        command.addAll(List.of("--runs", folder.toString()));
        double best = Double.POSITIVE_INFINITY;
        for (int i = 0; i < 3; i++) {
            best = Math.min(best, seconds(command));
        }
        return best;
    }

    private static double seconds(List<String> command) throws IOException, InterruptedException {
        long start = System.nanoTime();
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        if (process.waitFor() > 1) {
            throw new IOException(String.join(" ", command) + " failed with exit code " + process.exitValue());
        }
        return (System.nanoTime() - start) / 1e9;
    }
}
