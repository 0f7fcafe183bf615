package dev.guerdon.server.api;

import dev.guerdon.api.RewardResult;
import dev.guerdon.api.Score;
import dev.guerdon.base.JsonBuffer;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes scores in the form of {@code guerdon score}. */
final class ScoreJson {

    private ScoreJson() {}

    /** The members of a score, without the brackets around them. */
    static void members(JsonBuffer out, Score score) {
        switch (score) {
            case Score.Scored scored -> scored(out, scored.result());
            case Score.Unscored unscored ->
                out.raw("\"reward\":null,\"unscored\":{\"reason\":")
                        .string(unscored.reason().name())
                        .raw(",\"message\":")
                        .string(unscored.message())
                        .raw("}");
        }
    }

    private static void scored(JsonBuffer out, RewardResult result) {
        out.raw("\"reward\":").number(result.reward()).raw(",\"extras\":{");
        boolean first = true;
        for (Map.Entry<String, @Nullable Object> extra : result.extras().entrySet()) {
            out.raw(first ? "" : ",").string(extra.getKey()).raw(":").value(extra.getValue());
            first = false;
        }
        out.raw("}");
    }
}
