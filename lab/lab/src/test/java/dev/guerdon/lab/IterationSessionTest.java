package dev.guerdon.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guerdon.agent.spi.Rollout;
import dev.guerdon.core.Registry;
import dev.guerdon.lab.spi.Episode;
import dev.guerdon.lab.spi.IterationPlan;
import dev.guerdon.lab.spi.IterationPlan.Candidate;
import dev.guerdon.lab.spi.LabException;
import dev.guerdon.lab.spi.Run;
import dev.guerdon.lab.spi.StoredSession.Decision;
import dev.guerdon.lab.spi.StoredSession.Decision.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IterationSessionTest {

    private static final Registry REGISTRY = Registry.discover();

    @TempDir
    Path folder;

    private RunStore store;

    @BeforeEach
    void writeSuite() throws IOException {
        store = new RunStore(folder.resolve("runs"));
        Files.writeString(
                folder.resolve("suite.yaml"),
                "name: small\nagent: graded\nmodel: policy:math-calculator\nreward: assistantbench_reward\ntasks:\n"
                        + IntStream.range(0, 6)
                                .mapToObj(i ->
                                        "  - {id: t" + i + ", question: 'what is it?', answer: '" + (100 + i) + "'}\n")
                                .collect(Collectors.joining()));
        GradedKind.ROLLOUTS.set(0);
    }

    private IterationPlan plan(String... lines) throws IOException {
        Path file = folder.resolve("plan.yaml");
        String text = String.join("\n", lines);
        // Most tests are about something else than noise.
        String rule = text.contains("accept:") ? "" : "\naccept: mean";
        Files.writeString(file, "suite: suite.yaml\n" + text + rule + "\n");
        return IterationSession.plan(file);
    }

    @Test
    void settingMayBeTheTextOfAFileBesideThePlan() throws IOException {
        Files.writeString(folder.resolve("known.txt"), "t0 t1\n");
        IterationPlan read = plan("candidates:", "  - {name: from a file, set: {knows: '@known.txt'}}");
        assertThat(read.candidates().getFirst().settings()).containsEntry("knows", "t0 t1");
        assertThatThrownBy(() -> plan("candidates:", "  - {name: lost, set: {knows: '@lost.txt'}}"))
                .hasMessageContainingAll("plan.yaml", "'knows'", "lost.txt");
    }

    private IterationPlan usual() throws IOException {
        return plan(
                "seed: 7",
                "candidates:",
                "  - {name: first two, set: {knows: t0 t1}}",
                "  - {name: other ones, set: {knows: t5}}",
                "  - {name: three, set: {knows: t0 t1 t2}}");
    }

    @Test
    void changesAreKeptOrRolledBackByTheReward() throws Exception {
        IterationSession.Result result =
                IterationSession.start(REGISTRY, store, usual()).run(new IterationSession.Listener() {});
        assertThat(result.complete()).isTrue();
        assertThat(result.decisions().stream().map(Decision::verdict))
                .containsExactly(Verdict.START, Verdict.KEPT, Verdict.ROLLED_BACK, Verdict.KEPT);
        Decision back = result.decisions().get(2);
        assertThat(back.against()).isEqualTo(result.decisions().get(1).run());
        assertThat(back.regressions()).containsExactly("t0", "t1");
        assertThat(result.decisions().get(3).against())
                .isEqualTo(result.decisions().get(1).run());
        try (Run best = store.open(result.champion())) {
            assertThat(best.metrics().averageReward()).isEqualTo(0.5);
            assertThat(best.info().note()).isEqualTo("three");
        }
        assertThat(result.report().orElseThrow().markdown()).contains("rolled back", "other ones");
    }

    @Test
    void championIsRunOnceAndPairsHaveTheSameSeeds() throws Exception {
        IterationSession.Result result = IterationSession.start(
                        REGISTRY, store, plan("seed: 7", "candidates:", "  - {name: all, set: {knows: all}}"))
                .run(new IterationSession.Listener() {});
        assertThat(GradedKind.ROLLOUTS).hasValue(12);
        try (Run champion = store.open(result.decisions().get(0).run());
                Run candidate = store.open(result.decisions().get(1).run())) {
            assertThat(candidate.episodes().stream().map(Episode::seed).toList())
                    .isEqualTo(champion.episodes().stream().map(Episode::seed).toList());
        }
    }

    @Test
    void candidateThatCannotWinAnyMoreIsStoppedEarly() throws Exception {
        IterationSession.Result result = IterationSession.start(
                        REGISTRY,
                        store,
                        plan("champion: {set: {knows: all}}", "candidates:", "  - {name: worse, set: {knows: t5}}"))
                .run(new IterationSession.Listener() {});
        assertThat(result.decisions().get(1).verdict()).isEqualTo(Verdict.ROLLED_BACK);
        assertThat(result.decisions().get(1).reason()).contains("could not have changed this");
        assertThat(GradedKind.ROLLOUTS.get()).isLessThan(12);
        assertThat(result.complete()).isTrue();
    }

    @Test
    void sequentialRuleKeepsAWinnerAndCompletesItsRun() throws Exception {
        Files.writeString(
                folder.resolve("suite.yaml"),
                "agent: graded\nmodel: policy:math-calculator\nreward: assistantbench_reward\ntasks:\n"
                        + IntStream.range(0, 60)
                                .mapToObj(i -> "  - {id: t" + i + ", question: 'what?', answer: '" + (100 + i) + "'}\n")
                                .collect(Collectors.joining()));
        IterationSession.Result result = IterationSession.start(
                        REGISTRY,
                        store,
                        plan("accept: {test: sequential}", "candidates:", "  - {name: all, set: {knows: all}}"))
                .run(new IterationSession.Listener() {});
        assertThat(result.decisions().get(1).verdict()).isEqualTo(Verdict.KEPT);
        assertThat(result.decisions().get(1).reason()).contains("sure enough");
        // The winner is the next champion, so the rest of its run is made up for; then it is run again on all 60 tasks,
        // and the start
        // on the 12 that were set apart.
        assertThat(GradedKind.ROLLOUTS.get()).isEqualTo(48 + 48 + 60 + 12);
        assertThat(result.confirmation().orElseThrow().confirmed()).isTrue();
        assertThat(result.confirmation().orElseThrow().runs()).hasSize(2);
        assertThat(result.report().orElseThrow().markdown()).contains("no change had seen");
    }

    @Test
    void sequentialRuleStopsALoserEarly() throws Exception {
        Files.writeString(
                folder.resolve("suite.yaml"),
                "agent: graded\nmodel: policy:math-calculator\nreward: assistantbench_reward\ntasks:\n"
                        + IntStream.range(0, 60)
                                .mapToObj(i -> "  - {id: t" + i + ", question: 'what?', answer: '" + (100 + i) + "'}\n")
                                .collect(Collectors.joining()));
        IterationSession.Result result = IterationSession.start(
                        REGISTRY,
                        store,
                        plan(
                                "accept: {test: sequential, holdout: none}",
                                "champion: {set: {knows: all}}",
                                "candidates:",
                                "  - {name: none, set: {knows: t0}}"),
                        true)
                .run(new IterationSession.Listener() {});
        assertThat(result.decisions().get(1).verdict()).isEqualTo(Verdict.ROLLED_BACK);
        assertThat(GradedKind.ROLLOUTS.get()).isBetween(64, 90);
        assertThat(result.report().orElseThrow().markdown()).contains("marked with \\*");
    }

    @Test
    void promptSectionIsASetting() throws Exception {
        IterationPlan plan = plan("candidates:", "  - {name: polite, prompt: {manners: on}}");
        assertThat(plan.candidates().getFirst().settings()).containsEntry("section.manners", "on");
    }

    @Test
    void interruptedSessionGoesOnWhereItWas() throws Exception {
        IterationPlan plan = usual();
        IterationSession first = IterationSession.start(REGISTRY, store, plan);
        AtomicInteger ended = new AtomicInteger();
        IterationSession.Result stopped = first.run(new IterationSession.Listener() {
            @Override
            public void ended(Rollout rollout) {
                // In the middle of the second run.
                if (ended.incrementAndGet() == 9) {
                    first.interrupt();
                }
            }
        });
        assertThat(stopped.complete()).isFalse();
        assertThat(stopped.decisions()).hasSize(1);
        int before = GradedKind.ROLLOUTS.get();
        assertThat(before).isBetween(9, 10);

        IterationSession.Result result =
                IterationSession.resume(REGISTRY, store, plan).run(new IterationSession.Listener() {});
        assertThat(result.complete()).isTrue();
        assertThat(result.folder()).isEqualTo(stopped.folder());
        assertThat(result.decisions().stream().map(Decision::verdict))
                .containsExactly(Verdict.START, Verdict.KEPT, Verdict.ROLLED_BACK, Verdict.KEPT);
        assertThat(store.list()).hasSize(4);
        assertThat(GradedKind.ROLLOUTS.get()).isLessThanOrEqualTo(24);
    }

    @Test
    void crashBetweenTheEndOfARunAndItsDecisionLosesNothing() throws Exception {
        IterationPlan plan = usual();
        IterationSession first = IterationSession.start(REGISTRY, store, plan);
        assertThatThrownBy(() -> first.run(new IterationSession.Listener() {
                    @Override
                    public void decided(Decision decision) {
                        if (decision.change().equals("first two")) {
                            throw new IllegalStateException("crash");
                        }
                    }
                }))
                .hasMessage("crash");
        IterationSession.Result result =
                IterationSession.resume(REGISTRY, store, plan).run(new IterationSession.Listener() {});
        assertThat(result.decisions()).hasSize(4);
        assertThat(store.list()).hasSize(4);
    }

    @Test
    void resumeOfAPlanThatWasChangedSaysSo() throws Exception {
        IterationSession.start(REGISTRY, store, usual()).run(new IterationSession.Listener() {});
        IterationPlan other = plan("candidates:", "  - {set: {knows: t3}}");
        assertThatThrownBy(() -> IterationSession.resume(REGISTRY, store, other))
                .isInstanceOf(LabException.class)
                .hasMessageContaining("a plan that was changed begins a new session");
    }

    @Test
    void wrongSettingIsRefusedBeforeAnythingIsRun() throws Exception {
        IterationPlan plan =
                plan("candidates:", "  - {name: good, set: {knows: t0}}", "  - {name: bad, set: {knowz: t1}}");
        assertThatThrownBy(() -> IterationSession.start(REGISTRY, store, plan)).hasMessageContaining("knowz");
        assertThat(GradedKind.ROLLOUTS).hasValue(0);
    }

    @Test
    void planSaysWhatIsWrongWithFileAndLine() throws Exception {
        assertThatThrownBy(() -> plan("accept: {test: men}", "candidates:", "  - {set: {knows: t0}}"))
                .isInstanceOf(LabException.class)
                .hasMessageContaining("plan.yaml:2")
                .hasMessageContaining("did you mean 'mean'");
        assertThatThrownBy(() -> plan("candidates:", "  - {name: nothing}"))
                .hasMessageContaining("a candidate changes something");
        assertThatThrownBy(() -> plan("candidates:", "  - {commit: '--upload-pack=evil'}"))
                .hasMessageContaining("expected the name of a commit");
        assertThatThrownBy(() -> plan("candidates:", "  - {set: {knows: t0}}", "accept: {alpha: 2}"))
                .hasMessageContaining("alpha must lie between 0 and 1");
        assertThatThrownBy(() -> plan("candidates:", "  - {set: {knows: t0}}", "repeat: 0"))
                .hasMessageContaining("'repeat' from 1");
    }

    @Test
    void listenerHearsEveryStep() throws Exception {
        AtomicReference<String> heard = new AtomicReference<>("");
        IterationSession.start(REGISTRY, store, usual()).run(new IterationSession.Listener() {
            @Override
            public void begins(Candidate change, int number, int changes) {
                heard.updateAndGet(text -> text + number + "/" + changes + " " + change.name() + "; ");
            }
        });
        assertThat(heard).hasValue("0/3 initial state; 1/3 first two; 2/3 other ones; 3/3 three; ");
    }

    @Test
    void tasksCanBeChosen() throws Exception {
        IterationSession.Result result = IterationSession.start(
                        REGISTRY, store, plan("tasks: 0-1", "candidates:", "  - {set: {knows: t0}}"))
                .run(new IterationSession.Listener() {});
        try (Run run = store.open(result.champion())) {
            assertThat(run.episodes().stream().map(Episode::task)).isEqualTo(List.of("t0", "t1"));
        }
    }

    private void writeTasks(int tasks) throws IOException {
        Files.writeString(
                folder.resolve("suite.yaml"),
                "name: small\nagent: graded\nmodel: policy:math-calculator\nreward: assistantbench_reward\ntasks:\n"
                        + IntStream.range(0, tasks)
                                .mapToObj(i -> "  - {id: t" + i + ", question: 'what?', answer: '" + (100 + i) + "'}\n")
                                .collect(Collectors.joining()));
    }

    @Test
    void planWhoseTestCanKeepNothingIsRefusedBeforeAnythingIsRun() throws Exception {
        IterationPlan plan =
                plan("accept: {alpha: 0.05}", "candidates:", "  - {set: {knows: t0}}", "  - {set: {knows: t1}}");
        writeTasks(5);
        assertThatThrownBy(() -> IterationSession.start(REGISTRY, store, plan))
                .isInstanceOf(IterationPlan.Hopeless.class)
                .hasMessageContainingAll("can keep no change", "at least 6 tasks, and has 5", "--anyway");
        assertThat(GradedKind.ROLLOUTS).hasValue(0);
        assertThat(folder.resolve("runs/sessions"))
                .satisfiesAnyOf(
                        path -> assertThat(path).doesNotExist(),
                        path -> assertThat(path).isEmptyDirectory());
        assertThat(IterationSession.start(REGISTRY, store, plan, true)
                        .run(new IterationSession.Listener() {})
                        .complete())
                .isTrue();
    }

    @Test
    void hopelessPlanStopsAfterTheChampionAndGoesOnAnyway() throws Exception {
        writeTasks(10);
        IterationPlan plan = plan(
                "accept: {test: sequential}",
                "champion: {set: {knows: t0 t1 t2 t3 t4 t5}}",
                "candidates:",
                "  - {set: {knows: all}}",
                "  - {set: {knows: t0}}");
        assertThatThrownBy(() -> IterationSession.start(REGISTRY, store, plan).run(new IterationSession.Listener() {}))
                .isInstanceOf(IterationPlan.Hopeless.class)
                .hasMessageContainingAll("10 tasks × 1 repeat and 2 changes", "episodes per change");
        assertThat(GradedKind.ROLLOUTS).hasValue(10);
        AtomicReference<String> heard = new AtomicReference<>("");
        IterationSession.Result result = IterationSession.resume(REGISTRY, store, plan, true)
                .run(new IterationSession.Listener() {
                    @Override
                    public void notice(String sentence) {
                        heard.updateAndGet(text -> text + sentence);
                    }
                });
        assertThat(heard.get()).contains("can hardly notice any gain");
        assertThat(result.complete()).isTrue();
        assertThat(result.decisions().stream().map(Decision::verdict))
                .containsExactly(Verdict.START, Verdict.ROLLED_BACK, Verdict.ROLLED_BACK);
        assertThat(result.confirmation())
                .as("nothing was kept, so nothing is confirmed")
                .isEmpty();
    }

    @Test
    void winnerIsConfirmedOnTasksThatNoChangeSaw() throws Exception {
        writeTasks(30);
        IterationPlan plan = plan(
                "accept: {holdout: 't3, t7, t9, t11, t13, t28'}",
                "candidates:",
                "  - {name: all, set: {knows: all}}",
                "  - {name: none, set: {knows: t0}}");
        IterationSession.Result result =
                IterationSession.start(REGISTRY, store, plan).run(new IterationSession.Listener() {});
        assertThat(result.decisions().stream().map(Decision::verdict))
                .containsExactly(Verdict.START, Verdict.KEPT, Verdict.ROLLED_BACK);
        for (Decision decision : result.decisions()) {
            try (Run run = store.open(decision.run())) {
                assertThat(run.episodes().stream().map(Episode::task)).doesNotContain("t3", "t7", "t28");
            }
        }
        IterationSession.Confirmed confirmed = result.confirmation().orElseThrow();
        assertThat(confirmed.reward()).isEqualTo(1);
        assertThat(confirmed.gain()).isEqualTo(1);
        assertThat(confirmed.confirmed()).isTrue();
        assertThat(confirmed.sentence()).contains("On 6 tasks that no change had seen", "is confirmed");
        try (Run again = store.open(confirmed.runs().getFirst());
                Run start = store.open(confirmed.runs().getLast());
                Run chosen = store.open(result.champion())) {
            assertThat(again.episodes()).hasSize(30);
            assertThat(again.info().seed()).isNotEqualTo(chosen.info().seed());
            assertThat(start.episodes().stream().map(Episode::task))
                    .containsExactlyInAnyOrder("t3", "t7", "t9", "t11", "t13", "t28");
        }
    }

    @Test
    void confirmationThatWasInterruptedGoesOn() throws Exception {
        writeTasks(12);
        IterationPlan plan = plan("accept: {holdout: none}", "candidates:", "  - {name: all, set: {knows: all}}");
        IterationSession first = IterationSession.start(REGISTRY, store, plan);
        AtomicInteger ended = new AtomicInteger();
        IterationSession.Result stopped = first.run(new IterationSession.Listener() {
            @Override
            public void ended(Rollout rollout) {
                // The start, the change and the first of the fresh runs have twelve episodes each.
                if (ended.incrementAndGet() == 30) {
                    first.interrupt();
                }
            }
        });
        assertThat(stopped.complete()).isFalse();
        assertThat(stopped.decisions()).hasSize(2);
        assertThat(stopped.confirmation()).isEmpty();
        IterationSession.Result result =
                IterationSession.resume(REGISTRY, store, plan).run(new IterationSession.Listener() {});
        assertThat(result.complete()).isTrue();
        assertThat(result.confirmation().orElseThrow().sentence()).contains("Both run again");
        assertThat(GradedKind.ROLLOUTS.get()).isBetween(48, 49);
    }

    @Test
    void higherMeanIsWarnedAbout() throws Exception {
        AtomicReference<String> heard = new AtomicReference<>("");
        IterationSession.start(REGISTRY, store, usual()).run(new IterationSession.Listener() {
            @Override
            public void notice(String sentence) {
                heard.updateAndGet(text -> text + sentence);
            }
        });
        assertThat(heard.get()).contains("as one does by hand", "keep useless changes");
    }

    @Test
    void newKeysOfAPlanSayWhatIsWrongWithThem() {
        String candidates = "candidates: [{set: {knows: t0}}]";
        assertThatThrownBy(() -> plan(candidates, "accept: {holdout: 120 %}"))
                .hasMessageContaining("a share such as 20 %");
        assertThatThrownBy(() -> plan(candidates, "accept: {confirm: maybe}")).hasMessageContaining("yes or no");
        assertThatThrownBy(() -> plan(candidates, "accept: {effect: 2}")).hasMessageContaining("the effect must lie");
        assertThatThrownBy(() -> plan(candidates, "accept: {hold_out: 3}"))
                .hasMessageContaining("did you mean 'holdout'");
        assertThatThrownBy(() -> plan(candidates, "command: ['./run', '{paramters}']"))
                .hasMessageContainingAll("plan.yaml:", "did you mean 'parameters'");
        assertThatThrownBy(() -> plan(candidates, "repository: nowhere"))
                .hasMessageContainingAll("plan.yaml:", "there is no folder", "nowhere");
        assertThatThrownBy(() ->
                        IterationSession.start(REGISTRY, store, plan(candidates, "accept: {test: mean, holdout: 6}")))
                .hasMessageContaining("leaves no task to try changes on");
    }
}
