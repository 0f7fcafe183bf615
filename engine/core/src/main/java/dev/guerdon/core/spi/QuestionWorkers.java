package dev.guerdon.core.spi;

import dev.guerdon.api.Internal;
import dev.guerdon.core.base.EngineFrame;
import dev.guerdon.core.base.ProcessShutdown;
import dev.guerdon.core.worker.ParentLink;
import dev.guerdon.core.worker.WorkerProcess;
import dev.guerdon.core.worker.WorkerProcess.PoolFolder;
import dev.guerdon.core.worker.WorkerProcess.StartSettings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

/**
 * Worker processes that answer questions, for a part of a reward that could end its process.
 *
 * <p>Whoever asks knows which question a process was answering when it ended, and so whom to blame. A process is started when a thread
 * asks and none is free, and ends after it was not needed for a while.
 */
@Internal
public final class QuestionWorkers {

    private static final Duration START_LIMIT = Duration.ofSeconds(60);
    private static final Duration IDLE = Duration.ofSeconds(30);

    /** How often a process that has not answered yet is looked at. */
    private static final Duration LOOK = Duration.ofMillis(50);

    private static final String RESIDENT = "VmRSS:";

    private final StartSettings settings;
    private final Set<Talk> all = new HashSet<>();
    private final ArrayDeque<Talk> free = new ArrayDeque<>();
    private long given;
    private boolean closed;

    /**
     * @param program the class whose {@code main} calls {@link #answer}
     * @param heap the most heap of a process, in bytes
     */
    public QuestionWorkers(Class<?> program, long heap) {
        this.settings = new StartSettings(
                program.getName(),
                Map.of("guerdon", EngineFrame.VERSION),
                heap,
                1,
                Set.of(),
                START_LIMIT,
                line -> System.getLogger(QuestionWorkers.class.getName()).log(System.Logger.Level.DEBUG, line),
                List.of("--enable-native-access=ALL-UNNAMED"));
        ProcessShutdown.at(ProcessShutdown.Phase.CLOSE, "end the processes that answer questions", this::end);
    }

    /** Answers the questions of the parent until it is gone; the program of such a process. */
    public static void answer(String[] arguments, UnaryOperator<byte[]> answers) throws IOException {
        ParentLink link = ParentLink.connect(Path.of(arguments[0]));
        link.take(); // the greeting, which has nothing in it that matters here
        link.ready(Map.of());
        while (true) {
            EngineFrame question = link.take();
            link.send(new EngineFrame(EngineFrame.ANSWER, question.id(), answers.apply(question.payload())));
        }
    }

    /**
     * One process for a thread, from its first question to its last.
     *
     * @throws IOException if none could be started
     * @throws InterruptedException if the thread was interrupted; a process that was being started is there for the next
     */
    public Talk talk() throws IOException, InterruptedException {
        synchronized (this) {
            Talk process;
            while ((process = free.pollFirst()) != null) {
                if (process.process.isAlive()) {
                    return process;
                }
                all.remove(process);
                process.end();
            }
            if (closed) {
                throw new IOException("this process is ending");
            }
        }
        // In a thread that nobody interrupts: with a short deadline, none would ever become ready.
        CompletableFuture<Talk> started = new CompletableFuture<>();
        Thread.ofPlatform().daemon().name("guerdon-question-worker").start(() -> {
            try {
                started.complete(new Talk());
            } catch (IOException | RuntimeException e) {
                started.completeExceptionally(e);
            }
        });
        try {
            return started.get();
        } catch (ExecutionException e) {
            throw new IOException(
                    e.getCause() == null ? e.toString() : e.getCause().getMessage(), e);
        } catch (InterruptedException e) {
            var unused = started.thenAccept(this::back);
            throw e;
        }
    }

    /** Questions to one process, which remembers between them. For one thread at a time. */
    public final class Talk implements AutoCloseable {

        private final WorkerProcess process;
        private final PoolFolder folder;
        private final BlockingQueue<Optional<byte[]>> answers = new LinkedBlockingQueue<>();
        private int asked;
        private Duration spent = Duration.ZERO;
        private volatile boolean ended;

        private Talk() throws IOException {
            folder = PoolFolder.create();
            try {
                process = folder.start(settings);
            } catch (IOException e) {
                folder.close();
                throw e;
            }
            synchronized (QuestionWorkers.this) {
                all.add(this);
            }
            process.listen(new WorkerProcess.Listener() {
                @Override
                public void frame(EngineFrame frame) {
                    answers.add(Optional.of(frame.payload()));
                }

                @Override
                public void ended() {
                    answers.add(Optional.empty());
                }
            });
        }

