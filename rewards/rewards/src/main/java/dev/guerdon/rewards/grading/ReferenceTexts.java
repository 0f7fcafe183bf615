package dev.guerdon.rewards.grading;

import dev.guerdon.api.Internal;
import dev.guerdon.api.Json;
import dev.guerdon.api.RewardResult;
import dev.guerdon.api.Score;
import dev.guerdon.api.UnscoredException;
import dev.guerdon.rewards.grading.GradingSteps.StepsSpent;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * A response and the texts it is compared with, neither of them longer than a comparison can take.
 *
 * @param references at least one
 */
@Internal
public record ReferenceTexts(String response, List<String> references) {

    /** About a second of simple steps on one core. */
    public static final long BUDGET = 600_000_000L;

    /** The most UTF-16 units of a response; a longer one earns nothing. */
    static final int LONGEST_RESPONSE = 2_000_000;

    /** The most UTF-16 units of all references together; a task with more is not scored. */
    static final int LONGEST_REFERENCES = 1_000_000;

    /** Reads the texts from the fields in which data sets have them, the first that is there. */
    public static ReferenceTexts of(
            String reward,
            Optional<String> prediction,
            Optional<String> finalResponse,
            Optional<Json> reference,
            Optional<Json> references,
            Optional<Json> answer) {
        String response = GoldReader.response("prediction", prediction, finalResponse);
        Json gold = reference
                .or(() -> references)
                .or(() -> answer)
                .orElseThrow(GoldReader.missing(reward, "reference", "references", "answer"));
        String field = reference.isPresent() ? "reference" : references.isPresent() ? "references" : "answer";
        return new ReferenceTexts(response, checked(GoldReader.atLeastOne(field, gold)));
    }

    /** Returns the same texts if they are not too long to compare with. */
    public static List<String> checked(List<String> references) {
        long length = references.stream().mapToLong(String::length).sum();
        if (length > LONGEST_REFERENCES) {
            throw new UnscoredException(
                    Score.Reason.TIMEOUT,
                    "the references have " + length + " characters; a comparison takes at most " + LONGEST_REFERENCES);
        }
        return references;
    }

    /** Compares within a budget. A response that is too long, or that takes too many steps, earns 0 and a reason. */
    public RewardResult within(long budget, Function<GradingSteps, RewardResult> comparison) {
        return within(response, budget, comparison);
    }

    /** Compares within a budget, as {@link #within(long, Function)}. */
    public static RewardResult within(String response, long budget, Function<GradingSteps, RewardResult> comparison) {
        if (response.length() > LONGEST_RESPONSE) {
            return refused("the response has " + response.length() + " characters; a comparison takes at most "
                    + LONGEST_RESPONSE);
        }
        try {
            return comparison.apply(new GradingSteps(budget));
        } catch (StepsSpent e) {
            return refused(e.getMessage() + "; the response is too long or repeats itself too much");
        }
    }

    private static RewardResult refused(String reason) {
        return new RewardResult(0, Map.of("reason", reason));
    }
}
