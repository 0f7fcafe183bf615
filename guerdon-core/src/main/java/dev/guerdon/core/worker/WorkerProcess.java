package dev.guerdon.core.worker;

import dev.guerdon.base.FolderTree;
import dev.guerdon.base.Frame;
import dev.guerdon.base.JsonCodec;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** A worker as its parent sees it: a process, the line to it, and the page where it notes what it does. */
final class WorkerProcess {

    static final String SOCKET = "s";
    static final String PAGE = "page";
    static final String TEMPORARY = "tmp";

    /** The system property of a worker that names its parent. */
    static final String PARENT = "guerdon.worker.parent";

    /** The exit code of a worker whose line to its parent broke. */
    static final int LOST = 86;

    private final Path folder;
    private final Process process;
    private final ForeignOutput output;
    private final SocketChannel socket;
    private final InputStream in;
    private final OutputStream out;
    private final ProgressPage page;
    private @Nullable Thread reader;
    private volatile boolean killed;
    private volatile boolean hungUp;

    /** Receives the frames of a worker, one after the other, and at last its end. */
    interface Listener {

        void frame(Frame frame) throws IOException;

        void ended();
    }

    private WorkerProcess(Path folder, Process process, ForeignOutput output, SocketChannel socket) throws IOException {
        this.folder = folder;
        this.process = process;
        this.output = output;
        this.socket = socket;
        this.in = new BufferedInputStream(Channels.newInputStream(socket), 1 << 16);
        this.out = Channels.newOutputStream(socket);
        this.page = ProgressPage.open(folder.resolve(PAGE));
    }

    /**
     * Starts a worker and waits until it is ready.
     *
     * @param folder a new folder for it, in one that only the user can enter
     * @throws IOException where it did not become ready, with the reason
     */
    static WorkerProcess start(StartSettings settings, Path folder, AtomicLong outputLeft) throws IOException {
        // Not the folder above: where that is gone, the pool is closed, and nobody would delete it again.
        Files.createDirectory(folder);
        Files.createDirectory(folder.resolve(TEMPORARY));
        ProgressPage.open(folder.resolve(PAGE)).set(ProgressPage.IDLE);
        try (ServerSocketChannel door = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            door.bind(UnixDomainSocketAddress.of(folder.resolve(SOCKET)));
            ProcessBuilder builder = new ProcessBuilder(JavaCommand.of(settings, folder)).redirectErrorStream(true);
            JavaCommand.clean(builder.environment(), settings.environment());
            Process process = builder.start();
            ForeignOutput output = new ForeignOutput(process.getInputStream(), settings.output(), outputLeft);
            // Nothing can time out an accept: whoever has waited too long closes the door from outside.
            CompletableFuture<Process> limit =
                    process.onExit().orTimeout(settings.startLimit().toMillis(), TimeUnit.MILLISECONDS);
            var unused = limit.whenComplete((ended, late) -> {
                if (late instanceof TimeoutException) {
                    end(process);
                }
                closeQuietly(door);
            });
            try {
                process.getOutputStream().close();
                SocketChannel socket = door.accept();
                WorkerProcess worker = new WorkerProcess(folder, process, output, socket);
                worker.greet(settings);
                limit.cancel(false);
                return worker;
            } catch (IOException e) {
                boolean wasRunning = process.isAlive();
                end(process);
                String why = e instanceof Refused
                        ? String.valueOf(e.getMessage())
                        : wasRunning
                                ? "it was not ready after "
                                        + settings.startLimit().toSeconds() + " s (" + e + ")"
                                : "it ended with exit code " + waitFor(process) + " before it was ready";
                throw new IOException(why, e);
            }
        }
    }

    /** A worker said that it cannot work. */
    private static final class Refused extends IOException {
        Refused(String why) {
            super(why);
        }
    }

