package dev.guerdon.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import dev.guerdon.base.FolderTree;
import dev.guerdon.core.Registry;
import dev.guerdon.lab.RunStore;
import dev.guerdon.viewer.data.RunData;
import dev.guerdon.viewer.export.Export;
import dev.guerdon.viewer.export.ExportFormat;
import dev.guerdon.viewer.index.EpisodeIndex;
import dev.guerdon.viewer.table.EpisodeTable;
import dev.guerdon.viewer.table.Groups;
import dev.guerdon.viewer.table.Histogram;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;

/** What the data behind the viewer's pages costs, in a process with the memory that {@code guerdon view} has. */
public final class ViewBenchmark implements Benchmark {

    private static final String MEMORY = "-Xmx256m";

    @Override
    public String name() {
        return "view";
    }

    @Override
    public String description() {
        return "Time and memory of the viewer's queries over runs of 200,000 and 1,000,000 episodes. Arguments: other sizes";
    }

    @Override
    public void run(PrintStream out, String[] arguments) throws Exception {
        List<String> sizes = arguments.length == 0 ? List.of("200000", "1000000") : List.of(arguments);
        for (String size : sizes) {
            Path folder = Files.createTempDirectory("guerdon-view");
            try {
                long start = System.nanoTime();
                SyntheticRun.make(new RunStore(folder), Integer.parseInt(size), 1);
                out.printf(
                        "a run of %,d episodes, made in %.1f s; load of the machine %.1f on %d cores%n",
                        Integer.parseInt(size),
                        (System.nanoTime() - start) / 1e9,
                        system().getSystemLoadAverage(),
                        Runtime.getRuntime().availableProcessors());
                out.flush();
                measure(folder, out);
            } finally {
                FolderTree.delete(folder);
            }
        }
    }

    private static void measure(Path folder, PrintStream out) throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        MEMORY,
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        ViewBenchmark.class.getName(),
                        folder.toString())
                .redirectErrorStream(true)
                .start();
        process.getOutputStream().close();
        process.getInputStream().transferTo(out);
        if (process.waitFor() != 0) {
            throw new IllegalStateException("the measuring process failed, with code " + process.exitValue());
        }
    }

    /** The measuring process: the folder of the runs is its argument. */
    public static void main(String[] arguments) throws Exception {
        RunStore store = new RunStore(Path.of(arguments[0]));
        try (RunData data = new RunData(store, Registry.discover(), false)) {
            String run = data.runs().getFirst().name();
            System.out.printf("%-62s %10s %10s %10s %10s%n", "", "first", "its CPU", "then", "its CPU");
            time("the list of runs, with figures", () -> data.runs().stream()
                    .map(data::summary)
                    .mapToInt(summary -> summary.episodes())
                    .sum());
            time("what a run is", () -> data.store().outline(run).maxSteps());
            long start = System.nanoTime();
            boolean ready = data.within(run, Duration.ofMillis(100)).isPresent();
            System.out.printf(
                    "%-62s %8.0f ms%n",
                    "a page before the index is there" + (ready ? " (it was)" : ""), (System.nanoTime() - start) / 1e6);
            long cpu = system().getProcessCpuTime();
            long built = System.nanoTime();
            data.index(run);
            System.out.printf(
                    "%-62s %8.0f ms %24.0f ms of CPU%n",
                    "until the index is there",
                    (System.nanoTime() - built) / 1e6,
                    (system().getProcessCpuTime() - cpu) / 1e6);
            pages(data, run);
            memory(data, run);
        }
    }

    private static void pages(RunData data, String run) throws Exception {
        for (String filter : List.of(
                "",
                "reward < 0.5 and steps > 10",
                "task ~ \"99\" and (finish = max_turns or cost missing)",
                "error ~ \"http\" or grade = \"half right\" and duration > 2s")) {
            String shown = filter.isEmpty() ? "all episodes" : filter;
            page(data, run, filter, "", shown);
        }
        for (String sort : List.of("-reward,task", "task", "duration", "-cost", "seed", "grade,-started")) {
            page(data, run, "", sort, "all, sorted by " + sort);
        }
        page(data, run, "reward < 0.5", "-duration", "reward < 0.5, sorted by -duration");
        time("scroll: 100 rows at a place already sorted", () -> window(data, run, "", "-reward,task", 50_000));
        time("an episode by task and repeat", () -> data.index(run).row("task-12345", 2));
        for (ExportFormat format : ExportFormat.values()) {
            time("export all columns as " + format.ending(), () -> {
                Counting counting = new Counting();
                Export.of(table(data, run, "", ""), List.of()).write(format, counting);
                return (int) counting.bytes;
            });
        }
    }

    private static final class Counting extends OutputStream {
        private long bytes;

        @Override
        public void write(int b) {
            bytes++;
        }

        @Override
        public void write(byte[] some, int from, int length) {
            bytes += length;
        }
    }

    private static EpisodeTable table(RunData data, String run, String filter, String sort) {
        return data.table(data.index(run), filter, sort);
    }

    /** What a page of a run shows: a hundred rows, three histograms, two lists of groups. Nothing is remembered from the last time. */
    private static void page(RunData data, String run, String filter, String sort, String what) throws Exception {
        int[] round = {0};
        time(what, () -> {
            String fresh = filter + " ".repeat(1 + round[0]++); // another text, so that it is not remembered
            EpisodeTable table = table(data, run, fresh, sort);
            int sum = window(data, run, fresh, sort, 0);
            for (String column : List.of("reward", "cost", "duration")) {
                sum += Histogram.of(table, column).highest();
            }
            for (String column : List.of("unscored", "error")) {
                sum += Groups.of(table, column, 10).all();
            }
            return sum;
        });
    }

    private static int window(RunData data, String run, String filter, String sort, int offset) {
        EpisodeTable table = table(data, run, filter, sort);
        EpisodeIndex index = table.index();
        int sum = 0;
        for (int row : table.window(offset, 100)) {
            for (var column : index.columns()) {
                sum += String.valueOf(column.value(row)).length();
            }
        }
        return sum;
    }

    private static void time(String what, Callable<Integer> work) throws Exception {
        double[] seconds = new double[4];
        double[] cpu = new double[4];
        for (int i = 0; i < seconds.length; i++) {
            long start = System.nanoTime();
            long before = system().getProcessCpuTime();
            Measure.lastChecksum = work.call();
            cpu[i] = (system().getProcessCpuTime() - before) / 1e6;
            seconds[i] = (System.nanoTime() - start) / 1e6;
        }
        System.out.printf(
                "%-62s %7.0f ms %7.0f ms %7.0f ms %7.0f ms%n",
                what,
                seconds[0],
                cpu[0],
                Math.min(seconds[1], Math.min(seconds[2], seconds[3])),
                Math.min(cpu[1], Math.min(cpu[2], cpu[3])));
    }

    private static OperatingSystemMXBean system() {
        return (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    }

    private static void memory(RunData data, String run) {
        System.gc();
        long used = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
        System.out.printf(
                "the index takes %.1f MB; %.0f MB of the heap of 256 MB are in use; collections took %.1f s%n",
                data.index(run).memory() / 1e6,
                used / 1e6,
                ManagementFactory.getGarbageCollectorMXBeans().stream()
                                .mapToLong(each -> each.getCollectionTime())
                                .sum()
                        / 1e3);
    }
}
