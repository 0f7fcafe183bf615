package dev.guerdon.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.api.Context;
import dev.guerdon.api.Resource;
import dev.guerdon.api.ResourceSpec;
import dev.guerdon.api.RewardFunction;
import dev.guerdon.api.Score;
import dev.guerdon.api.Trajectory.FinishReason;
import dev.guerdon.core.RewardEntry;
import dev.guerdon.core.Scorer;
import dev.guerdon.lab.spi.Comparison;
import dev.guerdon.lab.spi.Episode;
import dev.guerdon.lab.spi.Run;
import dev.guerdon.lab.spi.RunInfo;
import dev.guerdon.lab.spi.RunWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RescoredRunTest {

    @TempDir
    Path folder;

    private static MemoryRun run() {
        return new MemoryRun("run_1")
                .answered("right", "How many?", "42", "42")
                .answered("wrapped", "Who?", "Kafka", "It was Kafka")
                .answered("wrong", "Where?", "Lima", "Paris")
                .ended(FinishReason.MAX_TURNS, "silent", "When?", "1999");
    }

    private static RescoredRun rescore(Run run, RewardEntry reward, @Nullable RunWriter saved) {
        try (Scorer scorer = Scorer.builder().threads(2).build()) {
            return RescoredRun.of(run, reward, scorer, Comparison.Options.DEFAULT, saved);
        }
    }

    private static RewardEntry reward(String name, RewardFunction function) {
        return RewardEntry.of(name, function);
    }

    @Test
    void everyChangeIsListedFlipsFirst() {
        RewardEntry contains = reward(
                "contains",
                sample -> sample.finalResponse().contains(sample.field("answer").asString()) ? 1 : 0.25);
        RescoredRun rescoring = rescore(run(), contains, null);
        assertThat(rescoring.changes())
                .extracting(RescoredRun.Change::task)
                .startsWith("wrapped")
                .containsExactlyInAnyOrder("wrapped", "wrong", "silent");
        assertThat(rescoring.flips()).singleElement().satisfies(flip -> {
            assertThat(flip.task()).isEqualTo("wrapped");
            assertThat(flip.after()).contains(1.0);
            assertThat(flip.before().orElseThrow()).isLessThan(0.99);
        });
        assertThat(rescoring.episodes()).isEqualTo(4);
        assertThat(rescoring.unscored()).isEmpty();
        Comparison.Versus versus = rescoring.comparison().candidates().getFirst();
        assertThat(versus.candidate().info().reward()).isEqualTo("contains");
        assertThat(versus.difference().mean()).isPositive();
        assertThat(versus.tasks()).isEqualTo(4);
    }

    @Test
    void sameRewardChangesNothing() {
        RescoredRun rescoring = rescore(run(), MemoryRun.REGISTRY.reward("assistantbench_reward"), null);
        assertThat(rescoring.changes()).isEmpty();
        assertThat(rescoring.comparison().candidates().getFirst().difference().differing())
                .isZero();
    }

    @Test
    void rewardSeesTheTrajectoryAndTheFieldsThroughItsContext() {
        List<String> seen = new ArrayList<>();
        RewardEntry reward = reward("spy", sample -> {
            Context context = sample.context();
            synchronized (seen) {
                seen.add(sample.id() + " " + context.metadata().get("answer") + " " + context.finalResponse() + " "
                        + context.trajectory().messages().size());
            }
            return 1;
        });
        rescore(new MemoryRun("run_1").answered("t", "How many?", "42", "41"), reward, null);
        assertThat(seen).containsExactly("t 42 41 2");
    }

    /** A resource that no stored run can have. */
    private static final class Door implements Resource {
        @Override
        public void close() {}
    }

    @Test
    void whatNoAgentIsToBlameForStaysMissing() {
        MemoryRun run = new MemoryRun("run_1")
                .unscored("rewardless", "the reward failed")
                .unscored("modelless", "no model", FinishReason.MODEL_FAILED)
                .unscored("pageless", "no page", FinishReason.ENVIRONMENT_LOST);
        RescoredRun rescoring = rescore(run, reward("zero", sample -> 0), null);
        assertThat(rescoring.changes()).singleElement().satisfies(change -> {
            assertThat(change.task()).isEqualTo("rewardless");
            assertThat(change.after()).hasValue(0.0);
        });
        assertThat(rescoring.unscored()).isEqualTo(Map.of(Score.Reason.ERROR, 2));
    }

    @Test
    void rewardThatNeedsTheLiveEnvironmentIsUnscoredWithTheReason() {
        RewardEntry reward = reward("live", sample -> {
            Door door = sample.context()
                    .acquire(ResourceSpec.local("door", Door.class, 1, Door::new), Context.Scope.ROLLOUT);
            return door.hashCode();
        });
        RescoredRun rescoring = rescore(run(), reward, null);
        assertThat(rescoring.unscored()).containsOnlyKeys(Score.Reason.RESOURCE).containsValue(4);
        assertThat(rescoring.flips()).isEmpty();
        assertThat(rescoring.changes()).hasSize(4).first().satisfies(change -> {
            assertThat(change.missing()).isTrue();
            assertThat(change.after()).isEmpty();
            assertThat(change.message())
                    .isEqualTo("the resource 'door' ended with the rollout; run the task again with"
                            + " this reward instead");
        });
    }

    @Test
    void resultCanBeKeptAsARunOfItsOwn() {
        RunStore store = new RunStore(folder);
        MemoryRun run = run();
        String name;
        try (RunWriter writer = store.create(RescoredRun.info(run.info(), "always", ""))) {
            RescoredRun rescoring = rescore(run, reward("always", sample -> 1), writer);
            writer.finish(RunInfo.Status.COMPLETE);
            name = writer.info().name();
            assertThat(rescoring
                            .comparison()
                            .candidates()
                            .getFirst()
                            .candidate()
                            .run())
                    .isEqualTo(name);
        }
        try (Run saved = store.open(name)) {
            assertThat(saved.metrics().averageReward()).isOne();
            assertThat(saved.info().reward()).isEqualTo("always");
            assertThat(saved.info().note()).isEqualTo("run_1 scored again with always");
            assertThat(saved.info().provenance()).containsEntry("rescored_from", "run_1");
            Episode first = saved.episodes().getFirst();
            assertThat(saved.detail(first).trajectory().reward()).hasValue(1);
            assertThat(saved.detail(first).task().fields()).containsEntry("answer", "42");
            assertThat(Optional.of(first.answer())).contains("42");
        }
    }
}
