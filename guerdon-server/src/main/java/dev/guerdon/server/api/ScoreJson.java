package dev.guerdon.server.api;

import dev.guerdon.api.RewardResult;
import dev.guerdon.api.Score;
import dev.guerdon.base.JsonBuffer;
import dev.guerdon.core.LineSample;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes scores in the form of {@code guerdon score}. */
final class ScoreJson {

    private ScoreJson() {}

    /** A record's score, with the record's id where it has one. */
    static void record(JsonBuffer out, LineSample sample, Score score) {
        out.raw("{");
        if (sample.idValue() != null) {
            out.raw("\"id\":").value(sample.idValue()).raw(",");
        }
        members(out, score);
        out.raw("}");
    }

    /** The answer to a list of records that could all be read. */
    static void list(JsonBuffer out, List<LineSample> samples, List<Score> scores) {
        out.raw("{\"scores\":[");
        long missing = 0;
        for (int i = 0; i < samples.size(); i++) {
            out.raw(i == 0 ? "" : ",");
            record(out, samples.get(i), scores.get(i));
            missing += scores.get(i) instanceof Score.Scored ? 0 : 1;
        }
        counts(out, samples.size() - missing, missing);
    }

    /** What follows the scores of a list. */
    static void counts(JsonBuffer out, long scored, long missing) {
        out.raw("],\"scored\":")
                .value(scored)
                .raw(",\"unscored\":")
                .value(missing)
                .raw("}");
    }

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
