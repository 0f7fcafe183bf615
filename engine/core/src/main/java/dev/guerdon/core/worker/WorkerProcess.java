package dev.guerdon.core.worker;

import dev.guerdon.api.Internal;
import dev.guerdon.api.Json;
import dev.guerdon.core.base.EngineFrame;
import dev.guerdon.core.base.FolderTree;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.core.base.OwnThread;
import dev.guerdon.core.base.TemporaryFolder;
import dev.guerdon.core.worker.WorkerProcess.StartSettings;
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
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Worker process as its parent sees it, with the connection to it and the page where it notes the call that it makes. */
@Internal
public final class WorkerProcess {

    static final String SOCKET = "s";
    static final String PAGE = "page";
    static final String TEMPORARY = "tmp";

    /** The system property of a worker that names its parent. */
    static final String PARENT = "guerdon.worker.parent";

    /** The longest answer of a worker to what is no batch. */
    private static final int MAX_ANSWER = 64 << 20;

    /** The most characters of a message of a worker. */
    private static final int MAX_TEXT = 10_000;

    /** The exit code of a worker whose line to its parent broke. */
    static final int LOST = 86;

    private final Path folder;
    private final long memory;
    private final Process process;
    private final ForeignOutput output;
    private final SocketChannel socket;
    private final InputStream in;
    private final OutputStream out;
    private final ProgressPage page;
    private CompletableFuture<Void> readerDone = CompletableFuture.completedFuture(null);
    private volatile boolean killed;
    private volatile boolean hungUp;
    private volatile String activity = "";
    private Json greeting = new Json(Map.of());

    /** Receives the frames of a worker, one after the other, and finally its end. */
    public interface Listener {

        void frame(EngineFrame frame) throws IOException;

        void ended();
    }

