package dev.guerdon.core;

import dev.guerdon.api.Json;
import dev.guerdon.api.Score;
import dev.guerdon.core.base.JsonBuffer;
import dev.guerdon.core.base.JsonCodec;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
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
    private ScoreJob.@Nullable BadLine tooLong;
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
        out.score(score, fallback);
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
        out.score(score, fallback);
        endLine();
    }

    /** Writes a line that was too long to be read; it is the only one of its encoder. */
    void tooLong(ScoreJob.BadLine line) {
        unreadable(line.line(), line.reason());
        tooLong = line;
    }

    /**
     * Returns the lines written so far whose input is at fault, with their text.
     *
     * @param block has the lines that were scored; none if one was too long
     * @param from the first of them
     */
    List<ScoreJob.BadLine> badLines(@Nullable LineBlock block, int from) {
        if (tooLong != null) {
            return List.of(tooLong);
        }
        if (block == null || metrics.stream().allMatch(each -> each.unscored(Score.Reason.INVALID_INPUT) == 0)) {
            return List.of();
        }
        List<ScoreJob.BadLine> bad = new ArrayList<>();
        int line = from;
        for (String written :
                new String(out.toByteArray(), StandardCharsets.UTF_8).lines().toList()) {
            int each = line++;
            if (written.contains("\"" + Score.Reason.INVALID_INPUT + "\"")) {
                fault(JsonCodec.read(written, "a score")).ifPresent(reason -> {
                    int length = block.end(each) - block.start(each);
                    byte[] text = Arrays.copyOfRange(
                            block.bytes(),
                            block.start(each),
                            block.start(each) + Math.min(length, ScoreJob.BadLine.MAX_TEXT));
                    bad.add(new ScoreJob.BadLine(block.number(each), block.offsetOf(each), length, text, reason));
                });
            }
        }
        return bad;
    }

    /** Returns what is wrong with the input of a score, by the first reward that says so. */
    private static Optional<String> fault(Json score) {
        Optional<Json> unscored = score.find("unscored");
        if (unscored.isPresent()) {
            return unscored.filter(each -> each.get("reason").asString().equals(Score.Reason.INVALID_INPUT.name()))
                    .map(each -> each.get("message").asString());
        }
        return score.find("rewards").stream()
                .flatMap(all -> all.asMap().values().stream())
                .flatMap(each -> fault(new Json(each)).stream())
                .findFirst();
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

    List<Metrics> metrics() {
        return metrics;
    }

    /** Returns how many lines. */
    long lines() {
        return lines;
    }

    /** Returns how many bytes. */
    long size() {
        return out.size();
    }

    void writeTo(OutputStream target) throws IOException {
        out.writeTo(target);
    }
}
