package dev.guerdon.agent.program;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** Reads what a process writes, in a thread of its own, up to a limit. */
final class BoundedOutput {

    private final InputStream in;
    private final int most;
    private final Runnable tooMuch;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final Thread thread;
    private volatile boolean exceeded;

    /**
     * @param tooMuch told once when there is more than the limit
     */
    BoundedOutput(InputStream in, int most, Runnable tooMuch) {
        this.in = in;
        this.most = most;
        this.tooMuch = tooMuch;
        // Reading a pipe holds the thread it runs in, so a virtual one would hold one of the few carriers.
        this.thread = Thread.ofPlatform().daemon().name("guerdon-cli-output").start(this::read);
    }

    private void read() {
        byte[] buffer = new byte[8192];
        try {
            for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                synchronized (bytes) {
                    int room = Math.max(0, most - bytes.size());
                    bytes.write(buffer, 0, Math.min(room, count));
                }
                if (!exceeded && bytes.size() >= most) {
                    exceeded = true;
                    tooMuch.run();
                }
            }
        } catch (IOException e) {
            // The process was killed; what was read so far stands.
        }
    }

    boolean exceeded() {
        return exceeded;
    }

    /** Waits for the end of the output; false where it did not come. */
    boolean endsWithin(Duration patience) throws InterruptedException {
        return thread.join(patience);
    }

    /** What was written, once the end is reached or the patience is. */
    String text(Duration patience) throws InterruptedException {
        thread.join(patience);
        synchronized (bytes) {
            return bytes.toString(StandardCharsets.UTF_8);
        }
    }
}
