package org.example;

import static dev.guerdon.junit.RewardAssertions.assertReward;

import dev.guerdon.api.Score;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ShortAnswerTest {

    @Test
    void longAnswerEarnsHalf() {
        var reward = assertReward("short_answer");
        reward.on("Lima", Map.of("answer", "Lima")).scores(1).hasExtra("words", 1);
        reward.on("I think that it must be Lima", Map.of("answer", "Lima")).scores(0.5);
        reward.on("Quito", Map.of("answer", "Lima")).scores(0);
    }

    @Test
    void taskWithoutAnAnswerIsUnscored() {
        assertReward("short_answer").on("Lima", Map.of()).isUnscored(Score.Reason.MISSING_FIELD);
    }
}
