package dev.guerdon.core.worker;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.guerdon.api.Internal;
import dev.guerdon.api.RewardResult;
import dev.guerdon.api.Score;
import dev.guerdon.base.JsonBuffer;
import dev.guerdon.base.JsonCodec;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The result of one call as a line of JSON: {@code {"i":7,"reward":1.0,"extras":{}}} or {@code {"i":7,"unscored":{...}}}. */
@Internal
public final class ScoreLine {

    private ScoreLine() {}

    /** What a line says. */
    record Read(int call, Score score, boolean stuck) {}

    /**
     * Writes a line.
     *
     * @param stuck whether the call still runs, though its score is decided
     */
    public static void write(JsonBuffer out, int call, Score score, boolean stuck) {
        out.raw("{\"i\":").value(call);
        if (stuck) {
            out.raw(",\"stuck\":true");
        }
        switch (score) {
            case Score.Scored scored -> {
                RewardResult result = scored.result();
                out.raw(",\"reward\":").number(result.reward()).raw(",\"extras\":{");
                boolean first = true;
                for (Map.Entry<String, @Nullable Object> extra : result.extras().entrySet()) {
                    out.raw(first ? "" : ",").string(extra.getKey()).raw(":").value(extra.getValue());
                    first = false;
                }
                out.raw("}}\n");
            }
            case Score.Unscored unscored ->
                out.raw(",\"unscored\":{\"reason\":")
                        .string(unscored.reason().name())
                        .raw(",\"message\":")
                        .string(unscored.message())
                        .raw("}}\n");
        }
    }

    /** Reads the next of several lines, or null behind the last. */
    static @Nullable Read read(JsonParser lines) throws IOException {
        JsonToken first = lines.nextToken();
        if (first == null) {
            return null;
        }
        if (first != JsonToken.START_OBJECT) {
            throw new IOException("a result that is not an object");
        }
        int call = -1;
        boolean stuck = false;
        Double reward = null;
        Map<String, @Nullable Object> extras = new LinkedHashMap<>();
        Score.Unscored unscored = null;
        while (lines.nextToken() != JsonToken.END_OBJECT) {
            String name = lines.currentName();
            JsonToken value = lines.nextToken();
            switch (name) {
                case "i" -> call = lines.getIntValue();
                case "stuck" -> stuck = value == JsonToken.VALUE_TRUE;
                case "reward" -> reward = lines.getDoubleValue();
                case "extras" -> extras(lines, extras);
                case "unscored" -> unscored = unscored(lines);
                default -> lines.skipChildren();
            }
        }
        if (unscored != null) {
            return new Read(call, unscored, stuck);
        }
        if (reward == null || !Double.isFinite(reward)) {
            throw new IOException("a result without a reward");
        }
        return new Read(call, new Score.Scored(new RewardResult(reward, extras)), stuck);
    }

    private static void extras(JsonParser lines, Map<String, @Nullable Object> extras) throws IOException {
        while (lines.nextToken() != JsonToken.END_OBJECT) {
            String name = lines.currentName();
            lines.nextToken();
            extras.put(name, JsonCodec.readValue(lines));
        }
    }

    private static Score.Unscored unscored(JsonParser lines) throws IOException {
        String reason = "";
        String message = "";
        while (lines.nextToken() != JsonToken.END_OBJECT) {
            String name = lines.currentName();
            lines.nextToken();
            switch (name) {
                case "reason" -> reason = lines.getText();
                case "message" -> message = lines.getText();
                default -> lines.skipChildren();
            }
        }
        try {
            return new Score.Unscored(Score.Reason.valueOf(reason), message);
        } catch (IllegalArgumentException e) {
            throw new IOException("a result with the unknown reason '" + reason + "'", e);
        }
    }
}
