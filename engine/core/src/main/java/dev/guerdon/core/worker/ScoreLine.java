package dev.guerdon.core.worker;

import com.fasterxml.jackson.core.JsonParser;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Json;
import dev.guerdon.api.RewardResult;
import dev.guerdon.api.Score;
import dev.guerdon.core.base.JsonBuffer;
import dev.guerdon.core.base.JsonCodec;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The result of one call as a line of JSON: {@code {"i":7,"reward":1.0,"extras":{}}} or {@code {"i":7,"reward":null,"unscored":{...}}}. */
final class ScoreLine {

    private ScoreLine() {}

    /** Content of a line. */
    record Read(int call, Score score, boolean stuck) {}

    /**
     * Writes a line.
     *
     * @param stuck whether the call still runs, though its score is decided
     */
    static void write(JsonBuffer out, int call, Score score, boolean stuck) {
        out.raw("{\"i\":").value(call);
        if (stuck) {
            out.raw(",\"stuck\":true");
        }
        out.raw(",").score(score, null).raw("}\n");
    }

    /** Reads the next of several lines, or null after the last. */
    static @Nullable Read read(JsonParser lines) throws IOException {
        if (lines.nextToken() == null) {
            return null;
        }
        Json line = new Json(JsonCodec.readValue(lines));
        Score score = line.find("unscored").map(ScoreLine::unscored).orElseGet(() -> scored(line));
        return new Read(line.get("i").asInt(), score, line.find("stuck").isPresent());
    }

    private static Score unscored(Json unscored) {
        return new Score.Unscored(
                Score.Reason.valueOf(unscored.get("reason").asString()),
                unscored.get("message").asString());
    }

    private static Score scored(Json line) {
        double reward = line.get("reward").asDouble();
        if (!Double.isFinite(reward)) {
            throw new GuerdonException("a result without a reward");
        }
        return new Score.Scored(new RewardResult(reward, line.get("extras").asMap()));
    }
}
