package dev.guerdon.cli.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.api.Json;
import dev.guerdon.cli.Checkout.Result;
import dev.guerdon.cli.Cli;
import dev.guerdon.core.Registry;
import dev.guerdon.core.ScoreJob;
import dev.guerdon.core.Scorer;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.lab.RunStore;
import dev.guerdon.lab.spi.Episode;
import dev.guerdon.lab.spi.Run;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Runs, sessions and their reports while the wall clock jumps by up to a year at each look: nothing but dates may differ. */
final class ClockFaults implements Scenario {

    private static final String PLAN = """
            suite: minilab
            tasks: 0-3
            seed: 7
            champion: {name: random, model: policy:minilab-random}
            accept: mean
            candidates:
              - {name: gold, model: policy:minilab-gold}
            """;

    private final Map<String, String> expected = new TreeMap<>();

    @Override
    public void step(Chaos chaos, Path folder) throws Exception {
        if (expected.isEmpty()) {
            JumpingClock.jump(0);
            expected.putAll(run(Files.createDirectories(folder.resolve("steady"))));
        }
        sleepInTheMiddle(chaos);
        JumpingClock.jump(chaos.seed() | 1);
        try {
            for (int i = 0; i < 3; i++) {
                assertThat(run(Files.createDirectories(folder.resolve("jumping" + i))))
                        .isEqualTo(expected);
            }
            Path runs = folder.resolve("jumping0");
            ok(Cli.run("runs", "--runs", runs.toString(), "--json"));
            ok(Cli.run(
                    "report",
                    "latest",
                    "--runs",
                    runs.toString(),
                    "--out",
                    folder.resolve("report.md").toString()));
            Files.writeString(folder.resolve("plan.yaml"), PLAN);
            Json session = JsonCodec.read(
                    ok(Cli.run(
                                    "iterate",
                                    folder.resolve("plan.yaml").toString(),
                                    "--runs",
                                    runs.toString(),
                                    "--quiet",
                                    "--json"))
                            .out(),
                    "session");
            assertThat(session.get("decisions").asList().stream()
                            .map(each -> each.get("decision").asString()))
                    .containsExactly("start", "kept");
        } finally {
            JumpingClock.jump(0);
            chaos.injected("clock_jump", JumpingClock.jumps());
        }
    }

    /** The machine sleeps for an hour while calls with a deadline of a minute are under way: none of them is late. */
    private static void sleepInTheMiddle(Chaos chaos) throws IOException {
        int sleeps = chaos.between(1, 3);
        Registry registry = new Registry();
        registry.reward("slow", sample -> {
            if (sample.field("number").asInt() < sleeps) {
                JumpingClock.sleep(TimeUnit.HOURS.toNanos(1));
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(200));
            return 1;
        });
        StringBuilder in = new StringBuilder();
        for (int i = 0; i < 6; i++) {
            in.append("{\"id\":").append(i).append(",\"number\":").append(i).append("}\n");
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (Scorer scorer =
                Scorer.builder().threads(2).deadline(Duration.ofMinutes(1)).build()) {
            ScoreJob.Progress unused = new ScoreJob(
                            List.of(registry.reward("slow")), scorer, null, Long.MAX_VALUE, new ScoreJob.Listener() {})
                    .run(
                            new ByteArrayInputStream(in.toString().getBytes(StandardCharsets.UTF_8)),
                            out,
                            ScoreJob.Progress.none(1));
        }
        assertThat(out.toString(StandardCharsets.UTF_8).lines())
                .hasSize(6)
                .allMatch(line -> line.contains("\"reward\":1.0"));
    }

    private static Result ok(Result result) {
        assertThat(result.exitCode()).as(result.err()).isZero();
        return result;
    }

    /** The outcome of each episode, twice in the same folder so that names made from the time could collide. */
    private static Map<String, String> run(Path runs) {
        Map<String, String> rewards = new TreeMap<>();
        for (int i = 0; i < 2; i++) {
            Result result = ok(Cli.run(
                    "run",
                    "minilab",
                    "--model",
                    "policy:minilab-random",
                    "--limit",
                    "4",
                    "--seed",
                    "5",
                    "--parallel",
                    "2",
                    "--quiet",
                    "--json",
                    "--runs",
                    runs.toString()));
            String name = JsonCodec.read(result.out(), "run").get("run").asString();
            try (Run run = new RunStore(runs).open(name)) {
                for (Episode episode : run.episodes()) {
                    assertThat(episode.effort().duration().isNegative())
                            .as("duration of " + episode.key())
                            .isFalse();
                    rewards.put(i + " " + episode.key(), episode.steps() + " steps, " + episode.score());
                }
            }
        }
        return rewards;
    }
}
