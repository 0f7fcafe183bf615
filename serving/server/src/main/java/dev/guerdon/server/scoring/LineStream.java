package dev.guerdon.server.scoring;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Score;
import dev.guerdon.core.LineSample;
import dev.guerdon.core.base.JsonBuffer;
import dev.guerdon.core.base.Sha256;
import dev.guerdon.server.http.AnswerSigner;
import dev.guerdon.server.http.JsonResponses;
import dev.guerdon.server.http.PackedBody;
import dev.guerdon.server.http.ServeException;
import io.helidon.http.HeaderNames;
import io.helidon.http.RequestException;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/**
 * JSON lines both ways: a line out for each line in, as soon as it is ready.
 *
 * <p>Lines come back in any order, each with the number of its line and its id, so that one that takes long holds up no other. What is
 * under way is bounded; a client that sends faster than the rewards work, or that does not read, is not read from.
 */
final class LineStream {

    private static final Set<String> TYPES =
            Set.of("application/x-ndjson", "application/jsonl", "application/x-jsonlines", "application/json-lines");

    private static final int MOST_LINES = 4096;
    private static final int READ = 64 << 10;
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final ScoringService.Lease lease;
    private final RewardEngine engine;
    private final @Nullable AnswerSigner signer;
    private final MessageDigest asked = Sha256.digest();
    private final MessageDigest answered = Sha256.digest();
    private final Semaphore room = new Semaphore(MOST_LINES, true);
    private final ReentrantLock writing = new ReentrantLock();
    private final AtomicReference<@Nullable RuntimeException> failed = new AtomicReference<>();

    LineStream(ScoringService.Lease lease, RewardEngine engine, @Nullable AnswerSigner signer) {
        this.lease = lease;
        this.engine = engine;
        this.signer = signer;
    }

    static boolean isAskedFor(ServerRequest request) {
        return TYPES.contains(JsonResponses.mediaType(request));
    }

    /** Returns the score of a record that cannot be read, with another word for where it stands than the file's line. */
    static Score unreadable(GuerdonException e, String where) {
        String message = String.valueOf(e.getMessage()).replaceFirst("^line \\d+", where);
        return new Score.Unscored(Score.Reason.INVALID_INPUT, message);
    }

    void run(ServerRequest request, ServerResponse response) {
        response.header(HeaderNames.CONTENT_TYPE, "application/x-ndjson");
        try (InputStream in = PackedBody.stream(request);
                OutputStream out = response.outputStream()) {
            // A client that reads while it sends must see the head before the first score.
            out.flush();
            try {
                read(in, out);
            } finally {
                room.acquireUninterruptibly(MOST_LINES);
            }
            RuntimeException problem = failed.get();
            if (problem != null) {
                throw problem;
            }
            sign(request, out);
        } catch (IOException e) {
            if ((e instanceof ZipException || e instanceof EOFException) && !response.isSent()) {
                throw PackedBody.damaged(e);
            }
            throw new UncheckedIOException("a stream of lines ended early", e);
        } catch (RequestException e) {
            // An answer of its own would leave what is left of the body to be read as the next request.
            throw new CloseConnectionException("a stream of lines ended early", e);
        }
    }

    /**
     * Signs all lines before it with a last one. A trailer would be tidier, but most clients cannot read trailers, and proxies drop them.
     */
    private void sign(ServerRequest request, OutputStream out) throws IOException {
        if (signer != null) {
            JsonBuffer line = new JsonBuffer(256);
            line.raw("{\"signature\":")
                    .string(signer.sign(ScoreEndpoints.target(request), asked.digest(), answered.digest()))
                    .raw("}\n");
            line.writeTo(out);
        }
    }

    private void read(InputStream in, OutputStream out) throws IOException {
        long longest = lease.definition().limits().body();
        byte[] bytes = new byte[READ];
        int size = 0;
        long number = 1;
        while (failed.get() == null) {
            if (size == bytes.length) {
                if (size > longest) {
                    throw PackedBody.tooLarge(longest);
                }
                bytes = Arrays.copyOf(bytes, size * 2);
            }
            int read = in.read(bytes, size, bytes.length - size);
            if (read > 0) {
                if (signer != null) {
                    asked.update(bytes, size, read);
                }
                size += read;
            }
            int end = read < 0 ? size : lastLine(bytes, size);
            if (end > 0) {
                number = lines(Arrays.copyOf(bytes, end), number, out);
                System.arraycopy(bytes, end, bytes, 0, size - end);
                size -= end;
                bytes = size < READ && bytes.length > READ ? Arrays.copyOf(bytes, READ) : bytes;
            }
            if (read < 0) {
                return;
            }
        }
    }

