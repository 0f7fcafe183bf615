package dev.guerdon.cli.pieces;

import dev.guerdon.cli.pieces.ScoringPlan.Piece;
import dev.guerdon.cli.spi.Cluster;
import dev.guerdon.cli.spi.Cluster.Receiver;
import dev.guerdon.cli.spi.Cluster.Receiver.Cause;
import dev.guerdon.cli.spi.ClusterJob;
import dev.guerdon.cli.spi.PieceEngine;
import dev.guerdon.core.Isolation;
import dev.guerdon.core.base.DurationText;
import dev.guerdon.core.spi.ChildProcesses;
import dev.guerdon.core.spi.ChildProcesses.Child;
import dev.guerdon.core.spi.ChildProgram;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Processes of this machine as a cluster: each does one piece at a time, and the piece whose process ends is the one to blame.
 *
 * <p>A process that did pieces before may have been spoiled by them. So a piece that ended such a process is done once more, in a new one.
 *
 * @param isolation what each process may use
 * @param slots how many processes there are at most
 * @param limit how long a piece may take before its process is ended; zero for no limit
 */
record ChildCluster(Isolation isolation, int slots, Duration limit) implements Cluster {

    @Override
    public Work begin(ClusterJob job) {
        return new Begun(ChildProcesses.open(
                isolation.memory(),
                isolation.cpus(),
                isolation.environment(),
                isolation.output(),
                ChildEngine.class.getName(),
                job.toBytes()));
    }

    @Override
    public void close() {}

    private final class Begun implements Work {

        private final ChildProcesses processes;
        private final ConcurrentLinkedQueue<Child> idle = new ConcurrentLinkedQueue<>();

        Begun(ChildProcesses processes) {
            this.processes = processes;
        }

        @Override
        public Submission submit(List<Piece> pieces, Receiver receiver) {
            Submitted submitted = new Submitted(this, receiver);
            for (int i = 0; i < pieces.size(); i++) {
                int piece = i;
                byte[] description = pieces.get(i).description();
                Thread.ofVirtual().name("guerdon-child").start(() -> submitted.work(piece, description));
            }
            return submitted;
        }

        private Child take(boolean fresh) throws IOException {
            Child child = fresh ? null : idle.poll();
            return child != null && child.isUsable() ? child : processes.start();
        }

        private void give(Child child) {
            if (child.isUsable()) {
                idle.add(child);
            } else {
                child.kill();
            }
        }

        @Override
        public void close() {
            processes.close();
        }
    }

    private final class Submitted implements Submission {

        private final Begun begun;
        private final Receiver receiver;
        private final Set<Child> busy = ConcurrentHashMap.newKeySet();
        private volatile boolean cancelled;

        Submitted(Begun begun, Receiver receiver) {
            this.begun = begun;
            this.receiver = receiver;
        }

        void work(int piece, byte[] description) {
            try {
                tryTo(piece, description, false);
            } catch (Throwable e) {
                receiver.failed(piece, new Receiver.Failure(Cause.THREW, String.valueOf(e.getMessage())));
            }
        }

        private void tryTo(int piece, byte[] description, boolean again) {
            Child child;
            try {
                child = begun.take(again);
            } catch (IOException e) {
                failed(piece, Cause.NO_ENGINE, "their process did not start: " + e.getMessage());
                return;
            }
            boolean fresh = child.isFresh();
            AtomicBoolean late = new AtomicBoolean();
            busy.add(child);
            CompletableFuture<Void> alarm = alarm(child, late);
            try {
                if (cancelled) {
                    child.kill();
                }
                byte[] result = child.work(description, question -> receiver.asked(piece, question));
                alarm.cancel(false);
                begun.give(child);
                receiver.done(piece, result);
            } catch (ChildProcesses.FailedException e) {
                begun.give(child);
                failed(piece, Cause.THREW, e.getMessage());
            } catch (ChildProcesses.EndedException e) {
                if (fresh || again || late.get() || cancelled) {
                    String how =
                            late.get() ? "ran for " + DurationText.format(limit) + " and was killed" : e.getMessage();
                    failed(piece, Cause.ENDED, "its process " + how);
                } else {
                    tryTo(piece, description, true);
                }
            } finally {
                alarm.cancel(false);
                busy.remove(child);
            }
        }

        private CompletableFuture<Void> alarm(Child child, AtomicBoolean late) {
            CompletableFuture<Void> alarm = new CompletableFuture<>();
            if (!limit.isZero()) {
                var unused = alarm.completeOnTimeout(null, limit.toMillis(), TimeUnit.MILLISECONDS)
                        .thenRun(() -> {
                            late.set(true);
                            child.kill();
                        });
            }
            return alarm;
        }

        private void failed(int piece, Cause cause, @Nullable String message) {
            receiver.failed(
                    piece,
                    cancelled
                            ? new Receiver.Failure(Cause.CANCELLED, "it was cancelled")
                            : new Receiver.Failure(cause, String.valueOf(message)));
        }

        @Override
        public void cancel() {
            cancelled = true;
            busy.forEach(Child::kill);
        }
    }

    /** Program of a process of a {@link ChildCluster}: an engine that does the pieces of one job. */
    static final class ChildEngine {

        private static final AtomicLong TRIES = new AtomicLong();

        private ChildEngine() {}

        /**
         * Serves the parent.
         *
         * @param arguments the folder that the parent made for this process
         */
        public static void main(String[] arguments) throws IOException {
            ChildProgram.serve(arguments, (job, folder) -> {
                PieceEngine.Opener opener = Class.forName(PieceEngine.OPENER)
                        .asSubclass(PieceEngine.Opener.class)
                        .getConstructor()
                        .newInstance();
                PieceEngine engine = opener.open(ClusterJob.of(job), folder);
                return (piece, parent) -> engine.work(piece, new Here(parent));
            });
        }

        private record Here(ChildProgram.Parent parent, String attempt) implements PieceEngine.Place {

            Here(ChildProgram.Parent parent) {
                this(parent, ProcessHandle.current().pid() + "-" + TRIES.incrementAndGet());
            }

            @Override
            public boolean isCancelled() {
                return false; // the process is ended instead
            }

            @Override
            public byte[] ask(byte[] question) throws IOException {
                try {
                    return parent.ask(question);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    throw new InterruptedIOException("interrupted while the parent was asked");
                }
            }
        }
    }
}
