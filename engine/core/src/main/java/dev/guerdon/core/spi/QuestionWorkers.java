package dev.guerdon.core.spi;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import dev.guerdon.core.base.EngineFrame;
import dev.guerdon.core.spi.ChildProcesses.Child;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Processes that answer questions, for a part of a reward that could end its process.
 *
 * <p>The caller knows which question a process was answering when it ended, and so which one is to blame. A process is started when a
 * thread asks and none is free, and ends after it was not needed for a while.
 */
@Internal
public final class QuestionWorkers {

    private static final Duration IDLE = Duration.ofSeconds(30);

    /** Interval of the checks of a process that has not answered yet. */
    private static final Duration LOOK = Duration.ofMillis(50);

    private static final String RESIDENT = "VmRSS:";

    private final Class<?> program;
    private final long heap;
    private final ArrayDeque<Child> free = new ArrayDeque<>();
    private @Nullable ChildProcesses processes;
    private long given;

    /**
     * @param program the class whose {@code main} calls {@link #answer}
     * @param heap the most heap of a process, in bytes
     */
    public QuestionWorkers(Class<?> program, long heap) {
        this.program = program;
        this.heap = heap;
    }

    /** Answers the questions of the parent until it is gone; the program of such a process. */
    public static void answer(String[] arguments, UnaryOperator<byte[]> answers) throws IOException {
        ChildProgram.serve(arguments, (job, folder) -> (question, parent) -> answers.apply(question));
    }

    private synchronized ChildProcesses processes() throws IOException {
        if (processes == null) {
            try {
                System.Logger log = System.getLogger(QuestionWorkers.class.getName());
                processes = ChildProcesses.open(
                        heap,
                        1,
                        Set.of(),
                        line -> log.log(System.Logger.Level.DEBUG, line),
                        program.getName(),
                        new byte[0]);
            } catch (GuerdonException e) {
                throw new IOException(e.getMessage(), e);
            }
        }
        return processes;
    }

    /**
     * Takes a process for a thread, from its first question to its last.
     *
     * @throws IOException if none could be started
     * @throws InterruptedException if the thread was interrupted; a process that was being started is there for the next
     */
    public Talk talk() throws IOException, InterruptedException {
        ChildProcesses all = processes();
        synchronized (this) {
            Child child;
            while ((child = free.pollFirst()) != null) {
                if (child.isUsable()) {
                    return new Talk(all, child);
                }
                // Ended while nobody asked it: its connection and its files go.
                String unused = child.ending();
            }
        }
        // In a thread that is not interrupted: with a short deadline, none would ever become ready.
        CompletableFuture<Child> started = new CompletableFuture<>();
        Thread.ofPlatform().daemon().name("guerdon-question-worker").start(() -> {
            try {
                started.complete(all.start());
            } catch (IOException | RuntimeException e) {
                started.completeExceptionally(e);
            }
        });
        try {
            return new Talk(all, started.get());
        } catch (ExecutionException e) {
            throw new IOException(
                    e.getCause() == null ? e.toString() : e.getCause().getMessage(), e);
        } catch (InterruptedException e) {
            var unused = started.thenAccept(this::giveBack);
            throw e;
        }
    }

    /** Questions to one process, which remembers between them. For one thread at a time. */
    public final class Talk implements AutoCloseable {

        private final ChildProcesses all;
        private final Child child;
        private Duration spent = Duration.ZERO;

        private Talk(ChildProcesses all, Child child) {
            this.all = all;
            this.child = child;
        }

        /**
         * Asks, and waits for the answer.
         *
         * @param time the processor time that the process may use for it
         * @param memory the memory that the process may have, as far as the system tells
         * @throws IOException if the process ended, or was ended past one of the two, with words that follow "the process"
         * @throws CancellationException if it was asked to end, as by Ctrl-C
         */
        public byte[] ask(byte[] question, Duration time, long memory) throws IOException, InterruptedException {
            long began = System.nanoTime();
            Optional<Duration> before = Optional.empty();
            CompletableFuture<EngineFrame> answer = child.begin(question, none -> none);
            try {
                while (!answer.isDone()) {
                    try {
                        var unused = answer.get(LOOK.toMillis(), TimeUnit.MILLISECONDS);
                    } catch (TimeoutException e) {
                        Duration wall = Duration.ofNanos(System.nanoTime() - began);
                        before = before.or(() -> processorTime().map(used -> used.minus(wall)));
                        spent = used(before, wall);
                        if (spent.compareTo(time) > 0) {
                            throw new IOException("took more than " + time.toSeconds() + " seconds");
                        }
                        if (resident() > memory) {
                            throw new IOException("took more than " + (memory >> 20) + " MB");
                        }
                    }
                }
                byte[] result = child.resultOf(answer.get());
                spent = used(before, Duration.ofNanos(System.nanoTime() - began));
                return result;
            } catch (ExecutionException e) {
                if (Thread.interrupted()) { // which closes the connection while the question is sent
                    end(child);
                    throw new InterruptedException("interrupted while a question was sent");
                }
                String how = child.ending();
                if (all.isClosed() || child.wasAskedToEnd()) {
                    throw new CancellationException("the process " + how);
                }
                throw new IOException(how, e);
            } catch (ChildProcesses.FailedException e) {
                end(child);
                throw new IOException("failed: " + e.getMessage(), e);
            } catch (IOException | InterruptedException e) {
                end(child);
                throw e;
            }
        }

        /** Returns the processor time of the last question. */
        public Duration spent() {
            return spent;
        }

        /** Returns the processor time since then, or the elapsed time if it is less or the system does not tell. */
        private Duration used(Optional<Duration> before, Duration wall) {
            return processorTime()
                    .flatMap(now -> before.map(now::minus))
                    .filter(used -> used.compareTo(wall) < 0)
                    .orElse(wall);
        }

        private Optional<Duration> processorTime() {
            return ProcessHandle.of(child.pid()).flatMap(handle -> handle.info().totalCpuDuration());
        }

        /** Returns the memory of the process, or 0 if the system does not tell. */
        private long resident() {
            try {
                String status = Files.readString(
                        Path.of("/proc", Long.toString(child.pid()), "status"), StandardCharsets.ISO_8859_1);
                int line = status.indexOf(RESIDENT);
                String amount = status.substring(line + RESIDENT.length(), status.indexOf("kB", line));
                return Long.parseLong(amount.strip()) << 10;
            } catch (IOException | RuntimeException e) {
                return 0;
            }
        }

        @Override
        public void close() {
            giveBack(child);
        }
    }

    private static void end(Child child) {
        child.kill();
        var unused = child.ending();
    }

    /** Keeps a process for the next thread. Those that are not needed for a while end; the last in line are used the least. */
    private void giveBack(Child child) {
        if (!child.isUsable()) {
            end(child);
            return;
        }
        long then;
        synchronized (this) {
            free.addFirst(child);
            then = ++given;
        }
        CompletableFuture.delayedExecutor(IDLE.toMillis(), TimeUnit.MILLISECONDS)
                .execute(() -> {
                    List<Child> idle;
                    synchronized (this) {
                        idle = given == then ? List.copyOf(free) : List.of();
                        free.removeAll(idle);
                    }
                    idle.forEach(QuestionWorkers::end);
                });
    }
}
