package dev.guerdon.benchmarks;

import dev.guerdon.core.Registry;
import dev.guerdon.core.RewardEntry;
import dev.guerdon.core.ScoreJob;
import dev.guerdon.core.Scorer;
import dev.guerdon.core.base.DurationText;
import dev.guerdon.core.base.FolderTree;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * {@code guerdon serve} beside FastAPI under uvicorn, and beside Granian's own interface RSGI: the same requests from the same generator in one run, by the CPU time that each server's
 * process used.
 */
final class ServeBenchmark {

    private static final String RECORD =
            "{\"final_response\":\"The capital of France is Paris, a city on the Seine.\",\"answer\":\"Paris\"}";
    private static final String PATH = "/v1/score/qa_f1_reward";
    private static final int BATCH = 1000;
    private static final double WARM = 15;
    private static final double TIME = 8;
    private static final int TURNS = 9;
    private static final double TURN = 2;

    static void run(PrintStream out, String[] arguments) throws Exception {
        HttpLoad.Outcome keptAlive;
        HttpLoad.Outcome closed;
        HttpLoad.Outcome batches;
        try (HttpLoad.Server server = HttpLoad.Server.guerdon("--reward", "qa_f1_reward")) {
            keptAlive = measure(out, "guerdon, keep-alive, 16 connections", server, RECORD, 16, true);
            HttpLoad.Outcome half = new HttpLoad(server.port(), PATH, RECORD, true)
                    .run(server.process().toHandle(), 16, TIME, keptAlive.perSecond() / 2);
            print(out, "guerdon, the same at half of that rate", half);
            closed = measure(out, "guerdon, a connection per call, 16 at once", server, RECORD, 16, false);
            batches = measure(out, "guerdon, batches of 1,000, 4 connections", server, batch(), 4, true);
            batches(out, server);
        }
        if (arguments.length == 0) {
            out.println("nothing beside it: name a python that has fastapi and uvicorn[standard], and one that has"
                    + " granian");
            return;
        }
        beside(out, "FastAPI", arguments[0], "serve_fastapi.py", keptAlive, closed, batches);
        if (arguments.length > 1) {
            beside(out, "Granian", arguments[1], "serve_granian.py", keptAlive, closed, batches);
        }
    }

    private static void beside(
            PrintStream out,
            String name,
            String python,
            String resource,
            HttpLoad.Outcome keptAlive,
            HttpLoad.Outcome closed,
            HttpLoad.Outcome batches)
            throws Exception {
        Path folder = Files.createTempDirectory("guerdon-peer");
        try (HttpLoad.Server server = HttpLoad.Server.python(python, PythonOriginal.copy(resource, folder))) {
            HttpLoad.Outcome kept = measure(out, name + ", keep-alive, 16 connections", server, RECORD, 16, true);
            HttpLoad.Outcome apart = measure(out, name + ", a connection per call", server, RECORD, 16, false);
            HttpLoad.Outcome many = measure(out, name + ", batches of 1,000", server, batch(), 4, true);
            out.printf(
                    "guerdon to %s per core-second: keep-alive %.1f, connection per call %.1f, batches %.1f%n",
                    name,
                    keptAlive.perCoreSecond() / kept.perCoreSecond(),
                    closed.perCoreSecond() / apart.perCoreSecond(),
                    batches.perCoreSecond() / many.perCoreSecond());
        } finally {
            FolderTree.delete(folder);
        }
    }

    private static String batch() {
        return "[" + String.join(",", Collections.nCopies(BATCH, RECORD)) + "]";
    }

    private static HttpLoad.Outcome measure(
            PrintStream out, String what, HttpLoad.Server server, String body, int connections, boolean keepAlive)
            throws InterruptedException {
        HttpLoad load = new HttpLoad(server.port(), PATH, body, keepAlive);
        load.run(server.process().toHandle(), connections, WARM, 0);
        HttpLoad.Outcome outcome = load.run(server.process().toHandle(), connections, TIME, 0);
        print(out, what, outcome);
        return outcome;
    }

    private static void print(PrintStream out, String what, HttpLoad.Outcome outcome) {
        out.printf(
                "%-44s %,9.0f/s, %,9.0f per core-second, p50 %.2f ms, p99 %.2f ms, %d not answered with 200%n",
                what,
                outcome.perSecond(),
                outcome.perCoreSecond(),
                outcome.millis(0.5),
                outcome.millis(0.99),
                outcome.others());
    }

    /**
     * Batches over HTTP beside the same samples in this process, from JSON lines to JSON lines in memory as {@code guerdon score} does it,
     * on as many threads. They take turns, so that whatever else the machine does falls on both; the middle of the turns counts.
     */
    private static void batches(PrintStream out, HttpLoad.Server server) throws Exception {
        HttpLoad load = new HttpLoad(server.port(), PATH, batch(), true);
        RewardEntry reward = Registry.discover().reward("qa_f1_reward");
        byte[] lines =
                String.join("\n", Collections.nCopies(100 * BATCH, RECORD)).getBytes(StandardCharsets.UTF_8);
        double[] over = new double[TURNS];
        double[] inside = new double[TURNS];
        try (Scorer scorer = Scorer.create()) {
            inProcess(reward, scorer, lines, WARM);
            load.run(server.process().toHandle(), 4, WARM, 0);
            for (int i = 0; i < TURNS; i++) {
                over[i] = BATCH
                        * load.run(server.process().toHandle(), 4, TURN, 0).perCoreSecond();
                inside[i] = inProcess(reward, scorer, lines, TURN);
            }
        }
        double here = BenchmarkClock.median(inside);
        double there = BenchmarkClock.median(over);
        out.printf("in this process             %,12.0f samples per core-second%n", here);
        out.printf("batches of 1,000 over HTTP  %,12.0f, %.0f %% of that%n", there, 100 * there / here);
    }

