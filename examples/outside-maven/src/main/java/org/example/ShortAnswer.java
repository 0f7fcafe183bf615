package org.example;

import dev.guerdon.api.Reward;
import java.util.Optional;

/** Pays for the right answer, and half as much if it is long. */
public final class ShortAnswer {

    record Verdict(double reward, boolean right, int words) {}

    @Reward("short_answer")
    static Verdict score(String finalResponse, String answer, Optional<Integer> maxWords) {
        boolean right = finalResponse.contains(answer);
        int words = finalResponse.split("\\s+").length;
        boolean brief = words <= maxWords.orElse(6);
        return new Verdict(!right ? 0.0 : brief ? 1.0 : 0.5, right, words);
    }
}
