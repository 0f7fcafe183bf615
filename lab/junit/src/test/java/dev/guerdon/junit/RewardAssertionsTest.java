package dev.guerdon.junit;

import static dev.guerdon.junit.RewardAssertions.assertReward;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guerdon.api.Reward;
import dev.guerdon.api.RewardResult;
import dev.guerdon.api.Score;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.opentest4j.AssertionFailedError;

class RewardAssertionsTest {

    @Test
    void rewardOnALineOfJson() {
        assertReward("qa_f1_reward")
                .on("""
                        {"final_response": "the Nile", "answer": "Nile"}""")
                .scores(1)
                .scoresAtLeast(0.9)
                .scoresAtMost(1)
                .hasExtra("em", 1);
        assertReward("qa_f1_reward").on("Nile", Map.of()).isUnscored(Score.Reason.MISSING_FIELD);
    }

    @Test
    void wrongExpectationFailsWithBothFigures() {
        ScoreAssert score = assertReward("qa_f1_reward").on("Rhine", Map.of("answer", "Nile"));
        assertThatThrownBy(() -> score.scores(1))
                .isInstanceOf(AssertionFailedError.class)
                .hasMessage("qa_f1_reward on sample sample: expected a reward of 1.0, found 0.0");
        assertThatThrownBy(() -> score.scoresAtLeast(0.5)).hasMessageContaining("at least 0.5, found 0.0");
        assertThatThrownBy(() -> score.hasExtra("em", 1)).hasMessageContaining("the extra 'em' to be 1, found 0.0");
        assertThatThrownBy(() -> score.isUnscored(Score.Reason.ERROR)).hasMessageContaining("unscored with ERROR");
        score.scoresAtMost(0);
        assertThatThrownBy(() -> score.scoresAtMost(-1)).isInstanceOf(AssertionFailedError.class);
    }

    @Test
    void unscoredIsNeverAReward() {
        ScoreAssert score = assertReward(sample -> Double.NaN).on("x", Map.of());
        assertThatThrownBy(() -> score.scores(0)).hasMessageContaining("INVALID_RESULT");
        assertThatThrownBy(() -> score.scoresAtMost(1)).hasMessageContaining("INVALID_RESULT");
        assertThatThrownBy(() -> score.isUnscored(Score.Reason.TIMEOUT)).hasMessageContaining("INVALID_RESULT");
        score.isUnscored(Score.Reason.INVALID_RESULT);
    }

    static final class Own {
        @Reward("length")
        static RewardResult length(String finalResponse) {
            return new RewardResult(finalResponse.length(), Map.of("word", finalResponse));
        }
    }

    @Test
    void rewardsOfAClass() {
        assertReward("length", Own.class).on("four", Map.of()).scores(4).hasExtra("word", "four");
    }
}
