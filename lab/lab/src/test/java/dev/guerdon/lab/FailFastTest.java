package dev.guerdon.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guerdon.agent.spi.Rollout;
import dev.guerdon.agent.spi.RolloutListener;
import dev.guerdon.api.Trajectory.FinishReason;
import dev.guerdon.core.Registry;
import dev.guerdon.core.base.EndedEarly;
import dev.guerdon.lab.spi.Episode;
import dev.guerdon.lab.spi.IterationPlan;
import dev.guerdon.lab.spi.Run;
import dev.guerdon.lab.spi.RunInfo;
import dev.guerdon.lab.spi.RunOptions;
import dev.guerdon.lab.spi.RunWriter;
import dev.guerdon.lab.spi.StoredSession.Decision;
import dev.guerdon.lab.spi.StoredSession.Decision.Verdict;
import dev.guerdon.lab.spi.Suite;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs stop where the model cannot answer, run again what failed, and decide nothing from what is missing. */
class FailFastTest {

    private static final Registry REGISTRY = Registry.discover();

    @TempDir
    Path folder;

    private RunStore store;
    private final AtomicInteger ended = new AtomicInteger();

    private final RolloutListener counting = new RolloutListener() {
        @Override
        public void ended(Rollout rollout) {
            ended.incrementAndGet();
        }
    };

    @BeforeEach
    void writeSuite() throws IOException {
        store = new RunStore(folder.resolve("runs"));
        suite("graded", "policy:math-calculator", 8);
    }

    @AfterEach
    void forgetLosses() {
        GradedKind.LOSSES.clear();
    }

    private void suite(String agent, String model, int tasks) throws IOException {
        Files.writeString(
                folder.resolve("suite.yaml"),
                "name: small\nagent: " + agent + "\nmodel: '" + model + "'\nreward: assistantbench_reward\ntasks:\n"
                        + IntStream.range(0, tasks)
                                .mapToObj(i -> "  - {id: t" + i + ", question: 'what?', answer: '" + (100 + i) + "'}\n")
                                .collect(Collectors.joining()));
    }