        /**
         * Asks, and waits for the answer.
         *
         * @param time the processor time that the process may use for it
         * @param memory the memory that the process may have, as far as the system tells
         * @throws IOException if the process ended, or was ended past one of the two, with words that follow "the process"
         * @throws CancellationException if somebody stopped it, as Ctrl-C does
         */
        public byte[] ask(byte[] question, Duration time, long memory) throws IOException, InterruptedException {
            long began = System.nanoTime();
            Optional<Duration> before = Optional.empty();
            try {
                process.send(new EngineFrame(EngineFrame.QUERY, ++asked, question));
            } catch (IOException e) {
                process.kill(); // its end is heard of as any other
            }
            try {
                while (true) {
                    Optional<byte[]> answer = answers.poll(LOOK.toMillis(), TimeUnit.MILLISECONDS);
                    Duration wall = Duration.ofNanos(System.nanoTime() - began);
                    if (answer != null) {
                        spent = used(before, wall);
                        if (answer.isPresent()) {
                            return answer.get();
                        }
                        String how = process.ending();
                        if (ended || process.wasAskedToEnd()) {
                            throw new CancellationException("the process " + how);
                        }
                        throw new IOException(how);
                    }
                    if (before.isEmpty()) {
                        before = processorTime().map(used -> used.minus(wall));
                    }
                    spent = used(before, wall);
                    if (spent.compareTo(time) > 0) {
                        throw overdue("took more than " + time.toSeconds() + " seconds");
                    }
                    if (resident() > memory) {
                        throw overdue("took more than " + (memory >> 20) + " MB");
                    }
                }
            } catch (InterruptedException e) {
                end();
                throw e;
            }
        }

        private IOException overdue(String how) {
            end();
            return new IOException(how);
        }

        /** The processor time of the last question. */
        public Duration spent() {
            return spent;
        }

        /** The processor time since then, or the time of the wall if it is less or the system does not tell. */
        private Duration used(Optional<Duration> before, Duration wall) {
            return processorTime()
                    .flatMap(now -> before.map(now::minus))
                    .filter(used -> used.compareTo(wall) < 0)
                    .orElse(wall);
        }

        private Optional<Duration> processorTime() {
            return ProcessHandle.of(process.pid())
                    .flatMap(handle -> handle.info().totalCpuDuration());
        }

        /** The memory of the process; 0 where the system does not tell. */
        private long resident() {
            try {
                String status = Files.readString(
                        Path.of("/proc", Long.toString(process.pid()), "status"), StandardCharsets.ISO_8859_1);
                int line = status.indexOf(RESIDENT);
                String amount = status.substring(line + RESIDENT.length(), status.indexOf("kB", line));
                return Long.parseLong(amount.strip()) << 10;
            } catch (IOException | RuntimeException e) {
                return 0;
            }
        }

        /** Ends it, whatever it does. */
        private void end() {
            ended = true;
            process.kill();
            var unused = process.ending();
            folder.close();
        }

        @Override
        public void close() {
            back(this);
        }
    }

    private void back(Talk talk) {
        boolean usable;
        synchronized (this) {
            usable = !closed && talk.process.isAlive();
            if (usable) {
                free.addFirst(talk);
                given++;
            } else {
                all.remove(talk);
            }
        }
        if (usable) {
            endIdleLater();
        } else {
            talk.end();
        }
    }

    /** Those that nobody needed since now end; the last in line are used the least. */
    private void endIdleLater() {
        long then;
        synchronized (this) {
            then = given;
        }
        CompletableFuture.delayedExecutor(IDLE.toMillis(), TimeUnit.MILLISECONDS)
                .execute(() -> {
                    List<Talk> idle;
                    synchronized (this) {
                        idle = given == then ? List.copyOf(free) : List.of();
                        free.removeAll(idle);
                        all.removeAll(Set.copyOf(idle));
                    }
                    idle.forEach(Talk::end);
                });
    }

    private void end() {
        List<Talk> left;
        synchronized (this) {
            closed = true;
            left = List.copyOf(all);
            all.clear();
            free.clear();
        }
        left.forEach(Talk::end);
    }
}
