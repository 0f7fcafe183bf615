package dev.guerdon.core;

import dev.guerdon.api.Json;
import dev.guerdon.api.Score;
import dev.guerdon.base.JsonCodec;
import dev.guerdon.core.worker.WorkerLink;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Lines of a score job that a worker has finished, on their way to the parent.
 *
 * <p>They are sent as they will be written, with their sums: the parent copies them, and need not read them. Most batches are sent whole,
 * so that the sums do not depend on how fast anybody is; of slow rewards, little is lost with a worker.
 */
final class LinesOut {

    /** Lines wait no longer than this, unless the next call takes longer. */
    private static final long LONGEST_WAIT = TimeUnit.MILLISECONDS.toNanos(200);

    private final WorkerLink link;
    private final int batch;
    private final List<RewardEntry> rewards;
    private final @Nullable Double fallback;
    private LineEncoder encoder;
    private long sentBytes;
    private long sentAt = System.nanoTime();
    private int from = -1;
    private int to;

    LinesOut(WorkerLink link, int batch, List<RewardEntry> rewards, Json head) {
        this.link = link;
        this.batch = batch;
        this.rewards = rewards;
        this.fallback = head.find("fallback").map(Json::asDouble).orElse(null);
        this.encoder = new LineEncoder(rewards, fallback);
    }

    /** How many bytes there are so far. */
    long bytes() {
        return sentBytes + encoder.size();
    }

    /** Adds a score; those of a line come in order. */
    void add(LineSample sample, int call, Score score) {
        if (from < 0) {
            from = call;
        }
        to = call + 1;
        int reward = (to - from - 1) % rewards.size();
        encoder.add(sample, reward, score);
        if (reward == rewards.size() - 1) {
            endLine();
        }
    }

    /** Adds a line that cannot be read. */
    void unreadable(long number, String problem, int start, int end) {
        if (from < 0) {
            from = start;
        }
        to = end;
        encoder.unreadable(number, problem);
        endLine();
    }

    private void endLine() {
        long now = System.nanoTime();
        if (now - sentAt > LONGEST_WAIT) {
            send();
            sentAt = now;
        }
    }

    /** Sends the lines so far. */
    void send() {
        if (from < 0) {
            return;
        }
        Map<String, Object> head = new LinkedHashMap<>();
        head.put("from", from);
        head.put("to", to);
        head.put("metrics", encoder.metrics().stream().map(Metrics::save).toList());
        ByteArrayOutputStream out = new ByteArrayOutputStream((int) encoder.size() + 2048);
        out.writeBytes(JsonCodec.write(head).getBytes(StandardCharsets.UTF_8));
        out.write('\n');
        try {
            encoder.writeTo(out);
        } catch (IOException e) {
            throw new IllegalStateException("memory refused to be written", e);
        }
        link.lines(batch, out.toByteArray());
        sentBytes += encoder.size();
        encoder = new LineEncoder(rewards, fallback);
        from = -1;
    }
}
