package dev.guerdon.cli.pieces;

import dev.guerdon.cli.pieces.ScoringPlan.Piece;
import dev.guerdon.cli.spi.Cluster;
import dev.guerdon.cli.spi.Cluster.Receiver;
import dev.guerdon.cli.spi.Cluster.Table;
import dev.guerdon.cli.spi.ClusterJob;
import dev.guerdon.cli.spi.ClusterStore;
import dev.guerdon.cli.spi.PieceEngine;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * A cluster of threads in this JVM, with the manners of a real one: processes are lost in mid-piece and pieces are tried again elsewhere, a
 * piece that was lost too often takes its submission with it, and tries may run twice.
 */
final class ThreadCluster implements Cluster {

    /** How often a piece may be lost. */
    static final int MOST_LOSSES = 4;

    /** Decides what happens to tries. */
    interface Fate {

        /** Told before a try begins; throws {@link ProcessLost} to lose its process. */
        default void begins(String piece, int tryNumber) {}

        /** Told after a try ended, before its result is handed on. */
        default void ends(String piece, int tryNumber) {}
    }

    /** A process is lost. */
    static final class ProcessLost extends RuntimeException {
        ProcessLost() {
            super("the process was lost");
        }
    }

    /** Rows for {@link #table}. */
    record Rows(String name, String identity, List<List<String>> rows) implements Table {
        @Override
        public int partitions() {
            return rows.size();
        }
    }

    final Map<String, Rows> tables = new java.util.concurrent.ConcurrentHashMap<>();

    /** The options that the last table was asked for with. */
    Map<String, String> tableOptions = Map.of();

    final AtomicInteger tries = new AtomicInteger();
    final AtomicInteger lost = new AtomicInteger();
    final List<String> submitted = Collections.synchronizedList(new ArrayList<>());
    private final Path scratch;
    private final ClusterStore store;
    private final int slots;
    private final Fate fate;
    private final boolean twice;
    private final ExecutorService threads;
    private final AtomicLong number = new AtomicLong();
    private final List<Handed> all = Collections.synchronizedList(new ArrayList<>());
    private volatile String ended = "";

    ThreadCluster(Path scratch, ClusterStore store, int slots) {
        this(scratch, store, slots, new Fate() {}, false);
    }

    /**
     * @param twice whether each try runs twice at once, as a slow one may
     */
    ThreadCluster(Path scratch, ClusterStore store, int slots, Fate fate, boolean twice) {
        this.scratch = scratch;
        this.store = store;
        this.slots = slots;
        this.fate = fate;
        this.twice = twice;
        this.threads = Executors.newFixedThreadPool(slots);
    }

    @Override
    public int slots() {
        return slots;
    }

    @Override
    public ClusterStore store() {
        return store;
    }

    @Override
    public Table table(String source, Map<String, String> options) {
        tableOptions = Map.copyOf(options);
        Rows found = tables.get(source);
        if (found == null) {
            throw new IllegalArgumentException("there is no table " + source);
        }
        return found;
    }

    @Override
    public Work begin(ClusterJob job) {
        return new Threads(job);
    }

    /** Ends by itself, as a cluster does whose master removes the application: nothing is done any more. */
    void end(String reason) {
        ended = reason;
        List.copyOf(all).forEach(each -> each.endWith(reason));
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }

    /** A job, with the engine of the process that lives now. */
    private final class Threads implements Work {
        private final ClusterJob job;
        private final List<OneProcess> processes = new ArrayList<>();
        private final List<Handed> handed = Collections.synchronizedList(new ArrayList<>());
        private OneProcess current;

        Threads(ClusterJob job) {
            this.job = job;
            this.current = start();
        }

        private OneProcess start() {
            OneProcess process = new OneProcess(job);
            processes.add(process);
            return process;
        }

        synchronized OneProcess process() {
            if (current.lost) {
                current = start();
            }
            return current;
        }

        @Override
        public Submission submit(List<Piece> pieces, Receiver receiver) {
            return hand(
                    pieces.stream()
                            .map(piece -> new Given(piece.description(), List.of()))
                            .toList(),
                    receiver);
        }

        @Override
        public Submission submit(Table table, List<TablePiece> pieces, Receiver receiver) {
            return hand(
                    pieces.stream()
                            .map(piece -> new Given(
                                    piece.description(), ((Rows) table).rows().get(piece.partition())))
                            .toList(),
                    receiver);
        }

        private Submission hand(List<Given> pieces, Receiver receiver) {
            Handed submission = new Handed(this, pieces, receiver);
            handed.add(submission);
            all.add(submission);
            submission.begin();
            return submission;
        }

        @Override
        public void close() {
            List.copyOf(handed).forEach(Handed::cancel);
            synchronized (this) {
                processes.forEach(OneProcess::close);
            }
        }
    }

    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Given(byte[] description, List<String> rows) {}

