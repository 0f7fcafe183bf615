package dev.guerdon.benchmarks;

import dev.guerdon.core.Registry;
import dev.guerdon.lab.RunStore;
import dev.guerdon.server.GuerdonServer;
import dev.guerdon.viewer.Viewer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.locks.LockSupport;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Serves the runs of a folder and asks for every kind of page; prints the time and CPU time of each, and the memory in use at the end. */
final class PageTimes implements AutoCloseable {

    private static final String READING = "are being read";

    private final GuerdonServer server;
    private final HttpClient client = HttpClient.newHttpClient();
    private final String run;

    private PageTimes(Path folder) {
        RunStore store = new RunStore(folder);
        this.run = store.outlines().getFirst().name();
        this.server = GuerdonServer.start(
                Viewer.over(store, Registry.discover(), new Viewer.Settings("", true)), "127.0.0.1", 0, null);
    }

    /** The folder of the runs is the argument. */
    public static void main(String[] arguments) throws Exception {
        Locale.setDefault(Locale.ROOT);
        Logger.getLogger("io.helidon").setLevel(Level.WARNING);
        try (PageTimes times = new PageTimes(Path.of(arguments[0]))) {
            System.out.printf("%-66s %9s %9s %9s %9s%n", "", "first", "its CPU", "then", "its CPU");
            times.measure();
        }
    }

    private void measure() throws Exception {
        String page = "/runs/" + run;
        time("the list of runs", "/", 3);
        time("a run before its episodes are read", page, 0);
        long start = System.nanoTime();
        long cpu = BenchmarkClock.processCpuNanos();
        while (get(page).contains(READING)) {
            LockSupport.parkNanos(20_000_000);
        }
        System.out.printf(
                "%-66s %6.0f ms %6.0f ms%n",
                "until they are read",
                (System.nanoTime() - start) / 1e6,
                (BenchmarkClock.processCpuNanos() - cpu) / 1e6);
        time("a run", page, 5);
        for (String filter : List.of(
                "reward < 0.5 and steps > 10",
                "task ~ \"99\" and (finish = max_turns or cost missing)",
                "error ~ \"http\" or grade = \"half right\" and duration > 2s")) {
            time(filter, page + "?filter=" + URLEncoder.encode(filter, StandardCharsets.UTF_8), 3);
        }
        for (String sort : List.of("-reward,task", "task", "duration", "-cost", "seed", "grade,-started")) {
            time("sorted by " + sort, page + "?sort=" + sort, 3);
        }
        time(
                "100 rows further down, as scrolling asks for them",
                page + "/rows?sort=-reward,task&offset=50000&limit=100",
                3);
        time("an episode", page + "/episode?task=task-99&repeat=1", 3);
        time("the diagnosis", page + "/diagnosis", 3);
        for (String format : List.of("csv", "parquet")) {
            time("export of all episodes as " + format, page + "/export?format=" + format, 1);
        }
        memory();
    }

    private String get(String path) throws IOException, InterruptedException {
        HttpResponse<InputStream> response = client.send(
                HttpRequest.newBuilder(URI.create(server.url() + path)).build(),
                HttpResponse.BodyHandlers.ofInputStream());
        try (InputStream body = response.body()) {
            if (response.statusCode() != 200) {
                throw new IllegalStateException(path + " was answered with " + response.statusCode() + ": "
                        + new String(body.readNBytes(2000), StandardCharsets.UTF_8));
            }
            // Of an export only the beginning is held.
            String head = new String(body.readNBytes(1 << 20), StandardCharsets.UTF_8);
            body.transferTo(OutputStream.nullOutputStream());
            return head;
        }
    }

    /** The first time, and the best of some more. */
    private void time(String what, String path, int more) throws Exception {
        double[] first = once(path);
        double[] best = {Double.NaN, Double.NaN};
        for (int i = 0; i < more; i++) {
            double[] next = once(path);
            best = best[0] <= next[0] ? best : next;
        }
        System.out.printf(
                "%-66s %6.0f ms %6.0f ms %s%n",
                what, first[0], first[1], more == 0 ? "" : "%6.0f ms %6.0f ms".formatted(best[0], best[1]));
    }

    /** Returns the milliseconds, and those of the CPU, of server and client together. */
    private double[] once(String path) throws Exception {
        long start = System.nanoTime();
        long cpu = BenchmarkClock.processCpuNanos();
        get(path);
        return new double[] {(System.nanoTime() - start) / 1e6, (BenchmarkClock.processCpuNanos() - cpu) / 1e6};
    }

    private static void memory() {
        System.gc();
        System.out.printf(
                "%.0f MB of %.0f MB of heap are in use; collections took %.1f s%n",
                ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() / 1e6,
                Runtime.getRuntime().maxMemory() / 1e6,
                ManagementFactory.getGarbageCollectorMXBeans().stream()
                                .mapToLong(GarbageCollectorMXBean::getCollectionTime)
                                .sum()
                        / 1e3);
    }

    @Override
    public void close() {
        server.close();
    }
}
