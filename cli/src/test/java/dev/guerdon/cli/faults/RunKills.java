package dev.guerdon.cli.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.cli.Checkout.Result;
import dev.guerdon.lab.RunStore;
import dev.guerdon.lab.spi.Episode;
import dev.guerdon.lab.spi.Run;
import dev.guerdon.lab.spi.RunInfo;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * A {@code guerdon run} that is killed, terminated, interrupted or put to sleep at a random moment, once or more, and is resumed each
 * time. At the end it has every episode once, with the reward that a run has which nothing disturbed.
 */
final class RunKills implements Scenario {

    private static final List<String> FAULTS = List.of("KILL", "KILL", "TERM", "INT", "sleep");

    private static final String[] BEGIN = {
        "run",
        "minilab",
        "--model",
        "policy:minilab-random",
        "--limit",
        "6",
        "--repeat",
        "40",
        "--seed",
        "5",
        "--parallel",
        "3",
        "--quiet",
        "--runs",
        "runs"
    };

    private static final String[] GO_ON = {"run", "--resume", "latest", "--quiet", "--runs", "runs"};

    private final Map<String, String> expected = new TreeMap<>();

    @Override
    public void step(Chaos chaos, Path folder) throws Exception {
        if (expected.isEmpty()) {
            expected.putAll(undisturbed(Files.createDirectories(folder.resolve("alone"))));
        }
        RunStore store = new RunStore(folder.resolve("runs"));
        for (int i = 0, times = chaos.between(1, 3); i < times; i++) {
            String fault = chaos.pick(FAULTS);
            chaos.injected("run_" + fault);
            boolean begun = !store.list().isEmpty();
            try (Victim victim = Victim.start(folder, Map.of(), 0, begun ? GO_ON : BEGIN)) {
                victim.await(() -> hasResults(folder));
                victim.live(chaos.below(1200));
                if (fault.equals("sleep")) {
                    victim.sleep(3000);
                    Result result = victim.end();
                    assertThat(result.exitCode()).as(result.err()).isZero();
                } else {
                    Result unused = victim.end(fault);
                }
            }
            if (!store.list().isEmpty()) {
                assertThat(expected.entrySet())
                        .as("episodes after " + fault)
                        .containsAll(rewards(store).entrySet());
            }
        }
        boolean begun = !store.list().isEmpty();
        try (Victim last = Victim.start(folder, Map.of(), 0, begun ? GO_ON : BEGIN)) {
            Result result = last.end();
            assertThat(result.exitCode()).as(result.err()).isZero();
        }
        assertThat(rewards(store)).isEqualTo(expected);
        assertThat(store.list()).hasSize(1);
        try (Run run = store.open(RunStore.LATEST)) {
            assertThat(run.info().status()).isEqualTo(RunInfo.Status.COMPLETE);
        }
    }

    private static Map<String, String> undisturbed(Path folder) throws Exception {
        try (Victim alone = Victim.start(folder, Map.of(), 0, BEGIN)) {
            Result result = alone.end();
            assertThat(result.exitCode()).as(result.err()).isZero();
        }
        Map<String, String> rewards = rewards(new RunStore(folder.resolve("runs")));
        assertThat(rewards).hasSize(240);
        return rewards;
    }

    /** The outcome of each episode; also checks that none is there twice, and that each can be read. */
    private static Map<String, String> rewards(RunStore store) {
        Map<String, String> rewards = new TreeMap<>();
        try (Run run = store.open(RunStore.LATEST)) {
            for (Episode episode : run.episodes()) {
                assertThat(run.detail(episode).turns()).hasSize(episode.steps());
                assertThat(rewards.put(episode.key(), episode.steps() + " steps, " + episode.score()))
                        .as("twice: " + episode.key())
                        .isNull();
            }
        }
        return rewards;
    }

    private static boolean hasResults(Path folder) {
        Path runs = folder.resolve("runs");
        if (!Files.isDirectory(runs)) {
            return false;
        }
        try (Stream<Path> found = Files.list(runs)) {
            return found.anyMatch(run -> Files.exists(run.resolve("results.db")));
        } catch (java.io.IOException e) {
            return false;
        }
    }
}