    private final class OneProcess {
        private final ClusterJob job;
        private @Nullable PieceEngine engine;
        private volatile boolean lost;

        OneProcess(ClusterJob job) {
            this.job = job;
        }

        synchronized PieceEngine engine() throws IOException {
            if (engine == null) {
                Path folder = Files.createDirectories(scratch.resolve("process-" + number.incrementAndGet()));
                engine = new EngineOpener().open(job, folder);
            }
            return engine;
        }

        synchronized void close() {
            if (engine != null) {
                engine.close();
            }
        }
    }

    /** Pieces that were handed out. */
    private final class Handed implements Submission {
        private final Threads work;
        private final List<Given> pieces;
        private final Receiver receiver;
        private final List<AtomicBoolean> over = new ArrayList<>();
        private final List<AtomicInteger> losses = new ArrayList<>();
        private final List<AtomicInteger> triesOf = new ArrayList<>();
        private volatile boolean cancelled;

        Handed(Threads work, List<Given> pieces, Receiver receiver) {
            this.work = work;
            this.pieces = pieces;
            this.receiver = receiver;
            pieces.forEach(piece -> {
                submitted.add(new String(piece.description, StandardCharsets.UTF_8));
                over.add(new AtomicBoolean());
                losses.add(new AtomicInteger());
                triesOf.add(new AtomicInteger());
            });
        }

        void begin() {
            if (!ended.isEmpty()) {
                endWith(ended);
            }
            for (int i = 0; i < pieces.size(); i++) {
                begin(i);
                if (twice) {
                    begin(i);
                }
            }
        }

        private void begin(int piece) {
            try {
                threads.execute(() -> attempt(piece));
            } catch (java.util.concurrent.RejectedExecutionException e) {
                fail(piece, Receiver.Cause.CANCELLED, "the cluster was closed");
            }
        }

        private void attempt(int piece) {
            if ((!twice && over.get(piece).get()) || cancelled) {
                return;
            }
            OneProcess process = work.process();
            String text = new String(pieces.get(piece).description, StandardCharsets.UTF_8);
            int tryNumber = triesOf.get(piece).incrementAndGet();
            tries.incrementAndGet();
            PieceEngine engine;
            try {
                engine = process.engine();
            } catch (Exception e) {
                fail(piece, Receiver.Cause.NO_ENGINE, String.valueOf(e.getMessage()));
                return;
            }
            byte[] result;
            try {
                fate.begins(text, tryNumber);
                result = engine.work(pieces.get(piece).description, place(piece, process));
                fate.ends(text, tryNumber);
            } catch (ProcessLost e) {
                process.lost = true;
                lose(piece);
                return;
            } catch (Throwable e) {
                if (process.lost) {
                    lose(piece);
                } else {
                    Receiver.Cause cause = e instanceof IOException ? Receiver.Cause.IO_FAILED : Receiver.Cause.THREW;
                    fail(piece, cause, String.valueOf(e.getMessage()));
                }
                return;
            }
            if (process.lost) {
                lose(piece);
            } else if (over.get(piece).compareAndSet(false, true)) {
                receiver.done(piece, result);
            }
        }

        private void lose(int piece) {
            lost.incrementAndGet();
            if (losses.get(piece).incrementAndGet() < MOST_LOSSES) {
                begin(piece);
                return;
            }
            fail(piece, Receiver.Cause.LOST, "killed " + MOST_LOSSES + " processes");
            for (int i = 0; i < pieces.size(); i++) {
                fail(i, Receiver.Cause.ABANDONED, "another piece was given up");
            }
        }

        private void fail(int piece, Receiver.Cause cause, String message) {
            if (over.get(piece).compareAndSet(false, true)) {
                receiver.failed(piece, new Receiver.Failure(cause, message));
            }
        }

        @Override
        public void cancel() {
            endWith("the submission was ended");
        }

        void endWith(String reason) {
            cancelled = true;
            for (int i = 0; i < pieces.size(); i++) {
                fail(i, Receiver.Cause.CANCELLED, reason);
            }
        }

        private PieceEngine.Place place(int piece, OneProcess process) {
            String attempt = "try-" + number.incrementAndGet();
            return new PieceEngine.Place() {
                @Override
                public String attempt() {
                    return attempt;
                }

                @Override
                public ClusterStore store() {
                    return store;
                }

                @Override
                public Iterator<byte[]> rows() {
                    return pieces.get(piece).rows.stream()
                            .map(row -> row.getBytes(StandardCharsets.UTF_8))
                            .iterator();
                }

                @Override
                public boolean isCancelled() {
                    return cancelled
                            || process.lost
                            || (!twice && over.get(piece).get());
                }
            };
        }
    }
}
