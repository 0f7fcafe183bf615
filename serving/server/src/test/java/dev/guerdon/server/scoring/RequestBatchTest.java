package dev.guerdon.server.scoring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.api.Sample;
import dev.guerdon.api.Score;
import dev.guerdon.core.RewardEntry;
import dev.guerdon.core.Scorer;
import dev.guerdon.server.spi.RewardService.ServedReward;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class RequestBatchTest {

    private static final Duration CALL = Duration.ofMillis(200);

    private static List<Score> scores(RewardEntry reward, int count, Duration deadline) throws InterruptedException {
        List<Sample> samples = IntStream.range(0, count)
                .mapToObj(i -> Sample.of("" + i, "", List.of(), Map.of()))
                .toList();
        try (Scorer scorer = Scorer.builder().threads(1).deadline(CALL).build()) {
            RewardEngine engine = new RewardEngine(
                    new ServedReward("mine", reward, CALL, null, false),
                    scorer,
                    new FairGate(2),
                    new RewardStats(),
                    true);
            return new RequestBatch(engine, "a", samples, deadline, (from, some) -> {}).run();
        }
    }

    @Test
    void whatShouldBeQuickIsScoredWhole() throws InterruptedException {
        assertThat(scores(RewardEntry.of("quick", sample -> 1.0), 400, Duration.ofSeconds(30)))
                .hasSize(400)
                .allMatch(Score.Scored.class::isInstance);
    }

    @Test
    void whatTurnsOutToBeSlowEndsWithTheTimeOfTheRequest() throws InterruptedException {
        RewardEntry slow = RewardEntry.of("slow", sample -> {
            Thread.sleep(5);
            return 1.0;
        });
        List<Score> scores = scores(slow, 400, Duration.ofMillis(700));
        assertThat(scores.getFirst()).isInstanceOf(Score.Scored.class);
        assertThat(scores.getLast()).isInstanceOfSatisfying(Score.Unscored.class, late -> {
            assertThat(late.reason()).isEqualTo(Score.Reason.TIMEOUT);
            assertThat(late.message()).contains("batch_deadline");
        });
    }
}
