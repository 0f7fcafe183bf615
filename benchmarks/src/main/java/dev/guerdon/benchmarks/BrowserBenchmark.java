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
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
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
 * <p>Arguments: {@code rounds=20}, {@code episodes=16}, {@code steps=20}; with {@code driver=playwright} or {@code driver=cdp} only
 * the many episodes of that driver, whose memory is measured alone.
 */
public final class BrowserBenchmark implements Benchmark {

    private static final List<String> DRIVERS = List.of("playwright", "cdp");
    private static final double RECORDED_RESET = 0.84;
    private static final double RECORDED_STEP = 0.682;
    private static final double RECORDED_MEMORY = 505;

    @Override
    public String name() {
        return "browser";
    }

    @Override
    public String description() {
        return "reset and step seconds on a static page, memory per episode, many episodes at once, beside BrowserGym's";
    }

    @Override
    public void run(PrintStream out, String[] arguments) throws Exception {
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
            String one = text(arguments, "driver");
            if (one.isEmpty()) {
                speed(out, url, argument(arguments, "rounds", 20));
            }
            // The browser of a driver stays for a while after its last episode, so that only the first one measures
            // memory alone.
            int episodes = argument(arguments, "episodes", 16);
            parallel(out, url, one.isEmpty() ? "cdp" : one, episodes, argument(arguments, "steps", 20));
        } finally {
            server.stop(0);
        }
    }

    /** A page of about the size of the recorded one: 60 paragraphs with links, a table, a form. */
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

    private static BrowserEnvironment open(String url, String driver, boolean screenshots) {
        return new BrowserEnvironment(
                task -> new At(url),
                BrowserSettings.standard().withDriver(driver).withExtras(new Extras(screenshots, false, Set.of())));
    }

    /** The drivers take turns, so that what else the machine does falls on both. */
    private static void speed(PrintStream out, String url, int rounds) {
        for (boolean screenshots : new boolean[] {true, false}) {
            Map<String, Times> times = new LinkedHashMap<>();
            Map<String, BrowserEnvironment> open = new LinkedHashMap<>();
            try {
                for (String driver : DRIVERS) {
                    times.put(driver, new Times(new double[rounds], new double[rounds], new double[rounds]));
                    open.put(driver, open(url, driver, screenshots));
                }
                for (int round = -3; round < rounds; round++) {
                    for (String driver : DRIVERS) {
                        measure(
                                Objects.requireNonNull(open.get(driver)),
                                Objects.requireNonNull(times.get(driver)),
                                round);
                    }
                }
            } finally {
                open.values().forEach(BrowserEnvironment::close);
            }
            String with = screenshots ? "with" : "without";
            times.forEach((driver, one) -> {
                line(out, driver + ": reset, " + with + " screenshot, s", median(one.resets()), RECORDED_RESET);
                line(out, driver + ": noop(0), " + with + " screenshot, s", median(one.noops()), RECORDED_STEP);
                line(out, driver + ": click, " + with + " screenshot, s", median(one.clicks()), RECORDED_STEP);
            });
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

    private static void parallel(PrintStream out, String url, String driver, int episodes, int steps) throws Exception {
        List<BrowserEnvironment> open = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < episodes; i++) {
                open.add(open(url, driver, true));
            }
            double before = processorSeconds();
            long begin = System.nanoTime();
            List<Callable<Integer>> plays = new ArrayList<>();
            open.forEach(environment -> plays.add(() -> play(environment, steps)));
            int failures = 0;
            for (Future<Integer> play : threads.invokeAll(plays)) {
                failures += play.get();
            }
            double seconds = (System.nanoTime() - begin) / 1e9;
            out.printf(
                    "%s: %d episodes at once on %d cores: %d failures, %.1f steps/s, %.3f processor seconds for a step, %d"
                            + " processes%n",
                    driver,
                    episodes,
                    Runtime.getRuntime().availableProcessors(),
                    failures,
                    episodes * steps / seconds,
                    (processorSeconds() - before) / (episodes * steps),
                    ProcessHandle.current().descendants().count());
            line(
                    out,
                    driver + ": memory per episode of " + episodes + ", MiB (PSS)",
                    memory() / episodes,
                    RECORDED_MEMORY);
        } finally {
            open.forEach(BrowserEnvironment::close);
        }
    }

    /** What this process and those that it started have used of the processors. */
    private static double processorSeconds() {
        return Stream.concat(
                        Stream.of(ProcessHandle.current()),
                        ProcessHandle.current().descendants())
                .mapToDouble(process ->
                        process.info().totalCpuDuration().orElse(Duration.ZERO).toNanos() / 1e9)
                .sum();
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

    /** The memory of this process and of all that it started; what processes share counts once. */
    private static double memory() {
        double kibibytes = 0;
        List<Long> pids = Stream.concat(
                        Stream.of(ProcessHandle.current()),
                        ProcessHandle.current().descendants())
                .map(ProcessHandle::pid)
                .toList();
        for (long pid : pids) {
            Path file = Path.of("/proc", Long.toString(pid), "smaps_rollup");
            try {
                for (String line : Files.readAllLines(file)) {
                    if (line.startsWith("Pss:")) {
                        kibibytes += Double.parseDouble(line.replaceAll("[^0-9]", ""));
                    }
                }
            } catch (IOException e) {
                // The process ended meanwhile.
            }
        }
        return kibibytes / 1024;
    }

    private static double seconds(Runnable work) {
        long begin = System.nanoTime();
        work.run();
        return (System.nanoTime() - begin) / 1e9;
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }

    private static void line(PrintStream out, String what, double ours, double recorded) {
        out.printf("%-45s %8.3f   BrowserGym, recorded %8.3f   ratio %.2f%n", what, ours, recorded, ours / recorded);
    }

    private static String text(String[] arguments, String name) {
        return Arrays.stream(arguments)
                .filter(argument -> argument.startsWith(name + "="))
                .map(argument -> argument.substring(name.length() + 1))
                .findFirst()
                .orElse("");
    }

    private static int argument(String[] arguments, String name, int otherwise) {
        return Arrays.stream(arguments)
                .filter(argument -> argument.startsWith(name + "="))
                .map(argument -> Integer.parseInt(argument.substring(name.length() + 1)))
                .findFirst()
                .orElse(otherwise);
    }
}
