package dev.guerdon.benchmarks;

import com.sun.net.httpserver.HttpServer;
import dev.guerdon.api.EnvironmentProvider.Check;
import dev.guerdon.api.Step;
import dev.guerdon.api.Task;
import dev.guerdon.browser.BrowserEnvironment;
import dev.guerdon.browser.BrowserSettings;
import dev.guerdon.browser.BrowserSettings.Extras;
import dev.guerdon.browser.spi.BrowserPage;
import dev.guerdon.browser.spi.BrowserTask;
import dev.guerdon.browser.spi.ChatMessage;
import dev.guerdon.core.Registry;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;

/**
 * Seconds of a reset and of a step on a static page, and the memory of an episode, beside what was recorded of BrowserGym; then many
 * episodes at once.
 *
 * <p>Arguments: {@code rounds=20}, {@code episodes=16}, {@code steps=20}.
 */
final class BrowserBenchmark {

    private static final double RECORDED_RESET = 0.84;
    private static final double RECORDED_STEP = 0.682;
    private static final double RECORDED_MEMORY = 505;

    static void run(PrintStream out, String[] arguments) throws Exception {
        List<Check> checks = Registry.discover().environment("browser").checks();
        for (Check check : checks) {
            if (!check.ok()) {
                out.println("not measured: " + check.part() + " is " + check.detail());
                return;
            }
        }
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        byte[] page = page().getBytes(StandardCharsets.UTF_8);
        server.createContext("/", exchange -> {
            exchange.getResponseHeaders().set("Content-Type", "text/html; charset=utf-8");
            exchange.sendResponseHeaders(200, page.length);
            exchange.getResponseBody().write(page);
            exchange.close();
        });
        server.start();
        try {
            String url = "http://127.0.0.1:" + server.getAddress().getPort() + "/";
            out.printf(
                    Locale.ROOT,
                    "load of the machine before: %.1f on %d cores%n",
                    ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage(),
                    Runtime.getRuntime().availableProcessors());
            speed(out, url, BenchmarkClock.argument(arguments, "rounds", 20));
            parallel(
                    out,
                    url,
                    BenchmarkClock.argument(arguments, "episodes", 16),
                    BenchmarkClock.argument(arguments, "steps", 20));
        } finally {
            server.stop(0);
        }
    }

    /** Returns a page of about the size of the recorded one: 60 paragraphs with links, a table, a form. */
    private static String page() {
        StringBuilder html =
                new StringBuilder("<!DOCTYPE html><title>Static</title><h1>A static page</h1><form><input aria-label=q>"
                        + "<button type=button>Search</button></form>");
        for (int i = 0; i < 60; i++) {
            html.append("<p>Paragraph ")
                    .append(i)
                    .append(" with <a href='#")
                    .append(i)
                    .append("'>a link</a> and <b>words</b>.</p>");
        }
        return html.append("<table><tr><td>1<td>2<tr><td>3<td>4</table>").toString();
    }

    /** Begins at an address and never ends. */
    private record At(String url) implements BrowserTask {
        @Override
        public Start setup(BrowserPage page) {
            page.navigate(url);
            return Start.of("look");
        }

        @Override
        public Verdict validate(BrowserPage page, List<ChatMessage> chat) {
            return Verdict.open();
        }
    }

    private static BrowserEnvironment open(String url, boolean screenshots) {
        return new BrowserEnvironment(
                task -> new At(url), BrowserSettings.standard().withExtras(new Extras(screenshots, false, Set.of())));
    }

    private static void speed(PrintStream out, String url, int rounds) {
        for (boolean screenshots : new boolean[] {true, false}) {
            Times times = new Times(new double[rounds], new double[rounds], new double[rounds]);
            try (BrowserEnvironment open = open(url, screenshots)) {
                for (int round = -3; round < rounds; round++) {
                    measure(open, times, round);
                }
            }
            String with = screenshots ? "with" : "without";
            line(out, "reset, " + with + " screenshot, s", BenchmarkClock.median(times.resets()), RECORDED_RESET);
            line(out, "noop(0), " + with + " screenshot, s", BenchmarkClock.median(times.noops()), RECORDED_STEP);
            line(out, "click, " + with + " screenshot, s", BenchmarkClock.median(times.clicks()), RECORDED_STEP);
        }
    }

    /** Seconds of each round. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Times(double[] resets, double[] noops, double[] clicks) {}

    private static void measure(BrowserEnvironment environment, Times times, int round) {
        double reset = seconds(() -> environment.reset(Task.of("static", "", Map.of())));
        double noop = seconds(() -> environment.step("noop(0)"));
        double click = seconds(() -> environment.step("click('6')"));
        if (round >= 0) {
            times.resets()[round] = reset;
            times.noops()[round] = noop;
            times.clicks()[round] = click;
        }
    }

    private static void parallel(PrintStream out, String url, int episodes, int steps) throws Exception {
        List<BrowserEnvironment> open = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < episodes; i++) {
                open.add(open(url, true));
            }
            double before = BenchmarkClock.cpuSeconds(ProcessHandle.current());
            long begin = System.nanoTime();
            List<Callable<Integer>> plays = new ArrayList<>();
            open.forEach(environment -> plays.add(() -> play(environment, steps)));
            int failures = 0;
            for (Future<Integer> play : threads.invokeAll(plays)) {
                failures += play.get();
            }
            double seconds = (System.nanoTime() - begin) / 1e9;
            out.printf(
                    "%d episodes at once on %d cores: %d failures, %.1f steps/s, %.3f processor seconds for a step, %d"
                            + " processes%n",
                    episodes,
                    Runtime.getRuntime().availableProcessors(),
                    failures,
                    episodes * steps / seconds,
                    (BenchmarkClock.cpuSeconds(ProcessHandle.current()) - before) / (episodes * steps),
                    ProcessHandle.current().descendants().count());
            line(out, "memory per episode of " + episodes + ", MiB (PSS)", memory() / episodes, RECORDED_MEMORY);
        } finally {
            open.forEach(BrowserEnvironment::close);
        }
    }

    private static int play(BrowserEnvironment environment, int steps) {
        environment.reset(Task.of("static", "", Map.of()));
        int failures = 0;
        for (int i = 0; i < steps; i++) {
            Step step = environment.step(i % 2 == 0 ? "click('6')" : "scroll(0, 200)");
            if (step.done() || !"".equals(step.observation().attributes().get("last_action_error"))) {
                failures++;
            }
        }
        return failures;
    }

    /** Returns the memory of this process and of all that it started; what processes share counts once. */
    private static double memory() {
        return Stream.concat(
                                Stream.of(ProcessHandle.current()),
                                ProcessHandle.current().descendants())
                        .mapToLong(process -> BenchmarkClock.kibibytes(process.pid(), "smaps_rollup", "Pss"))
                        .sum()
                / 1024.0;
    }

    private static double seconds(Runnable work) {
        long begin = System.nanoTime();
        work.run();
        return BenchmarkClock.since(begin);
    }

    private static void line(PrintStream out, String what, double ours, double recorded) {
        out.printf("%-45s %8.3f   BrowserGym, recorded %8.3f   ratio %.2f%n", what, ours, recorded, ours / recorded);
    }
}