    /** Samples per core-second without HTTP. */
    private static double inProcess(RewardEntry reward, Scorer scorer, byte[] lines, double seconds)
            throws IOException {
        long until = System.nanoTime() + (long) (seconds * 1e9);
        long began = BenchmarkClock.processCpuNanos();
        long count = 0;
        while (System.nanoTime() - until < 0) {
            new ScoreJob(List.of(reward), scorer, null, Long.MAX_VALUE, new ScoreJob.Listener() {})
                    .run(new ByteArrayInputStream(lines), OutputStream.nullOutputStream(), ScoreJob.Progress.none(1));
            count += 100 * BATCH;
        }
        return count / ((BenchmarkClock.processCpuNanos() - began) / 1e9);
    }

    /** WebSockets that say nothing, and the memory that they cost the server. */
    static final class Idle {

        private static final int MOST = 10_000;

        static void run(PrintStream out, String[] arguments) throws Exception {
            int count = arguments.length > 0 ? Integer.parseInt(arguments[0]) : MOST;
            Path folder = Files.createTempDirectory("guerdon-idle");
            Path config = Files.writeString(folder.resolve("serve.yaml"), "environments:\n  alfworld: alfworld\n");
            List<Socket> sockets = new ArrayList<>();
            try (HttpLoad.Server server = HttpLoad.Server.guerdon("--config", config.toString())) {
                long before = BenchmarkClock.kibibytes(server.process().pid(), "status", "VmRSS");
                int open = 0;
                for (int i = 0; i < count; i++) {
                    Socket socket = new Socket(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), server.port());
                    sockets.add(socket);
                    socket.getOutputStream()
                            .write(String.join(
                                            "\r\n",
                                            "GET /ws HTTP/1.1",
                                            "Host: localhost",
                                            "Connection: Upgrade",
                                            "Upgrade: websocket",
                                            "Sec-WebSocket-Version: 13",
                                            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
                                            "",
                                            "")
                                    .getBytes(StandardCharsets.US_ASCII));
                    byte[] status = socket.getInputStream().readNBytes(12);
                    open += new String(status, StandardCharsets.US_ASCII).endsWith("101") ? 1 : 0;
                }
                Thread.sleep(Duration.ofSeconds(5));
                long after = BenchmarkClock.kibibytes(server.process().pid(), "status", "VmRSS");
                out.printf(
                        "%,d of %,d WebSockets open; %,d KiB resident before, %,d KiB with them, %.1f KiB each%n",
                        open, count, before, after, (after - before) / (double) Math.max(1, open));
            } finally {
                for (Socket socket : sockets) {
                    socket.close();
                }
                FolderTree.delete(folder);
            }
        }
    }

    /** A server at its limit for a time, with a reward that is stuck on every call beside good ones. */
    static final class Soak {

        private static final String SHORT_RECORD = "{\"final_response\":\"Paris, on the Seine\",\"answer\":\"Paris\"}";
        private static final String STUCK = """
            import dev.guerdon.api.Reward;
            public final class Stuck {
                @Reward("stuck") public static double stuck(String finalResponse) {
                    while (true) { Thread.onSpinWait(); }
                }
            }
            """;

        static void run(PrintStream out, String[] arguments) throws Exception {
            Duration time = DurationText.parse(arguments.length > 0 ? arguments[0] : "60s");
            Path folder = Files.createTempDirectory("guerdon-soak");
            Files.writeString(folder.resolve("Stuck.java"), STUCK);
            Path config = Files.writeString(folder.resolve("serve.yaml"), """
                sources: Stuck.java
                rewards:
                  qa: qa_f1_reward
                  stuck: {reward: stuck, deadline: 2s, at_once: 1}
                """);
            try (HttpLoad.Server server = HttpLoad.Server.guerdon("--config", config.toString())) {
                long until = System.nanoTime() + time.toNanos();
                CompletableFuture<HttpLoad.Outcome> stuck =
                        CompletableFuture.supplyAsync(() -> load(server, "/v1/score/stuck", (double) time.toSeconds()));
                long first = 0;
                long errors = 0;
                long requests = 0;
                while (System.nanoTime() - until < 0) {
                    HttpLoad.Outcome outcome = load(server, "/v1/score/qa", 10);
                    long memory = BenchmarkClock.kibibytes(server.process().pid(), "status", "VmRSS");
                    first = first == 0 ? memory : first;
                    errors += outcome.others();
                    requests += outcome.requests();
                    out.printf(
                            "%,9.0f/s good, p99 %.2f ms, %d errors, %,d KiB resident%n",
                            outcome.perSecond(), outcome.millis(0.99), outcome.others(), memory);
                }
                out.printf(
                        "%,d good requests, %d errors among them; %,d stuck ones answered; memory %,d KiB then, %,d"
                                + " KiB now%n",
                        requests,
                        errors,
                        stuck.join().requests(),
                        first,
                        BenchmarkClock.kibibytes(server.process().pid(), "status", "VmRSS"));
                if (errors > 0) {
                    throw new IllegalStateException(errors + " requests of a good reward failed");
                }
            } finally {
                FolderTree.delete(folder);
            }
        }

        private static HttpLoad.Outcome load(HttpLoad.Server server, String path, double seconds) {
            try {
                return new HttpLoad(server.port(), path, SHORT_RECORD, true)
                        .run(server.process().toHandle(), 16, seconds, 0);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