    /** A model at a port of this machine at which nobody listens. */
    private static String unreachable() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return "openai-compatible:http://127.0.0.1:" + socket.getLocalPort() + "/v1#nobody?retries=0";
        }
    }

    private RunJob job(RunOptions.Faults faults) {
        Suite loaded = Suites.load(REGISTRY, folder.resolve("suite.yaml").toString());
        return RunJob.create(
                REGISTRY, store, RunOptions.builder(loaded).faults(faults).build());
    }

    @Test
    void aModelThatIsNotReachedStopsTheRunWithTheCause() throws Exception {
        suite("tools", unreachable(), 8);
        RunJob job = job(RunOptions.Faults.STOP);
        try (Run run = job.run(counting)) {
            assertThat(run.info().status()).isEqualTo(RunInfo.Status.STOPPED);
            assertThat(run.episodes()).hasSize(3).allSatisfy(episode -> {
                assertThat(episode.finish()).isEqualTo(FinishReason.MODEL_FAILED);
                assertThat(episode.scored()).isFalse();
                assertThat(episode.completed()).isFalse();
            });
            assertThat(run.metrics().averageReward()).isNaN();
            assertThat(run.metrics().errorRate()).isOne();
        }
        assertThat(job.fault().orElseThrow()).startsWith("the model failed on 3 tasks in a row with one cause: ");
        assertThat(job.leftOut()).isEqualTo(5);
    }

    @Test
    void keepGoingRunsToTheEnd() throws Exception {
        suite("tools", unreachable(), 5);
        RunJob job = job(new RunOptions.Faults(0, true));
        try (Run run = job.run(counting)) {
            assertThat(run.info().status()).isEqualTo(RunInfo.Status.COMPLETE);
            assertThat(run.episodes()).hasSize(5);
            assertThat(run.metrics().averageReward()).isNaN();
        }
        assertThat(job.fault()).isEmpty();
    }

    @Test
    void evenTwoTasksAreNoCompleteRunWhereTheModelNeverAnswered() throws Exception {
        suite("tools", unreachable(), 2);
        RunJob job = job(RunOptions.Faults.STOP);
        try (Run run = job.run(counting)) {
            assertThat(run.info().status()).isEqualTo(RunInfo.Status.STOPPED);
        }
        assertThat(job.fault()).isPresent();
    }

    @Test
    void lostEnvironmentsAreRunAgainAndTakeThePlaceOfTheFirst() throws Exception {
        GradedKind.LOSSES.put("t1", 1);
        GradedKind.LOSSES.put("t2", 99);
        try (Run run = job(new RunOptions.Faults(2, false)).run(counting)) {
            assertThat(run.info().status()).isEqualTo(RunInfo.Status.COMPLETE);
            assertThat(run.episodes()).hasSize(8);
            assertThat(run.episodes().stream().filter(Episode::failed).map(Episode::task))
                    .containsExactly("t2");
            assertThat(run.episodes())
                    .filteredOn(episode -> episode.task().equals("t2"))
                    .allSatisfy(episode -> assertThat(episode.finish()).isEqualTo(FinishReason.ENVIRONMENT_LOST));
            assertThat(run.detail(episode(run, "t1")).turns()).hasSize(1);
            assertThat(run.metrics().unscored()).isOne();
        }
        assertThat(ended.get()).as("8, then t1 and t2, then t2").isEqualTo(11);
    }

    @Test
    void episodeThatTheEnvironmentLostIsPlayedOnceMoreAndCounted() throws Exception {
        GradedKind.LOSSES.put("t3", 1);
        GradedKind.LOSSES.put("t5", 99);
        RunJob job = job(RunOptions.Faults.USUAL);
        try (Run run = job.run(counting)) {
            assertThat(run.episodes().stream().filter(Episode::failed).map(Episode::task))
                    .containsExactly("t5");
        }
        assertThat(job.playedAgain()).isEqualTo(2);
        assertThat(ended.get()).as("8, then t3 and t5").isEqualTo(10);
    }

    @Test
    void environmentThatLosesMostEpisodesIsNotTriedAgain() throws Exception {
        for (int task = 0; task < 5; task++) {
            GradedKind.LOSSES.put("t" + task, 99);
        }
        RunJob job = job(RunOptions.Faults.USUAL);
        job.run(counting).close();
        assertThat(job.playedAgain()).isZero();
        assertThat(ended.get()).isEqualTo(8);
    }

    @Test
    void aResumedRunRunsAgainWhatFailed() throws Exception {
        GradedKind.LOSSES.put("t3", 1);
        String name;
        try (Run run = job(RunOptions.Faults.STOP).run(counting)) {
            name = run.info().name();
            assertThat(run.metrics().unscored()).isOne();
        }
        RunJob rest = RunJob.resume(REGISTRY, store, name);
        assertThat(rest.finishedBefore()).hasSize(7);
        try (Run run = rest.run(counting)) {
            assertThat(run.episodes()).hasSize(8).allMatch(Episode::scored);
            assertThat(run.info().status()).isEqualTo(RunInfo.Status.COMPLETE);
        }
        assertThat(ended.get()).isEqualTo(9);
    }

    private static Episode episode(Run run, String task) {
        return run.episodes().stream()
                .filter(episode -> episode.task().equals(task))
                .findFirst()
                .orElseThrow();
    }

    private List<Decision> iterate(String... lines) throws Exception {
        Path file = folder.resolve("plan.yaml");
        Files.writeString(file, "suite: suite.yaml\n" + String.join("\n", lines) + "\n");
        IterationPlan plan = IterationSession.plan(file);
        return IterationSession.start(REGISTRY, store, plan)
                .run(new IterationSession.Listener() {})
                .decisions();
    }

    @Test
    void anIdenticalCandidateIsNotKeptBecauseTheChampionCrashed() throws Exception {
        GradedKind.LOSSES.put("t0", 1);
        GradedKind.LOSSES.put("t1", 1);
        List<Decision> decisions = iterate(
                "retries: 0",
                "accept: mean",
                "champion: {name: now, set: {knows: all}}",
                "candidates:",
                "  - {name: the same, set: {knows: all}}");
        assertThat(decisions.getLast().verdict()).isNotEqualTo(Verdict.KEPT);
        assertThat(decisions.getLast().reason())
                .contains("2 tasks without a score")
                .doesNotContain("rose by");
    }

    @Test
    void whatTheMissingCouldTurnIsUndecided() throws Exception {
        GradedKind.LOSSES.put("t0", 1);
        List<Decision> decisions = iterate(
                "retries: 0",
                "accept: mean",
                "champion: {name: now, set: {knows: t0 t1}}",
                "candidates:",
                "  - {name: other, set: {knows: t0 t2}}");
        assertThat(decisions.getLast().verdict()).isEqualTo(Verdict.UNDECIDED);
        assertThat(decisions.getLast().reason()).endsWith("so no decision is possible.");
    }

    @Test
    void missingEpisodesAreRunAgainBeforeADecision() throws Exception {
        GradedKind.LOSSES.put("t0", 1);
        GradedKind.LOSSES.put("t1", 1);
        List<Decision> decisions = iterate(
                "accept: mean",
                "champion: {name: now, set: {knows: all}}",
                "candidates:",
                "  - {name: the same, set: {knows: all}}");
        assertThat(decisions.getLast().verdict()).isEqualTo(Verdict.ROLLED_BACK);
        assertThat(decisions.getLast().reason()).doesNotContain("without a score");
    }

    @Test
    @Tag("slow")
    void aChampionWhoseModelIsNotReachedEndsTheSession() throws Exception {
        suite("tools", unreachable(), 4);
        assertThatThrownBy(() -> iterate("accept: mean", "candidates:", "  - {name: any, set: {fold_keep: 3}}"))
                .isInstanceOf(EndedEarly.class)
                .hasMessageContaining("the model failed on 3 tasks in a row with one cause");
    }

    @Test
    void everyEndingAndWhatWasWaitedForIsStored() {
        List<Episode> episodes = Arrays.stream(FinishReason.values())
                .map(reason -> {
                    Episode usual = Episodes.scored(reason.word(), 0, 0.5);
                    return new Episode(
                            usual.task(),
                            0,
                            usual.seed(),
                            usual.domain(),
                            usual.gold(),
                            usual.score(),
                            new Episode.Ending(reason, reason.completed(), "an answer", ""),
                            new Episode.Effort(
                                    3,
                                    usual.usage(),
                                    usual.started(),
                                    usual.duration(),
                                    reason.name().length(),
                                    Duration.ofMillis(1_500)));
                })
                .toList();
        try (RunWriter writer = store.create(Episodes.info())) {
            episodes.forEach(each -> writer.add(each, Episodes.detail(each.task())));
            writer.replace(
                    episodes.getFirst(), Episodes.detail(episodes.getFirst().task()));
        }
        RunInfo info = store.list().getFirst();
        try (Run run = store.open(info.name())) {
            assertThat(run.episodes()).containsExactlyInAnyOrderElementsOf(episodes);
        }
        long failed = Arrays.stream(FinishReason.values())
                .filter(FinishReason::failed)
                .count();
        assertThat(store.summary(info).metrics().errorRate()).isEqualTo((double) failed / FinishReason.values().length);
    }
}
