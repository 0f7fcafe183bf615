package dev.guerdon.core.worker;

import dev.guerdon.core.base.OwnThread;
import dev.guerdon.core.base.SecretFilter;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * Passes on what foreign code prints: line by line, without secrets, and not without end.
 *
 * <p>Everything is read, so that a worker that prints much does not block; but only so much of it is passed on.
 */
final class ForeignOutput {

    /** So many bytes of all workers of a pool are passed on. */
    static final long MAX_BYTES = 256 << 10;

    private static final int MAX_LINE_LENGTH = 2000;

    /** What the JVM prints before it exits because of a lack of memory. */
    private static final String OUT_OF_MEMORY = "Terminating due to java.lang.OutOfMemoryError";

    private static final Duration SILENCE = Duration.ofSeconds(2);

    /** Who prints without end is not waited for. */
    private static final Duration MAX_WAIT = Duration.ofSeconds(10);

    private final Consumer<String> sink;
    private final AtomicLong left;
    private final Thread reader;
    private final AtomicLong lines = new AtomicLong();
    private volatile boolean passing;
    private volatile boolean outOfMemory;

    /**
     * @param left how many bytes may still be passed on; shared by the workers of a pool
     */
    ForeignOutput(InputStream printed, Consumer<String> sink, AtomicLong left) {
        this.sink = sink;
        this.left = left;
        this.reader = OwnThread.start("guerdon-worker-output", () -> read(new BufferedInputStream(printed, 1 << 16)));
    }

    private void read(InputStream printed) {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        try (printed) {
            int next;
            while ((next = printed.read()) >= 0) {
                if (next == '\n') {
                    pass(line);
                } else if (line.size() < MAX_LINE_LENGTH) {
                    line.write(next);
                }
            }
        } catch (IOException e) {
            // The worker has ended.
        }
        if (line.size() > 0) {
            pass(line);
        }
    }

    private void pass(ByteArrayOutputStream line) {
        passing = true;
        passOn(line);
        passing = false;
        lines.incrementAndGet();
    }

    private void passOn(ByteArrayOutputStream line) {
        String text = line.toString(StandardCharsets.UTF_8);
        line.reset();
        if (text.startsWith(OUT_OF_MEMORY)) {
            outOfMemory = true;
            return;
        }
        long before = left.getAndAdd(-(text.length() + 1L));
        if (before > 0) {
            String clean =
                    SecretFilter.known().redact(text.endsWith("\r") ? text.substring(0, text.length() - 1) : text);
            try {
                sink.accept(
                        before > text.length() + 1
                                ? clean
                                : clean + "\n(rewards print more than " + (MAX_BYTES >> 10)
                                        + " KiB; the rest is left out)");
            } catch (RuntimeException e) {
                left.set(0);
            }
        } else {
            left.set(0);
        }
    }

    /**
     * Returns when everything was passed on that was printed before the worker's end. That is when the pipe ends, or when nothing more came
     * for two seconds: a process that the worker started may hold the pipe open for much longer.
     */
    void await() {
        long end = System.nanoTime() + MAX_WAIT.toNanos();
        long seen;
        try {
            do {
                seen = lines.get();
                reader.join(SILENCE);
            } while (reader.isAlive() && (passing || lines.get() != seen) && System.nanoTime() < end);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Returns whether the JVM ended because of a lack of memory; asked after its end. */
    boolean outOfMemory() {
        await();
        return outOfMemory;
    }
}
