package dev.guerdon.cli.cluster;

import dev.guerdon.cli.pieces.EngineOpener;
import dev.guerdon.cli.spi.Cluster;
import dev.guerdon.cli.spi.Cluster.Receiver;
import dev.guerdon.cli.spi.Cluster.Table;
import dev.guerdon.cli.spi.ClusterJob;
import dev.guerdon.cli.spi.ClusterStore;
import dev.guerdon.cli.spi.PieceEngine;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;

/** A cluster in this process, for commands: one engine for each job, and a few pieces at a time. */
public final class InlineCluster implements Cluster {

    private static final AtomicInteger NUMBER = new AtomicInteger();

    private final Path scratch;
    private final int slots;
    private final Semaphore places;

    /**
     * @param scratch for the engines' folders
     * @param slots how many pieces at a time
     */
    public InlineCluster(Path scratch, int slots) {
        this.scratch = scratch;
        this.slots = slots;
        this.places = new Semaphore(slots);
    }

    @Override
    public int slots() {
        return slots;
    }

    @Override
    public ClusterStore store() {
        return new Disk();
    }

    @Override
    public Table table(String source, Map<String, String> options) {
        throw new IllegalArgumentException("there is no table " + source + " of the format " + options.get("format"));
    }

    @Override
    public Work begin(ClusterJob job) {
        try {
            Path folder = Files.createDirectories(scratch.resolve("engine-" + NUMBER.incrementAndGet()));
            return new Begun(new EngineOpener().open(job, folder));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {}

    private final class Begun implements Work {
        private final PieceEngine engine;

        Begun(PieceEngine engine) {
            this.engine = engine;
        }

        @Override
        public Submission submit(List<Piece> pieces, Receiver receiver) {
            for (int i = 0; i < pieces.size(); i++) {
                int place = i;
                Thread.ofVirtual().start(() -> {
                    places.acquireUninterruptibly();
                    try {
                        receiver.done(place, engine.work(pieces.get(place).description(), new Here()));
                    } catch (Exception e) {
                        receiver.failed(
                                place, new Receiver.Failure(Receiver.Cause.THREW, String.valueOf(e.getMessage())));
                    } finally {
                        places.release();
                    }
                });
            }
            return () -> {};
        }

        @Override
        public void close() {
            engine.close();
        }
    }

    private static final class Here implements PieceEngine.Place {
        private final String attempt = "try-" + NUMBER.incrementAndGet();

        @Override
        public String attempt() {
            return attempt;
        }

        @Override
        public ClusterStore store() {
            return new Disk();
        }

        @Override
        public Iterator<byte[]> rows() {
            return Collections.emptyIterator();
        }

        @Override
        public boolean isCancelled() {
            return false;
        }
    }
}
