package dev.guerdon.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guerdon.api.Context;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Message;
import dev.guerdon.api.Resource;
import dev.guerdon.api.ResourceSpec;
import dev.guerdon.api.Reward;
import dev.guerdon.api.Sample;
import dev.guerdon.api.Score;
import dev.guerdon.api.ToolCall;
import dev.guerdon.api.Trajectory;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Rewards in worker processes, through the library. */
@Timeout(300)
@SuppressWarnings("try") // closing early is what a test is about
class IsolatedScorerTest {

    static final class Rewards {

        @Reward("tells")
        static Map<String, Object> tells(Sample sample, Context context) {
            Map<String, Object> out = new LinkedHashMap<>();
            out.put("reward", 0.25);
            out.put("id", sample.id());
            out.put("said", sample.finalResponse());
            out.put("fields", sample.fields());
            out.put("trajectory", sample.trajectory().toString());
            out.put("rollout", context.rolloutId() + "/" + context.groupId());
            out.put("metadata", context.metadata());
            out.put("final", context.finalResponse());
            return out;
        }

        @Reward("pid")
        static Map<String, Object> pid() {
            return Map.of("reward", 1, "pid", ProcessHandle.current().pid());
        }

        @Reward("streams")
        static Map<String, Object> streams() throws IOException {
            List<String> open = new ArrayList<>();
            try (var files = Files.list(Path.of("/proc/self/fd"))) {
                for (Path file : files.toList()) {
                    try {
                        open.add(file.getFileName() + " " + Files.readSymbolicLink(file));
                    } catch (IOException e) {
                        // The list itself was one of them.
                    }
                }
            }
            return Map.of(
                    "reward",
                    1,
                    "open",
                    open,
                    "in",
                    System.in.read(),
                    "fd0",
                    new java.io.FileInputStream(java.io.FileDescriptor.in).read(),
                    "folder",
                    Path.of("").toAbsolutePath().toString(),
                    "temporary",
                    Files.createTempFile("a", "b").toString());
        }

        @Reward("counts_resets")
        static double countsResets(Context context) {
            try {
                return context.acquire(Counter.SPEC, Context.Scope.ROLLOUT).count;
            } catch (RuntimeException e) {
                return -1;
            }
        }

        @Reward("sees_counter")
        static boolean seesCounter(Context context) {
            return context.held("counter", Counter.class).isPresent();
        }
    }

    static final class Counter implements Resource {
        static final ResourceSpec<Counter> SPEC = ResourceSpec.local("counter", Counter.class, 2, Counter::new);
        private int count = 41;

        @Override
        public void start() {
            count++;
        }

        @Override
        public void close() {}
    }

    private final Registry registry = new Registry();
    private final ConcurrentLinkedQueue<String> printed = new ConcurrentLinkedQueue<>();

    private Scorer scorer(Isolation isolation) {
        registry.rewards(Rewards.class);
        registry.isolate(isolation.output(printed::add));
        return Scorer.builder()
                .threads(1)
                .deadline(Duration.ofSeconds(60))
                .isolated(registry)
                .build();
    }

    private static Sample plain(String id) {
        return Sample.of(id, "yes", List.of(), Map.of());
    }

    private static Map<String, Object> extras(Score score) {
        assertThat(score).isInstanceOf(Score.Scored.class);
        return ((Score.Scored) score).result().extras();
    }

    private static Sample rich() {
        Trajectory trajectory = new Trajectory(
                "rollout-1",
                "group-1",
                List.of(
                        List.of(Message.user("who?\nü\u2028\ud83d\ude00"), Message.assistant("first")),
                        List.of(
                                new Message(
                                        "assistant",
                                        List.of(
                                                new Message.Text("a"),
                                                new Message.Media("image_url", Map.of("type", "image_url", "n", 1))),
                                        List.of(new ToolCall("c", "search", Map.of("q", List.of(1, 2.5)), "")),
                                        null,
                                        null,
                                        true),
                                Message.assistant("second"))),
                OptionalDouble.of(0.5),
                Map.of("steps", 3.0),
                Trajectory.FinishReason.TERMINAL,
                Instant.parse("2024-02-29T12:00:00.123456789Z"),
                Duration.ofMillis(1234));
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("id", "a field called id");
        fields.put("final_response", 7);
        fields.put("messages", List.of());
        fields.put("nested", Map.of("a", List.of(true, 1, 1.5, "x")));
        fields.put("nothing", null);
        return Sample.of("rich", "the answer\n", trajectory, fields, Context.detached(Map.of("split", "dev")));
    }

    @Test
    void samplesArriveInAWorkerAsTheyAre() {
        Score apart;
        Score here;
        try (Scorer scorer = scorer(Isolation.ALL)) {
            apart = scorer.score(registry.reward("tells"), rich());
        }
        try (Scorer scorer = Scorer.create()) {
            here = scorer.score(registry.reward("tells"), rich());
        }
        assertThat(apart).isEqualTo(here);
    }

