package dev.guerdon.cli.pieces;

import dev.guerdon.api.agent.RolloutScope;
import dev.guerdon.cli.pieces.ScoreEngine.Task;
import dev.guerdon.cli.pieces.ScoringPlan.Piece;
import dev.guerdon.cli.spi.Cluster;
import dev.guerdon.cli.spi.Cluster.Receiver;
import dev.guerdon.cli.spi.Cluster.Receiver.Cause;
import dev.guerdon.cli.spi.Cluster.Receiver.Failure;
import dev.guerdon.cli.spi.ClusterJob;
import dev.guerdon.cli.spi.ClusterStore;
import dev.guerdon.cli.spi.PieceEngine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * A cluster whose processes are threads of this one: each has an engine and a folder of its own, and can be lost with all that it has
 * at hand. A piece whose process was lost is tried elsewhere a few times, as real clusters do.
 */
final class ProcessesInThreads implements Cluster {

    private final Path folder;
    private final int slotsOfEach;
    private final int tries;
    private final List<OneProcess> processes = new ArrayList<>();
    private final BlockingQueue<Task> queue = new LinkedBlockingQueue<>();
    private final AtomicLong numbers = new AtomicLong();
    final AtomicInteger handedOut = new AtomicInteger();
    final AtomicInteger losses = new AtomicInteger();
    final List<ClusterJob> jobs = new ArrayList<>();
    private boolean closed;

    ProcessesInThreads(Path folder, int count, int slotsOfEach, int tries) {
        this.folder = folder;
        this.slotsOfEach = slotsOfEach;
        this.tries = tries;
        for (int i = 0; i < count; i++) {
            add();
        }
    }

    /** Starts a further process. */
    synchronized void add() {
        OneProcess process = new OneProcess(folder.resolve("process-" + numbers.incrementAndGet()));
        processes.add(process);
        for (int i = 0; i < slotsOfEach; i++) {
            Thread.ofVirtual().start(process::serve);
        }
    }

    /** Ends a process as kill -9 would, and starts another in its place. */
    void loseOne() {
        OneProcess lost;
        synchronized (this) {
            lost = processes.remove(ThreadLocalRandom.current().nextInt(processes.size()));
        }
        losses.incrementAndGet();
        lost.die();
        add();
    }

    /** Ends the process that plays an episode, for the one who plays it. */
    void lose(RolloutScope rollout) {
        Path files = rollout.artifacts().orElseThrow();
        OneProcess own;
        synchronized (this) {
            own = processes.stream()
                    .filter(process -> files.startsWith(process.own))
                    .findFirst()
                    .orElse(null);
            if (own == null) {
                return;
            }
            processes.remove(own);
        }
        losses.incrementAndGet();
        own.die();
        add();
    }

    @Override
    public synchronized int slots() {
        return Math.max(1, processes.size() * slotsOfEach);
    }

    @Override
    public synchronized Work begin(ClusterJob job) {
        jobs.add(job);
        return new Begun(job);
    }

    @Override
    public synchronized void close() {
        closed = true;
        processes.forEach(OneProcess::die);
    }

    private final class Begun implements Work {
        private final ClusterJob job;
        private final List<Task> tasks = new ArrayList<>();

        Begun(ClusterJob job) {
            this.job = job;
        }

        @Override
        public synchronized Submission submit(List<Piece> pieces, Receiver receiver) {
            List<Task> fresh = new ArrayList<>();
            for (int i = 0; i < pieces.size(); i++) {
                Task task = new Task(job, i, pieces.get(i).description(), receiver);
                fresh.add(task);
                handedOut.incrementAndGet();
                queue.add(task);
            }
            tasks.addAll(fresh);
            return new Submission() {
                @Override
                public void cancel() {
                    fresh.forEach(Task::cancel);
                }
            };
        }

        @Override
        public synchronized void close() {
            tasks.forEach(Task::cancel);
            synchronized (ProcessesInThreads.this) {
                processes.forEach(process -> process.close(job));
            }
        }
    }

    /** A piece; its receiver is told exactly once. */
    private static final class Task {
        private final ClusterJob job;
        private final int place;
        private final byte[] description;
        private final Receiver receiver;
        private final CompletableFuture<Void> told = new CompletableFuture<>();
        private final AtomicInteger tried = new AtomicInteger();

