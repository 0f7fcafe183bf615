package dev.guerdon.core.spi;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import dev.guerdon.core.base.EngineFrame;
import dev.guerdon.core.base.ProcessShutdown;
import dev.guerdon.core.boundary.CodeFault;
import dev.guerdon.core.worker.WorkerProcess;
import dev.guerdon.core.worker.WorkerProcess.PoolFolder;
import dev.guerdon.core.worker.WorkerProcess.StartSettings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * Processes that do pieces of work with users' code, each one piece at a time. Whatever such code does to its process costs its piece.
 *
 * <p>A process runs a {@link ChildProgram}.
 */
@Internal
public final class ChildProcesses implements AutoCloseable {

    /** The file in the folder of the processes that says what their pieces have in common. */
    static final String JOB = "job";

    private static final Duration START_LIMIT = Duration.ofMinutes(2);

    private final StartSettings settings;
    private final PoolFolder folder;
    private final Set<Child> children = ConcurrentHashMap.newKeySet();
    private final ProcessShutdown.Step atTheEnd;
    private volatile boolean closed;

    private ChildProcesses(StartSettings settings, PoolFolder folder) {
        this.settings = settings;
        this.folder = folder;
        this.atTheEnd = ProcessShutdown.at(ProcessShutdown.Phase.CLOSE, "end the processes of episodes", this::end);
    }

    /**
     * Makes ready to start processes.
     *
     * @param memory how much heap each has, in bytes
     * @param cpus how many processors the threads of each count on
     * @param environment names of variables that each gets though they look like secrets
     * @param output gets each line that one prints
     * @param program the class with the main method that calls {@link ChildProgram#serve}
     * @param job what the pieces have in common
     */
    public static ChildProcesses open(
            long memory, int cpus, Set<String> environment, Consumer<String> output, String program, byte[] job) {
        try {
            PoolFolder folder = PoolFolder.create();
            Files.write(folder.path().resolve(JOB), job);
            return new ChildProcesses(
                    new StartSettings(
                            program,
                            Map.of("guerdon", EngineFrame.VERSION),
                            memory,
                            cpus,
                            environment,
                            START_LIMIT,
                            output,
                            List.of("--enable-native-access=ALL-UNNAMED")),
                    folder);
        } catch (IOException e) {
            throw new GuerdonException(
                    "processes need a temporary folder, and none can be made: " + e.getMessage()
                            + "; set java.io.tmpdir, or run this without --isolate",
                    e);
        }
    }

    /**
     * Starts a process and waits until it is ready.
     *
     * @throws IOException if it does not become ready, with the reason
     */
    public Child start() throws IOException {
        Child child = new Child(folder.start(settings));
        children.add(child);
        if (closed) {
            child.kill();
        }
        child.listen(() -> children.remove(child));
        return child;
    }

    private void end() {
        closed = true;
        children.forEach(Child::kill);
        folder.close();
    }

    boolean isClosed() {
        return closed;
    }

    /** Ends all processes. */
    @Override
    public void close() {
        if (atTheEnd.cancel()) {
            end();
        }
    }

    /** A process could not do a piece, because its code threw; the process is as good as before. */
    public static final class FailedException extends Exception {
        private static final long serialVersionUID = 1L;

        FailedException(String message) {
            super(message);
        }
    }

    /** A process ended before its piece was done. */
    public static final class EndedException extends Exception {
        private static final long serialVersionUID = 1L;

        EndedException(String message) {
            super(message);
        }
    }

    /** One process. Pieces are given to it one after another. */
    public static final class Child {

        private final WorkerProcess process;
        private final CompletableFuture<EngineFrame> never = new CompletableFuture<>();
        private volatile CompletableFuture<EngineFrame> result = never;
        private volatile UnaryOperator<byte[]> answering = question -> question;
        private volatile boolean gone;
        private volatile boolean spent;
        private int pieces;

        private Child(WorkerProcess process) {
            this.process = process;
        }

