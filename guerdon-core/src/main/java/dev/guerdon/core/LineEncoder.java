package dev.guerdon.core;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.guerdon.api.RewardResult;
import dev.guerdon.api.Score;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Writes scores as JSON lines, and sums them up on the way. */
final class LineEncoder {

    private final List<RewardEntry> rewards;
    private final OptionalDouble fallback;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream(8192);
    private final JsonGenerator out;
    private final List<Metrics> metrics;
    private long lines;

    LineEncoder(List<RewardEntry> rewards, OptionalDouble fallback) {
        this.rewards = rewards;
        this.fallback = fallback;
        this.metrics =
                IntStream.range(0, rewards.size()).mapToObj(i -> new Metrics()).toList();
        try {
            this.out = JsonCodec.factory().createGenerator(bytes);
            out.setRootValueSeparator(null);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Writes the score of one reward of a sample; the rewards of a sample come in order, one after the other. */
    void add(LineSample sample, int reward, Score score) {
        metrics.get(reward).add(score, sample.groupId());
        try {
            if (reward == 0) {
                out.writeStartObject();
                Object id = sample.idValue();
                if (id == null) {
                    out.writeNumberField("line", sample.number());
                } else {
                    out.writeFieldName("id");
                    JsonCodec.writeValue(out, id);
                }
                if (rewards.size() > 1) {
                    out.writeObjectFieldStart("rewards");
                }
            }
            if (rewards.size() > 1) {
                out.writeObjectFieldStart(rewards.get(reward).name());
                write(score);
                out.writeEndObject();
            } else {
                write(score);
            }
            if (reward == rewards.size() - 1) {
                if (rewards.size() > 1) {
                    out.writeEndObject();
                }
                endLine();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Writes a line that could not be read. */
    void unreadable(long number, String message) {
        Score.Unscored score = new Score.Unscored(Score.Reason.INVALID_INPUT, message);
        metrics.forEach(each -> each.add(score));
        try {
            out.writeStartObject();
            out.writeNumberField("line", number);
            write(score);
            endLine();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void endLine() throws IOException {
        out.writeEndObject();
        out.writeRaw('\n');
        lines++;
    }

    private void write(Score score) throws IOException {
        switch (score) {
            case Score.Scored scored -> {
                RewardResult result = scored.result();
                out.writeFieldName("reward");
                number(result.reward());
                out.writeObjectFieldStart("extras");
                for (Map.Entry<String, @Nullable Object> extra : result.extras().entrySet()) {
                    out.writeFieldName(extra.getKey());
                    if (extra.getValue() instanceof Double d) {
                        number(d);
                    } else {
                        JsonCodec.writeValue(out, extra.getValue());
                    }
                }
                out.writeEndObject();
            }
            case Score.Unscored unscored -> {
                if (fallback.isPresent()) {
                    out.writeNumberField("reward", fallback.getAsDouble());
                } else {
                    out.writeNullField("reward");
                }
                out.writeObjectFieldStart("unscored");
                out.writeStringField("reason", unscored.reason().name());
                out.writeStringField("message", unscored.message());
                out.writeEndObject();
            }
        }
    }

    /** Most rewards are exactly 0 or 1, and need no conversion from binary. */
    private void number(double value) throws IOException {
        if (value == 1.0) {
            out.writeRawValue("1.0");
        } else if (value == 0.0) {
            out.writeRawValue("0.0");
        } else {
            JsonCodec.writeValue(out, value);
        }
    }

    List<Metrics> metrics() {
        return metrics;
    }

    long lines() {
        return lines;
    }

    long size() {
        flush();
        return bytes.size();
    }

    void writeTo(OutputStream target) throws IOException {
        flush();
        bytes.writeTo(target);
    }

    private void flush() {
        try {
            out.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