    @Test
    void onlyWhatTheIsolationCoversRunsInAWorker() {
        long own = ProcessHandle.current().pid();
        try (Scorer scorer = scorer(Isolation.FOREIGN)) {
            assertThat(extras(scorer.score(registry.reward("pid"), plain("1")))).containsEntry("pid", own);
        }
        registry.isolate(Isolation.ALL);
        try (Scorer scorer = Scorer.builder().threads(1).isolated(registry).build()) {
            Object first =
                    extras(scorer.score(registry.reward("pid"), plain("1"))).get("pid");
            assertThat(first).isNotEqualTo(own);
            assertThat(extras(scorer.score(registry.reward("pid"), plain("2"))))
                    .as("the same worker serves again")
                    .containsEntry("pid", first);
        }
    }

    @Test
    void sourcesAreForeignAndCompiledOnce(@TempDir Path folder) throws IOException {
        Path source = Files.writeString(folder.resolve("Own.java"), """
                import dev.guerdon.api.*;
                import java.util.*;
                class Own implements RewardFunction {
                    public Object score(Sample sample) {
                        System.out.println("own says token=sk-abcdefghijklmnopqrstuvwxyz0123456789ABCD");
                        return Map.of("reward", 1, "pid", ProcessHandle.current().pid());
                    }
                }
                """);
        try (Plugins plugins = Plugins.load(new PluginPath(List.of(), List.of(), List.of(source)))) {
            Files.delete(source);
            Registry own = plugins.registry();
            own.isolate(Isolation.FOREIGN.output(printed::add));
            RewardEntry reward = own.reward("own");
            assertThat(reward.isForeign()).isTrue();
            try (Scorer scorer = Scorer.builder().threads(1).isolated(own).build()) {
                assertThat(extras(scorer.score(reward, plain("1"))))
                        .doesNotContainEntry("pid", ProcessHandle.current().pid());
            }
        }
        assertThat(printed).hasSize(1).allMatch(line -> line.startsWith("own says") && !line.contains("ABCD"));
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void workersInheritNoFilesAndHaveAFolderOfTheirOwn(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("held-open.txt"), "x");
        try (InputStream held = Files.newInputStream(file);
                Scorer scorer = scorer(Isolation.ALL)) {
            assertThat(held.read()).isEqualTo('x');
            Map<String, Object> extras = extras(scorer.score(registry.reward("streams"), plain("1")));
            assertThat(String.valueOf(extras.get("open")))
                    .contains("socket:")
                    .doesNotContain("held-open.txt")
                    .doesNotContain(folder.toString());
            assertThat(extras).containsEntry("in", -1).containsEntry("fd0", -1);
            assertThat(extras)
                    .containsEntry("folder", Path.of("").toAbsolutePath().toString());
            Path temporary = Path.of(String.valueOf(extras.get("temporary")));
            assertThat(temporary).exists();
            Path ofAllWorkers = temporary.resolve("../../..").normalize();
            Path ofThisProcess = temporary.resolve("../../../..").normalize();
            assertThat(ofThisProcess.getFileName().toString()).startsWith("guerdon");
            scorer.close();
            assertThat(ofAllWorkers).doesNotExist();
        }
    }

    @Test
    void rewardThatOnlyThisProgramHasSaysThatItCannotBeIsolated() {
        RewardEntry lambda = RewardEntry.of("mine", sample -> 1.0);
        try (Scorer scorer = scorer(Isolation.ALL)) {
            assertThat(scorer.score(lambda, plain("1"))).isInstanceOfSatisfying(Score.Unscored.class, score -> {
                assertThat(score.reason()).isEqualTo(Score.Reason.ERROR);
                assertThat(score.message())
                        .contains("the reward 'mine'")
                        .contains("cannot run in a worker process")
                        .contains("switch isolation off");
            });
        }
    }

    @Test
    void rewardThatUsesALiveResourceRunsWhereTheResourceIs() {
        try (Scorer scorer = scorer(Isolation.ALL);
                ResourcePools resources = new ResourcePools(Duration.ofSeconds(30));
                RolloutContext context = resources.rollout("r", "g", Map.of())) {
            Sample live = Sample.of("live", "", Trajectory.empty(), Map.of(), context);
            for (int i = 0; i < 2; i++) {
                assertThat(scorer.score(registry.reward("counts_resets"), live))
                        .isEqualTo(new Score.Scored(dev.guerdon.api.RewardResult.of(42)));
            }
            assertThat(extras(scorer.score(registry.reward("pid"), live)))
                    .doesNotContainEntry("pid", ProcessHandle.current().pid());
            assertThat(scorer.score(registry.reward("sees_counter"), live))
                    .isEqualTo(new Score.Scored(dev.guerdon.api.RewardResult.of(1)));
        }
    }

    @Test
    void closedScorerLeavesNoProcess() throws InterruptedException {
        long pid;
        try (Scorer scorer = scorer(Isolation.ALL)) {
            pid = Long.parseLong(String.valueOf(
                    extras(scorer.score(registry.reward("pid"), plain("1"))).get("pid")));
            assertThat(ProcessHandle.of(pid)).isPresent();
        }
        for (int i = 0;
                i < 3000 && ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isPresent();
                i++) {
            TimeUnit.MILLISECONDS.sleep(10);
        }
        assertThat(ProcessHandle.of(pid).filter(ProcessHandle::isAlive)).isEmpty();
    }

    @Test
    void memoryThatIsTooSmallForAnythingIsRefused() {
        assertThatThrownBy(() -> Isolation.ALL.memory(1 << 20))
                .isInstanceOf(GuerdonException.class)
                .hasMessageContaining("at least 32 MiB");
    }
}