        private void listen(Runnable atEnd) {
            process.listen(new WorkerProcess.Listener() {
                @Override
                public void frame(EngineFrame frame) throws IOException {
                    switch (frame.kind()) {
                        case EngineFrame.DONE, EngineFrame.ERROR -> result.complete(frame);
                        case EngineFrame.QUERY -> {
                            UnaryOperator<byte[]> now = answering;
                            Thread.ofVirtual().name("guerdon-answer").start(() -> answer(frame, now));
                        }
                        default -> throw new IOException("not a frame of a child");
                    }
                }

                @Override
                public void ended() {
                    gone = true;
                    result.completeExceptionally(new IOException("it ended"));
                    atEnd.run();
                }
            });
        }

        private void answer(EngineFrame question, UnaryOperator<byte[]> now) {
            byte[] answer;
            boolean good = true;
            try {
                answer = now.apply(question.payload());
            } catch (Throwable e) {
                answer = CodeFault.of(e).reason().getBytes(StandardCharsets.UTF_8);
                good = false;
            }
            try {
                send(new EngineFrame(EngineFrame.ANSWER, question.id(), flagged(good, answer)));
            } catch (IOException e) {
                // The process is gone, and its piece fails.
            }
        }

        private synchronized void send(EngineFrame frame) throws IOException {
            process.send(frame);
        }

        /** Returns whether it has not been given a piece yet, so that no earlier one can have spoiled it. */
        public boolean isFresh() {
            return pieces == 0;
        }

        /** Returns whether it can be given another piece: no code of an earlier one still runs in it past its deadline. */
        public boolean isUsable() {
            return !gone && !spent && process.isAlive();
        }

        /**
         * Does a piece of work.
         *
         * @param answers answers what the process asks meanwhile
         * @throws FailedException if the work threw, with its message
         * @throws EndedException if the process ended, in words that follow "its process"
         */
        public byte[] work(byte[] piece, UnaryOperator<byte[]> answers) throws FailedException, EndedException {
            try {
                return resultOf(begin(piece, answers).join()); // a caller that cancels the piece kills the process
            } catch (CompletionException e) {
                throw new EndedException(ending());
            }
        }

        /** Starts a piece of work; the future fails if the process ended. */
        CompletableFuture<EngineFrame> begin(byte[] piece, UnaryOperator<byte[]> answers) {
            CompletableFuture<EngineFrame> mine = new CompletableFuture<>();
            pieces++;
            answering = answers;
            result = mine;
            try {
                if (gone) {
                    throw new IOException("it ended");
                }
                send(new EngineFrame(EngineFrame.SCORE, pieces, piece));
            } catch (IOException e) {
                mine.completeExceptionally(e);
            }
            return mine;
        }

        /** Returns the result in the last frame of a piece. */
        byte[] resultOf(EngineFrame frame) throws FailedException {
            if (frame.kind() == EngineFrame.ERROR) {
                throw new FailedException(new String(frame.payload(), StandardCharsets.UTF_8));
            }
            spent = frame.payload()[0] != 0;
            return Arrays.copyOfRange(frame.payload(), 1, frame.payload().length);
        }

        long pid() {
            return process.pid();
        }

        /** Returns whether it ended because it was asked to, as Ctrl-C asks all processes of a terminal. */
        boolean wasAskedToEnd() {
            return process.wasAskedToEnd();
        }

        /** Waits for the end of the process, and returns how it ended in words that follow "its process". */
        String ending() {
            return process.ending();
        }

        /** Ends it, whatever it does. */
        public void kill() {
            gone = true;
            process.kill();
        }
    }

    /** Returns a payload with a byte in front. */
    static byte[] flagged(boolean flag, byte[] payload) {
        byte[] whole = new byte[payload.length + 1];
        whole[0] = (byte) (flag ? 1 : 0);
        System.arraycopy(payload, 0, whole, 1, payload.length);
        return whole;
    }
}