    private WorkerProcess(Path folder, Process process, ForeignOutput output, SocketChannel socket, long memory)
            throws IOException {
        this.memory = memory;
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
     * @throws IOException if it did not become ready, with the reason
     */
    public static WorkerProcess start(StartSettings settings, Path folder, AtomicLong outputLeft) throws IOException {
        // Not the folder above: where that is gone, the pool is closed, and it would not be deleted again.
        Files.createDirectory(folder);
        Files.createDirectory(folder.resolve(TEMPORARY));
        ProgressPage.open(folder.resolve(PAGE)).set(ProgressPage.IDLE);
        try (ServerSocketChannel door = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            door.bind(UnixDomainSocketAddress.of(folder.resolve(SOCKET)));
            ProcessBuilder builder = new ProcessBuilder(JavaCommand.of(settings, folder)).redirectErrorStream(true);
            JavaCommand.clean(builder.environment(), settings.environment());
            Process process = builder.start();
            ForeignOutput output = new ForeignOutput(process.getInputStream(), settings.output(), outputLeft);
            // Nothing can time out an accept: the time limit closes the socket from another thread.
            CompletableFuture<Process> limit =
                    process.onExit().orTimeout(settings.startLimit().toMillis(), TimeUnit.MILLISECONDS);
            var unused = limit.whenComplete((ended, late) -> {
                if (late instanceof TimeoutException) {
                    end(process);
                }
                closeQuietly(door);
            });
            WorkerProcess worker = null;
            try {
                process.getOutputStream().close();
                SocketChannel socket = door.accept();
                worker = new WorkerProcess(folder, process, output, socket, settings.memory());
                worker.greet(settings);
                limit.cancel(false);
                return worker;
            } catch (IOException | RuntimeException e) {
                boolean late = limit.isCompletedExceptionally();
                if (e instanceof Refused) {
                    end(process);
                    output.await();
                    throw e;
                }
                String why = late
                        ? notDone(settings.startLimit())
                        : worker == null
                                ? "ended with exit code " + waitFor(process) + " before it was ready"
                                : worker.ending();
                end(process);
                output.await();
                throw worker == null ? new IOException("it " + why, e) : worker.failed(why, e);
            }
        }
    }

    /** A worker said that it cannot do what it was asked for. */
    static final class Refused extends IOException {
        Refused(String why) {
            super(why);
        }
    }

    /** User code ended a worker while it was loaded; the message says which. */
    static final class Stopped extends IOException {
        Stopped(String message, Exception cause) {
            super(message, cause);
        }
    }

    private void greet(StartSettings settings) throws IOException {
        new EngineFrame(EngineFrame.HELLO, 0, JsonCodec.write(settings.hello()).getBytes(StandardCharsets.UTF_8))
                .write(out);
        greeting = answer(EngineFrame.HELLO);
        if (greeting.get("guerdon").asLong() != EngineFrame.VERSION) {
            throw new Refused("it speaks another version of the protocol");
        }
    }

    /** Returns what it said when it was ready. */
    Json greeting() {
        return greeting;
    }

    /**
     * Asks something that is no batch, and waits for the answer. Only before {@link #listen}.
     *
     * @param limit how long the answer may take
     * @throws Refused if it says that it cannot answer
     * @throws IOException if it ended, or was ended at the limit, or said what is no answer
     */
    Json ask(Map<String, Object> question, Duration limit) throws IOException {
        activity = "";
        CompletableFuture<Void> answered = new CompletableFuture<>();
        var unused = answered.orTimeout(limit.toMillis(), TimeUnit.MILLISECONDS).whenComplete((none, late) -> {
            if (late != null) {
                end(process);
            }
        });
        try {
            send(new EngineFrame(EngineFrame.QUERY, 0, JsonCodec.write(question).getBytes(StandardCharsets.UTF_8)));
            Json answer = answer(EngineFrame.ANSWER);
            if (answer.find("problem").isPresent()) {
                throw new Refused(text(answer, "problem"));
            }
            return answer;
        } catch (Refused e) {
            throw e;
        } catch (IOException | RuntimeException e) {
            boolean late = answered.isCompletedExceptionally();
            String how = ending();
            throw failed(late ? notDone(limit) : how, e);
        } finally {
            answered.complete(null);
        }
    }

    private static String notDone(Duration limit) {
        return "was not done after " + limit.toSeconds() + " s, and was ended";
    }

    private IOException failed(String how, Exception cause) {
        return activity.isEmpty()
                ? new IOException("it " + how, cause)
                : new Stopped(activity + " failed: its worker process " + how, cause);
    }

    /** Reads frames until there is one of a kind. Foreign code may have a part in what they say. */
    private Json answer(byte kind) throws IOException {
        while (true) {
            EngineFrame frame = EngineFrame.read(in, MAX_ANSWER);
            if (frame == null) {
                throw new IOException("it hung up");
            }
            Json message = JsonCodec.read(frame.payload(), "the worker's answer");
            if (frame.kind() == EngineFrame.BEGUN) {
                activity = text(message, "activity");
            } else if (frame.kind() == EngineFrame.ERROR) {
                throw new Refused(text(message, "message"));
            } else if (frame.kind() == kind) {
                return message;
            } else {
                throw new IOException("it sent a frame of the kind " + frame.kind());
            }
        }
    }

    private static String text(Json message, String name) {
        String text = message.get(name).asString();
        return text.length() > MAX_TEXT ? text.substring(0, MAX_TEXT) + "…" : text;
    }

    /** Begins to listen. */
    public void listen(Listener listener) {
        CompletableFuture<Void> over = new CompletableFuture<>();
        OwnThread.start("guerdon-worker-" + process.pid(), () -> {
            try {
                @Nullable EngineFrame frame;
                while ((frame = EngineFrame.read(in)) != null) {
                    listener.frame(frame);
                }
            } catch (IOException | RuntimeException e) {
                // It ended, or said what no worker says: either way it cannot be used any more.
            } finally {
                endOfLine();
                listener.ended();
                over.complete(null);
            }
        });
        readerDone = over; // only now: if no thread could be started, there is nothing to wait for
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

    /** Sends a frame. Blocks while the worker does not read, until {@link #kill}. */
    public void send(EngineFrame frame) throws IOException {
        frame.write(out);
    }

    /** Returns what it is doing, or was doing when it ended. */
    long progress() {
        return page.get();
    }

    public long pid() {
        return process.pid();
    }

    public boolean isAlive() {
        return !killed && process.isAlive();
    }

    /** Kills the process. */
    public void kill() {
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

    /** Returns how it ended, in words that follow "its worker process". Closes the connection. */
    public String ending() {
        endOfLine();
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
            return "closed the connection to Guerdon or sent something other than results, and was killed";
        }
        return switch (code) {
            case 137 -> "was killed from outside (signal 9), perhaps for a lack of memory on this machine";
            case 134, 139 -> "crashed (signal " + (code - 128) + ")";
            case LOST -> "lost its connection to Guerdon, as happens when a call interrupts every thread, and exited";
            default -> "ended with exit code " + code + ", as System.exit or Runtime.halt do";
        };
    }

    /** Returns whether its connection broke, which an earlier call may have caused a moment before. */
    boolean lostConnection() {
        return hungUp || (!process.isAlive() && process.exitValue() == LOST);
    }

    /** Returns whether it ended because it was asked to, as Ctrl-C asks all processes of a terminal. */
    public boolean wasAskedToEnd() {
        return !process.isAlive() && (process.exitValue() == 130 || process.exitValue() == 143);
    }

    boolean ranOutOfMemory() {
        return !process.isAlive() && process.exitValue() == 3 && output.outOfMemory();
    }

    /** Waits a moment until its output was passed on. */
    void awaitPrinted() {
        output.await();
    }

    /** Waits for the reader thread, which has then handled all that the process sent. */
    void awaitReader() {
        readerDone.join();
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

    /**
     * Settings with which workers are started, and what they may use.
     *
     * @param mainClass the program of a worker, one of Guerdon's own classes
     * @param hello the first message to a worker
     * @param memory the most heap of a worker, in bytes
     * @param cpus how many processors a worker's own threads count on
     * @param environment names of variables that a worker gets though they look like secrets
     * @param startLimit how long a start may take
     * @param output gets each line that foreign code prints, without secrets
     * @param options further options of the JVM
     */
    public record StartSettings(
            String mainClass,
            Map<String, Object> hello,
            long memory,
            int cpus,
            Set<String> environment,
            Duration startLimit,
            Consumer<String> output,
            List<String> options) {}

    /** The temporary folder of processes, which only the user can enter, and their start in it. Closing it deletes it. */
    public static final class PoolFolder implements AutoCloseable {

        /** The address of a socket may have about 100 bytes; what follows the folder is short. */
        private static final int MAX_PATH_BYTES = 80;

        /** Time that the folder may take to be deleted: a process that is just ending may still write there. */
        private static final Duration MAX_DELETE_TIME = Duration.ofSeconds(5);

        private final Path path;
        private final AtomicInteger started = new AtomicInteger();
        private final AtomicLong outputLeft = new AtomicLong(ForeignOutput.MAX_BYTES);

        private PoolFolder(Path path) {
            this.path = path;
        }

        /** Creates a folder with a path that is short enough for a socket in it. */
        public static PoolFolder create() throws IOException {
            Path folder = TemporaryFolder.create("w").toAbsolutePath();
            if (folder.toString().getBytes(StandardCharsets.UTF_8).length <= MAX_PATH_BYTES) {
                return new PoolFolder(folder);
            }
            Path shorter = Path.of("/tmp");
            Files.delete(folder);
            if (!Files.isWritable(shorter)) {
                throw new IOException("the path " + folder + " is too long for a socket");
            }
            return new PoolFolder(Files.createTempDirectory(TemporaryFolder.in(shorter), "w"));
        }

        public Path path() {
            return path;
        }

        /**
         * Starts a process and waits until it is ready.
         *
         * @throws IOException if it does not become ready, with the reason
         */
        public WorkerProcess start(StartSettings settings) throws IOException {
            return WorkerProcess.start(settings, path.resolve("w" + started.incrementAndGet()), outputLeft);
        }

        @Override
        public void close() {
            try {
                FolderTree.delete(path, MAX_DELETE_TIME);
            } catch (IOException e) {
                System.getLogger(PoolFolder.class.getName())
                        .log(System.Logger.Level.WARNING, "the folder {0} could not be deleted: {1}", path, e);
            }
        }
    }
}
