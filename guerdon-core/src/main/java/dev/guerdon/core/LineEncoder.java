package dev.guerdon.core;

import dev.guerdon.api.RewardResult;
import dev.guerdon.api.Score;
import dev.guerdon.base.JsonBuffer;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Writes scores as JSON lines, and sums them up on the way.
 *
 * <p>A score that comes from the boundary holds plain values within limits, so writing it runs no code of the user's.
 */
final class LineEncoder {

    private final List<RewardEntry> rewards;
    private final @Nullable Double fallback;
    private final JsonBuffer out = new JsonBuffer();
    private final List<Metrics> metrics;
    private long lines;

    LineEncoder(List<RewardEntry> rewards, @Nullable Double fallback) {
        this.rewards = rewards;
        this.fallback = fallback;
        this.metrics =
                IntStream.range(0, rewards.size()).mapToObj(i -> new Metrics()).toList();
    }

    /** Writes the score of one reward of a sample; the rewards of a sample come in order, one after the other. */
    void add(LineSample sample, int reward, Score score) {
        if (reward == 0) {
            begin(sample);
            out.raw(rewards.size() > 1 ? "\"rewards\":{" : "");
        }
        if (rewards.size() > 1) {
            out.raw(reward > 0 ? "," : "").string(rewards.get(reward).label()).raw(":{");
        }
        write(out, score, fallback);
        metrics.get(reward).add(score, sample.groupId());
        out.raw(rewards.size() > 1 ? "}" : "");
        if (reward == rewards.size() - 1) {
            out.raw(rewards.size() > 1 ? "}" : "");
            endLine();
        }
    }

    private void begin(LineSample sample) {
        Object id = sample.idValue();
        if (id == null) {
            out.raw("{\"line\":").value(sample.number()).raw(",");
        } else {
            out.raw("{\"id\":").value(id).raw(",");
        }
    }

    /** Writes a line that could not be read. */
    void unreadable(long number, String message) {
        Score.Unscored score = new Score.Unscored(Score.Reason.INVALID_INPUT, message);
        metrics.forEach(each -> each.add(score));
        out.raw("{\"line\":").value(number).raw(",");
        unscored(out, score, fallback);
        endLine();
    }

    /** Adds lines that another encoder wrote, of the same rewards and with the same fallback. */
    void append(byte[] written, int from, int length, long count, List<Metrics> sums) {
        out.bytes(written, from, length);
        lines += count;
        for (int i = 0; i < metrics.size(); i++) {
            metrics.get(i).add(sums.get(i));
        }
    }

    private void endLine() {
        out.raw("}\n");
        lines++;
    }

    /** Writes a score as members of an object that has begun. */
    static void write(JsonBuffer out, Score score, @Nullable Double fallback) {
        switch (score) {
            case Score.Scored scored -> scored(out, scored.result());
            case Score.Unscored unscored -> unscored(out, unscored, fallback);
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

    private static void unscored(JsonBuffer out, Score.Unscored score, @Nullable Double fallback) {
        out.raw("\"reward\":");
        if (fallback != null) {
            out.number(fallback);
        } else {
            out.raw("null");
        }
        out.raw(",\"unscored\":{\"reason\":")
                .string(score.reason().name())
                .raw(",\"message\":")
                .string(score.message())
                .raw("}");
    }

    List<Metrics> metrics() {
        return metrics;
    }

    long lines() {
        return lines;
    }

    long size() {
        return out.size();
    }

    void writeTo(OutputStream target) throws IOException {
        out.writeTo(target);
    }
}