        Task(ClusterJob job, int place, byte[] description, Receiver receiver) {
            this.job = job;
            this.place = place;
            this.description = description;
            this.receiver = receiver;
        }

        void done(byte[] result) {
            if (told.complete(null)) {
                receiver.done(place, result);
            }
        }

        void failed(Cause cause, String message) {
            failed(cause, message, 1);
        }

        void failed(Cause cause, String message, int tries) {
            if (told.complete(null)) {
                receiver.failed(place, new Failure(cause, message, tries));
            }
        }

        void cancel() {
            failed(Cause.CANCELLED, "cancelled");
        }
    }

    private final class OneProcess {
        private final Path own;
        private final CompletableFuture<Void> dead = new CompletableFuture<>();
        private final IdentityHashMap<ClusterJob, PieceEngine> engines = new IdentityHashMap<>();

        OneProcess(Path own) {
            this.own = own;
        }

        void serve() {
            while (!dead.isDone()) {
                try {
                    Task task = queue.poll(20, TimeUnit.MILLISECONDS);
                    if (task != null && !task.told.isDone()) {
                        run(task);
                    }
                } catch (InterruptedException e) {
                    return;
                }
            }
        }

        private void run(Task task) {
            BlockingQueue<Object> outcome = new ArrayBlockingQueue<>(2);
            Here here = new Here(task, this, "a" + task.tried.get());
            PieceEngine engine;
            try {
                engine = engine(task.job);
            } catch (Exception e) {
                task.failed(Cause.NO_ENGINE, String.valueOf(e.getMessage()));
                return;
            }
            Thread.ofVirtual().start(() -> {
                try {
                    outcome.add(engine.work(task.description, here));
                } catch (Throwable e) {
                    outcome.add(e);
                }
            });
            var unused = dead.whenComplete((nothing, problem) -> outcome.offer(this));
            try {
                Object ended = outcome.take();
                switch (ended) {
                    case byte[] result when !dead.isDone() -> task.done(result);
                    case Throwable e when !dead.isDone() -> task.failed(Cause.THREW, String.valueOf(e.getMessage()));
                    default -> lost(task);
                }
            } catch (InterruptedException e) {
                task.cancel();
            }
        }

        private void lost(Task task) {
            if (closed) {
                task.cancel();
            } else if (task.tried.incrementAndGet() < tries) {
                queue.add(task);
            } else {
                task.failed(Cause.LOST, "its process was killed", tries);
            }
        }

        private synchronized PieceEngine engine(ClusterJob job) throws IOException {
            PieceEngine open = engines.get(job);
            if (open == null) {
                open = new EngineOpener()
                        .open(job, Files.createDirectories(own.resolve("job-" + numbers.incrementAndGet())));
                engines.put(job, open);
            }
            return open;
        }

        void die() {
            dead.complete(null);
            List<PieceEngine> open;
            synchronized (this) {
                open = List.copyOf(engines.values());
                engines.clear();
            }
            // Threads cannot be killed; what they go on to do reaches nobody. Who calls may be one of them.
            open.forEach(engine -> Thread.ofVirtual().start(engine::close));
        }

        void close(ClusterJob job) {
            @Nullable PieceEngine engine;
            synchronized (this) {
                engine = engines.remove(job);
            }
            if (engine != null) {
                engine.close();
            }
        }
    }

    /** Where a piece is done; the attempt is that at which it began. */
    private record Here(Task task, OneProcess process, String attempt) implements PieceEngine.Place {

        @Override
        public ClusterStore store() {
            throw new UnsupportedOperationException();
        }

        @Override
        public Iterator<byte[]> rows() {
            return List.<byte[]>of().iterator();
        }

        @Override
        public boolean isCancelled() {
            return task.told.isDone();
        }

        @Override
        public byte[] ask(byte[] question) throws IOException {
            if (isCancelled() || process.dead.isDone()) {
                throw new IOException("nobody wants the piece, or its process is gone");
            }
            try {
                return task.receiver.asked(task.place, question);
            } catch (RuntimeException e) {
                throw new IOException(e);
            }
        }
    }
}
