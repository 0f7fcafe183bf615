package dev.guerdon.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.api.Trajectory.FinishReason;
import dev.guerdon.api.agent.Turn;
import dev.guerdon.api.agent.Usage;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class TrajectoryTest {

    private static final List<List<Message>> SEGMENTS =
            List.of(List.of(Message.user("a"), Message.assistant("b")), List.of(Message.user("c")));

    private static final Trajectory WHOLE = new Trajectory(
            "r1",
            "g1",
            SEGMENTS,
            OptionalDouble.of(0.5),
            Map.of("turns", 2.0),
            FinishReason.TERMINAL,
            Instant.ofEpochSecond(7),
            Duration.ofSeconds(3));

    @Test
    void aBuilderSetsEveryPart() {
        assertThat(Trajectory.builder()
                        .ids("r1", "g1")
                        .segments(SEGMENTS)
                        .reward(0.5)
                        .metrics(Map.of("turns", 2.0))
                        .finishReason(FinishReason.TERMINAL)
                        .time(Instant.ofEpochSecond(7), Duration.ofSeconds(3))
                        .build())
                .isEqualTo(WHOLE);
    }

    @Test
    void aCopyDiffersInWhatIsSetAlone() {
        assertThat(WHOLE.toBuilder().build()).isEqualTo(WHOLE);
        Trajectory again = WHOLE.toBuilder().reward(1).build();
        assertThat(again.reward()).hasValue(1);
        assertThat(again.segments()).isEqualTo(WHOLE.segments());
        assertThat(again.started()).isEqualTo(WHOLE.started());
    }

    @Test
    void aNewRewardReplacesTheExtrasOfTheOldOneAndKeepsOtherMetrics() {
        Trajectory first = WHOLE.withReward(new RewardResult(0, Map.of("f1", 0.2)));
        assertThat(first.metrics()).isEqualTo(Map.of("turns", 2.0, "reward_extra/f1", 0.2));
        Trajectory second = first.withReward(new RewardResult(1, Map.of("em", 1)));
        assertThat(second.metrics()).isEqualTo(Map.of("turns", 2.0, "reward_extra/em", 1.0));
        assertThat(second.reward()).hasValue(1);
        assertThat(second.finalResponse()).isEqualTo("b");
    }

    @Test
    void nothingThatIsNotSetIsKnown() {
        assertThat(Trajectory.of(List.of()))
                .isEqualTo(Trajectory.builder().segments(List.of(List.of())).build());
        assertThat(Trajectory.builder().build().reward()).isEmpty();
        assertThat(Turn.builder().build())
                .isEqualTo(new Turn(0, "", "", "", "", 0, "", Duration.ZERO, Duration.ZERO, Usage.NONE, Map.of()));
        assertThat(Usage.UNKNOWN.costKnown()).isFalse();
        assertThat(Usage.NONE.plus(Usage.UNKNOWN).costKnown()).isFalse();
    }
}
