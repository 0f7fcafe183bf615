package dev.guerdon.benchmarks;

import dev.guerdon.api.Environment;
import dev.guerdon.api.Step;
import dev.guerdon.api.Task;
import dev.guerdon.core.base.FolderTree;
import dev.guerdon.webshop.ShopWorld;
import dev.guerdon.webshop.WebshopEnvironment;
import dev.guerdon.webshop.catalogue.ShopOptions;
import java.io.BufferedReader;
import java.io.PrintStream;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * WebShop at the size of the official data: time, heap and disk of the index, and how long a search, a reset and a click take.
 *
 * <p>The products are the official 1,000 over and over with other words, unless the folder that is named has the official file. The index is
 * built and opened again through the launcher, as users do it; latencies are measured in this process.
 */
final class WebshopFullBenchmark {

    private static final int SEARCHES = 2_000;
    private static final int WARM_UP = 200;

    static void run(PrintStream out, String[] arguments) throws Exception {
        int products = arguments.length > 0 ? Integer.parseInt(arguments[0]) : ScaledCatalogue.OFFICIAL_SIZE;
        boolean kept = arguments.length > 1;
        Path folder = kept ? Path.of(arguments[1]) : Files.createTempDirectory("guerdon-webshop-full");
        try {
            Path items = folder.resolve("items_shuffle.json");
            if (!Files.exists(items)) {
                long start = System.nanoTime();
                new ScaledCatalogue(7, products).writeTo(folder);
                out.printf("made %,d products in %.0f s%n", products, BenchmarkClock.since(start));
            }
            out.printf("items_shuffle.json has %,d MB%n", Files.size(items) >> 20);
            Path index = folder.resolve("index");
            if (Files.isExecutable(Path.of("guerdon"))) {
                BenchmarkClock.seconds(0, List.of("./guerdon", "--version")); // builds, where that is still to do
                FolderTree.delete(index);
                launched(out, "index built and first page shown", folder, index);
                launched(out, "started again with the index there", folder, index);
            } else {
                out.println("there is no ./guerdon here: the index is built in this process");
            }
            inProcess(out, folder, index);
        } finally {
            if (!kept) {
                FolderTree.delete(folder);
            }
        }
    }

    /** Starts the shop as a user does, sees its first page, searches once, and ends it. */
    private static void launched(PrintStream out, String what, Path folder, Path index) throws Exception {
        long start = System.nanoTime();
        Process process = new ProcessBuilder(
                        "./guerdon",
                        "env",
                        "play",
                        "webshop",
                        "--json",
                        "--products=all",
                        "--data=" + folder,
                        "--index=" + index)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader answers = process.inputReader();
                Writer actions = process.outputWriter()) {
            if (answers.readLine() == null) {
                throw new IllegalStateException("the shop did not start: exit " + process.waitFor());
            }
            double first = BenchmarkClock.since(start);
            start = System.nanoTime();
            actions.write("search[a gift that is neither large nor small]\n");
            actions.flush();
            answers.readLine();
            out.printf(
                    "launcher: %s in %.1f s, its first search took %.0f ms; %s%n",
                    what, first, BenchmarkClock.since(start) * 1000, peak(process.pid()));
        } finally {
            process.destroy();
            process.waitFor(20, TimeUnit.SECONDS);
        }
    }

    /** Returns the most memory that a process had, where the system tells. */
    private static String peak(long process) {
        long kibibytes = BenchmarkClock.kibibytes(process, "status", "VmHWM");
        return kibibytes == 0
                ? "peak memory unknown"
                : "peak memory " + kibibytes / 1024 + " MB (heap, code and mapped index)";
    }

    private static void inProcess(PrintStream out, Path folder, Path index) throws Exception {
        ShopOptions options =
                ShopOptions.bundled().withData(folder).withFullSet().withIndex(index);
        boolean build = !Files.exists(index);
        long start = System.nanoTime();
        long cpu = BenchmarkClock.cpuNanos();
        ShopWorld shop = ShopWorld.open(options, (count, bytes, total) -> {});
        out.printf(
                "%s in %.1f s (%.1f s of CPU in this thread), peak heap %,d MB of %,d: %s, %,d goals%n",
                build ? "index built" : "index opened",
                BenchmarkClock.since(start),
                (BenchmarkClock.cpuNanos() - cpu) / 1e9,
                BenchmarkClock.peakHeap() >> 20,
                Runtime.getRuntime().maxMemory() >> 20,
                shop.loaded().summary(),
                shop.goalCount());
        try (Stream<Path> files = Files.list(index)) {
            out.printf(
                    "index on disk: %,d MB%n",
                    files.mapToLong(WebshopFullBenchmark::size).sum() >> 20);
        }
        out.printf("heap that the open shop holds: %,d MB%n", BenchmarkClock.usedHeap() >> 20);
        latencies(out, shop);
    }

    private static long size(Path file) {
        return file.toFile().length();
    }

    private static void latencies(PrintStream out, ShopWorld shop) {
        String[] names = {"reset", "search", "next page", "open a product", "buy"};
        double[][] times = new double[names.length][SEARCHES];
        double reward = 0;
        for (int i = -WARM_UP; i < SEARCHES; i++) {
            Environment environment = WebshopEnvironment.of(shop);
            int goal = Math.floorMod(i * 7919, shop.goalCount());
            Task task = Task.of("t", "", Map.of("session", goal));
            double[] one = new double[names.length];
            one[0] = timed(() -> environment.reset(task));
            String search = environment.actions().getFirst();
            one[1] = timed(() -> environment.step(search));
            one[2] = timed(() -> environment.step("click[next >]"));
            environment.step("click[< prev]");
            List<String> results = environment.actions();
            one[3] = timed(() -> environment.step(results.get(Math.min(2, results.size() - 1))));
            Step[] bought = new Step[1];
            one[4] = timed(() -> bought[0] = environment.step("click[buy now]"));
            if (i >= 0) {
                reward += bought[0].reward();
                for (int what = 0; what < names.length; what++) {
                    times[what][i] = one[what];
                }
            }
        }
        for (int what = 0; what < names.length; what++) {
            double[] sorted = times[what];
            Arrays.sort(sorted);
            out.printf(
                    "%-14s p50 %.2f ms, p99 %.2f ms, most %.1f ms%n",
                    names[what], sorted[SEARCHES / 2], sorted[SEARCHES * 99 / 100], sorted[SEARCHES - 1]);
        }
        out.printf("mean reward of the first result, bought as it is: %.3f%n", reward / SEARCHES);
    }

    private static double timed(Runnable work) {
        long start = System.nanoTime();
        work.run();
        return BenchmarkClock.since(start) * 1000;
    }
}
