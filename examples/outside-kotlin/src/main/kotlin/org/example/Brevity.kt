package org.example

import dev.guerdon.api.Reward

/** Pays the more for the right answer, the shorter it is. */
class Brevity {

    @Reward("brevity")
    fun score(finalResponse: String, answer: String): Map<String, Any> {
        val words = finalResponse.split(Regex("\\s+")).size
        val right = finalResponse.contains(answer)
        return mapOf("reward" to if (right) 1.0 / words else 0.0, "words" to words)
    }
}
