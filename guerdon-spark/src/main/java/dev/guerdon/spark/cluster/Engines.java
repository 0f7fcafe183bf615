package dev.guerdon.spark.cluster;

import dev.guerdon.cluster.spi.Engine;
import dev.guerdon.cluster.spi.Job;
import dev.guerdon.spark.isolated.Crossing;
import dev.guerdon.spark.isolated.GuerdonLoader;
import dev.guerdon.spark.isolated.LocalFolder;
import dev.guerdon.spark.isolated.ProcessEnd;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The engines of this process, one for each job.
 *
 * <p>A job's last piece is not known to be the last, so an engine stays until its job is ended here, or until {@value #MOST} younger
 * jobs have come, or until the process ends.
 */
final class Engines {

    private static final int MOST = 4;

    private static final Map<String, Held> OPEN = new LinkedHashMap<>();

    static {
        ProcessEnd.closing(Engines::closeAll);
    }

    private Engines() {}

    /** The engine of a job cannot be opened, here or elsewhere: rewards do not compile, for example. */
    static final class Unopened extends Exception {

        private static final long serialVersionUID = 1;

        Unopened(String message) {
            super(message);
        }

        @Override
        public String getMessage() {
            return String.valueOf(super.getMessage());
        }
    }

    /** An engine that pieces use; it is closed when it was let go and the last of them is over. */
    private static final class Held {
        private final Engine engine;
        private final LocalFolder folder;
        private int users;
        private boolean ended;

        Held(Engine engine, LocalFolder folder) {
            this.engine = engine;
            this.folder = folder;
        }

        void close() {
            try (folder) {
                engine.close();
            }
        }
    }

    /**
     * Does a piece of a job with its engine, which is opened where this is the first.
     *
     * @throws NotReady where something of this machine keeps the engine from being opened
     * @throws Unopened where it could not be opened on any machine
     */
    static byte[] work(String job, Supplier<Job> description, byte[] piece, Engine.Place here) throws Exception {
        GuerdonLoader loader = loader();
        Held held = take(job, description, loader);
        Engine.Place place =
                Crossing.over(Engine.Place.class, here, Thread.currentThread().getContextClassLoader(), loader);
        try {
            return loader.within(() -> held.engine.work(piece, place));
        } finally {
            give(held);
        }
    }

    private static GuerdonLoader loader() {
        try {
            return GuerdonLoader.shared();
        } catch (UncheckedIOException e) {
            throw new NotReady(String.valueOf(e.getMessage()));
        }
    }

    private static Held take(String job, Supplier<Job> description, GuerdonLoader loader) throws Unopened {
        synchronized (OPEN) {
            Held held = OPEN.get(job);
            if (held == null) {
                try {
                    held = open(shipped(description), loader);
                } catch (VirtualMachineError | NotReady e) {
                    throw e;
                } catch (Throwable e) {
                    Thrown thrown = new Thrown(e);
                    if (thrown.isIo()) {
                        throw new NotReady(thrown.sentence());
                    }
                    throw new Unopened(thrown.sentence());
                }
                OPEN.put(job, held);
                while (OPEN.size() > MOST) {
                    end(OPEN.keySet().iterator().next());
                }
            }
            held.users++;
            return held;
        }
    }

    private static Job shipped(Supplier<Job> description) {
        try {
            return description.get();
        } catch (Exception e) { // not only unchecked ones: Scala does not say which ones it throws
            throw new NotReady("the job did not arrive: " + new Thrown(e).sentence());
        }
    }

    private static Held open(Job job, GuerdonLoader loader) throws IOException {
        LocalFolder folder = LocalFolder.create();
        try {
            Engine.Opener opener = loader.create(Engine.OPENER, Engine.Opener.class);
            return new Held(loader.within(() -> opener.open(job, folder.path())), folder);
        } catch (IOException | RuntimeException | Error e) {
            folder.close();
            throw e;
        }
    }

    private static void give(Held held) {
        boolean last;
        synchronized (OPEN) {
            held.users--;
            last = held.ended && held.users == 0;
        }
        if (last) {
            held.close();
        }
    }

    /** Ends the engine of a job, once no piece uses it. */
    static void end(String job) {
        Held held;
        synchronized (OPEN) {
            held = OPEN.remove(job);
            if (held == null) {
                return;
            }
            held.ended = true;
            if (held.users > 0) {
                return;
            }
        }
        held.close();
    }

    private static void closeAll() {
        synchronized (OPEN) {
            OPEN.values().forEach(Held::close);
            OPEN.clear();
        }
    }
}
