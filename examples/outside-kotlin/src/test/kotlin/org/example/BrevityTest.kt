package org.example

import dev.guerdon.api.Score
import dev.guerdon.junit.RewardAssertions.assertReward
import org.junit.jupiter.api.Test

class BrevityTest {

    private val reward = assertReward("brevity", Brevity())

    @Test
    fun `shorter answers earn more`() {
        reward.on("Lima", mapOf<String, Any?>("answer" to "Lima")).scores(1.0).hasExtra("words", 1)
        reward.on("It is Lima", mapOf<String, Any?>("answer" to "Lima")).scores(1.0 / 3)
    }

    @Test
    fun `a task without an answer is unscored`() {
        reward.on("Lima", mapOf<String, Any?>()).isUnscored(Score.Reason.MISSING_FIELD)
    }
}
