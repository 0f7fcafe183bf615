package dev.guerdon.server.trainer;

import dev.guerdon.api.RewardResult;
import dev.guerdon.api.Score;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The extras of a score that are numbers; trainers make tensors of them, and fail on anything else. */
final class Figures {

    private Figures() {}

    /** The finite numbers among the extras, truth as 1 and 0. */
    static Map<String, Double> of(RewardResult result) {
        Map<String, Double> out = new LinkedHashMap<>();
        result.extras().forEach((name, value) -> number(value).ifPresent(number -> out.put(name, number)));
        return out;
    }

    private static Optional<Double> number(@Nullable Object value) {
        return switch (value) {
            case Boolean truth -> Optional.of(truth ? 1.0 : 0.0);
            case Number number when Double.isFinite(number.doubleValue()) -> Optional.of(number.doubleValue());
            case null, default -> Optional.empty();
        };
    }

    /** What is told of a score that is none. */
    static String reason(Score.Unscored unscored) {
        return unscored.reason().name() + ": " + unscored.message();
    }
}
