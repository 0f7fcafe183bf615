package dev.guerdon.benchmarks;

import dev.guerdon.core.LineDecoder;
import dev.guerdon.core.LineSample;
import dev.guerdon.core.Registry;
import dev.guerdon.core.RewardEntry;
import dev.guerdon.core.Scorer;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;

/**
 * {@code guerdon serve} beside FastAPI under uvicorn: the same requests from the same generator in one run, by the CPU time that each server's
 * process used.
 */
public final class ServeBenchmark implements Benchmark {

    private static final String RECORD =
            "{\"final_response\":\"The capital of France is Paris, a city on the Seine.\",\"answer\":\"Paris\"}";
    private static final String PATH = "/v1/score/qa_f1_reward";
    private static final int BATCH = 1000;
    private static final double WARM = 15;
    private static final double TIME = 8;

    @Override
    public String name() {
        return "serve";
    }

    @Override
    public String description() {
        return "rewards over HTTP per core-second; with the python of a virtual environment as argument, beside FastAPI";
    }

    @Override
    public void run(PrintStream out, String[] arguments) throws Exception {
        HttpLoad.Outcome keptAlive;
        HttpLoad.Outcome closed;
        HttpLoad.Outcome batches;
        try (ServedProcess server = ServedProcess.guerdon("--reward", "qa_f1_reward")) {
            keptAlive = measure(out, "guerdon, keep-alive, 16 connections", server, RECORD, 16, true);
            HttpLoad.Outcome half = new HttpLoad(server.port(), PATH, RECORD, true)
                    .run(server.process().toHandle(), 16, TIME, keptAlive.perSecond() / 2);
            print(out, "guerdon, the same at half of that rate", half);
            closed = measure(out, "guerdon, a connection per call, 16 at once", server, RECORD, 16, false);
            batches = measure(out, "guerdon, batches of 1,000, 4 connections", server, batch(), 4, true);
        }
        double inProcess = inProcess();
        out.printf("in this process             %,12.0f samples per core-second%n", inProcess);
        out.printf(
                "batches of 1,000 over HTTP  %,12.0f, %.0f %% of that%n",
                batches.perCoreSecond() * BATCH,
                100 * batches.perCoreSecond() * BATCH / inProcess);
        if (arguments.length == 0) {
            out.println("no FastAPI beside it: name a python that has fastapi and uvicorn[standard]");
            return;
        }
        try (ServedProcess server = ServedProcess.fastApi(arguments[0], code())) {
            HttpLoad.Outcome kept = measure(out, "FastAPI, keep-alive, 16 connections", server, RECORD, 16, true);
            HttpLoad.Outcome apart = measure(out, "FastAPI, a connection per call", server, RECORD, 16, false);
            HttpLoad.Outcome many = measure(out, "FastAPI, batches of 1,000", server, batch(), 4, true);
            out.printf(
                    "guerdon to FastAPI per core-second: keep-alive %.1f, connection per call %.1f, batches %.1f%n",
                    keptAlive.perCoreSecond() / kept.perCoreSecond(),
                    closed.perCoreSecond() / apart.perCoreSecond(),
                    batches.perCoreSecond() / many.perCoreSecond());
        }
    }

    private static String batch() {
        return "[" + String.join(",", Collections.nCopies(BATCH, RECORD)) + "]";
    }

    private static HttpLoad.Outcome measure(
            PrintStream out, String what, ServedProcess server, String body, int connections, boolean keepAlive)
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

    /** Samples per core-second of the engine itself, read from JSON as the server reads them. */
    private static double inProcess() throws Exception {
        RewardEntry reward = Registry.discover().reward("qa_f1_reward");
        LineDecoder decoder = new LineDecoder(List.of(reward));
        byte[] record = RECORD.getBytes(StandardCharsets.UTF_8);
        try (Scorer scorer = Scorer.create();
                Scorer.Here here = scorer.here()) {
            return Measure.perCpuSecond(3, 2, () -> {
                double sum = 0;
                List<LineSample> samples = new ArrayList<>(BATCH);
                for (int i = 0; i < BATCH; i++) {
                    samples.add(decoder.decode(record, 0, record.length, i + 1L));
                }
                for (LineSample sample : samples) {
                    sum += here.score(reward, sample).hashCode();
                }
                return new Measure.Done(BATCH, sum);
            });
        }
    }

    private static String code() throws IOException {
        try (InputStream script = ServeBenchmark.class.getResourceAsStream("serve_fastapi.py")) {
            return new String(Objects.requireNonNull(script).readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