    /** Returns the position after the last whole line. */
    private static int lastLine(byte[] bytes, int size) {
        int end = size;
        while (end > 0 && bytes[end - 1] != '\n') {
            end--;
        }
        return end;
    }

    /** Sends whole lines on their way, some at a time. */
    private long lines(byte[] bytes, long first, OutputStream out) {
        long number = first;
        int most = Math.clamp(bytes.length / 64L, 1, 256);
        List<LineSample> samples = new ArrayList<>();
        int start = 0;
        int pieceFrom = 0;
        for (int i = 0; i <= bytes.length; i++) {
            if (i < bytes.length ? bytes[i] != '\n' : start == i) {
                continue;
            }
            add(bytes, start, i, number++, samples, out);
            start = i + 1;
            if (samples.size() >= most) {
                send(samples, i - pieceFrom, out);
                samples = new ArrayList<>();
                pieceFrom = i;
            }
        }
        if (!samples.isEmpty()) {
            send(samples, bytes.length - pieceFrom, out);
        }
        return number;
    }

    private void add(byte[] bytes, int from, int to, long number, List<LineSample> samples, OutputStream out) {
        int start = from;
        int end = to;
        while (start < end && bytes[start] <= ' ' && bytes[start] >= 0) {
            start++;
        }
        while (end > start && bytes[end - 1] <= ' ' && bytes[end - 1] >= 0) {
            end--;
        }
        if (start == end) {
            return;
        }
        try {
            samples.add(engine.decoder().decode(bytes, start, end, number));
        } catch (GuerdonException e) {
            Score score = unreadable(e, "line " + number);
            engine.stats().answered(score);
            JsonBuffer line = new JsonBuffer();
            line(line, number, null, score);
            write(line, out);
        }
    }

    private void send(List<LineSample> samples, long bytes, OutputStream out) {
        int count = Math.min(samples.size(), MOST_LINES);
        room.acquireUninterruptibly(count);
        Thread.ofVirtual().name("guerdon-lines").start(() -> {
            try {
                score(samples, bytes, (from, scores) -> {
                    JsonBuffer lines = new JsonBuffer();
                    for (int i = 0; i < scores.size(); i++) {
                        LineSample sample = samples.get(from + i);
                        line(lines, sample.number(), sample.idValue(), scores.get(i));
                    }
                    write(lines, out);
                });
            } catch (RuntimeException e) {
                failed.compareAndSet(null, e);
            } finally {
                room.release(count);
            }
        });
    }

    /** Scores samples, waiting where single requests are refused: the client sees that it is not read from. */
    private void score(List<LineSample> samples, long bytes, RequestBatch.Ready ready) {
        Duration deadline = lease.definition().limits().batchDeadline();
        long until = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            try {
                lease.score(engine, samples, bytes, deadline, ready);
                return;
            } catch (ServeException busy) {
                if (System.nanoTime() - until > 0) {
                    throw busy;
                }
                try {
                    TimeUnit.MILLISECONDS.sleep(20);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    throw busy;
                }
            }
        }
    }

    private static void line(JsonBuffer out, long number, @Nullable Object id, Score score) {
        out.raw("{\"line\":").value(number).raw(",");
        if (id != null) {
            out.raw("\"id\":").value(id).raw(",");
        }
        out.score(score, null);
        out.raw("}\n");
    }

    private void write(JsonBuffer lines, OutputStream out) {
        writing.lock();
        try {
            if (signer != null) {
                answered.update(lines.toByteArray());
            }
            lines.writeTo(out);
            out.flush();
        } catch (IOException e) {
            failed.compareAndSet(null, new UncheckedIOException("the client does not read", e));
        } catch (RuntimeException e) {
            failed.compareAndSet(null, e);
        } finally {
            writing.unlock();
        }
    }
}