    private void greet(StartSettings settings) throws IOException {
        new Frame(Frame.HELLO, 0, JsonCodec.write(settings.hello()).getBytes(StandardCharsets.UTF_8)).write(out);
        Frame answer = Frame.read(in);
        if (answer == null) {
            throw new IOException("it hung up");
        }
        var message = JsonCodec.read(answer.payload(), "the worker's answer");
        if (answer.kind() == Frame.ERROR) {
            throw new Refused(message.get("message").asString());
        }
        if (answer.kind() != Frame.HELLO || message.get("guerdon").asLong() != Frame.VERSION) {
            throw new Refused("it speaks another version of the protocol");
        }
    }

    /** Begins to listen. */
    void listen(Listener listener) {
        reader = Thread.ofPlatform()
                .daemon()
                .name("guerdon-worker-" + process.pid())
                .start(() -> {
                    try {
                        @Nullable Frame frame;
                        while ((frame = Frame.read(in)) != null) {
                            listener.frame(frame);
                        }
                    } catch (IOException | RuntimeException e) {
                        // It ended, or said what no worker says: either way it cannot be used any more.
                    } finally {
                        endOfLine();
                        listener.ended();
                    }
                });
    }

    /** The line has ended; so must the process, which usually has, too. */
    private void endOfLine() {
        try {
            if (!killed && !process.waitFor(1, TimeUnit.SECONDS)) {
                hungUp = true;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        kill();
    }

    /** Gives it work. Blocks while the worker does not read; {@link #kill} ends that. */
    void send(Frame frame) throws IOException {
        frame.write(out);
    }

    /** What it is doing, or was doing when it ended. */
    long progress() {
        return page.get();
    }

    long pid() {
        return process.pid();
    }

    boolean isAlive() {
        return !killed && process.isAlive();
    }

    /** Ends it, whatever it does. */
    void kill() {
        if (!killed) {
            killed = true;
            end(process);
        }
    }

    private static void end(Process process) {
        if (process.isAlive()) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
        }
        // Not Process.destroyForcibly, which throws away what was printed and not read yet.
        process.toHandle().destroyForcibly();
    }

    /** How it ended, in words that follow "its worker process"; nothing is heard of it after this. */
    String ending(long memory) {
        kill();
        int code = waitFor(process);
        closeQuietly(socket);
        boolean outOfMemory = output.outOfMemory() && code == 3;
        try {
            FolderTree.delete(folder);
        } catch (IOException e) {
            // The pool's folder is deleted later, with all that is in it.
        }
        if (outOfMemory) {
            return "ran out of memory (it may use " + (memory >> 20) + " MiB)";
        }
        if (hungUp) {
            return "closed the line to Guerdon or sent something else than results, and was ended";
        }
        return switch (code) {
            case 137 -> "was killed from outside (signal 9), perhaps for a lack of memory on this machine";
            case 134, 139 -> "crashed (signal " + (code - 128) + ")";
            case LOST -> "lost its line to Guerdon, as happens when a call interrupts every thread, and ended";
            default -> "ended with exit code " + code + ", as System.exit or Runtime.halt do";
        };
    }

    /** Whether its line broke, which an earlier call may have caused a moment before. */
    boolean lostItsLine() {
        return hungUp || (!process.isAlive() && process.exitValue() == LOST);
    }

    boolean ranOutOfMemory() {
        return !process.isAlive() && process.exitValue() == 3 && output.outOfMemory();
    }

    /** Waits until what it printed before its end was passed on, for a moment. */
    void awaitPrinted() {
        output.await();
    }

    /** Waits until all that it said before its end was heard. */
    void awaitSilence() {
        Thread thread = reader;
        boolean interrupted = false;
        while (thread != null && thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static int waitFor(Process process) {
        boolean interrupted = false;
        while (true) {
            try {
                int code = process.waitFor();
                if (interrupted) {
                    Thread.currentThread().interrupt();
                }
                return code;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
    }

    private static void closeQuietly(AutoCloseable resource) {
        try {
            resource.close();
        } catch (Exception e) {
            // It is closed, or as good as.
        }
    }
}
