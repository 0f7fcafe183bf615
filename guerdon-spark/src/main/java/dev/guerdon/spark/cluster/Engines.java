package dev.guerdon.spark.cluster;

import dev.guerdon.cluster.spi.Engine;
import dev.guerdon.cluster.spi.Job;
import dev.guerdon.spark.isolated.Crossing;
import dev.guerdon.spark.isolated.GuerdonLoader;
import dev.guerdon.spark.isolated.LocalFolder;
import dev.guerdon.spark.isolated.ProcessEnd;
import java.io.IOException;
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

    /** Does a piece of a job with its engine, which is opened where this is the first. */
    static byte[] work(String job, Supplier<Job> description, byte[] piece, Engine.Place here) throws Exception {
        GuerdonLoader loader = GuerdonLoader.shared();
        Held held = take(job, description, loader);
        Engine.Place place =
                Crossing.over(Engine.Place.class, here, Thread.currentThread().getContextClassLoader(), loader);
        try {
            return loader.within(() -> held.engine.work(piece, place));
        } finally {
            give(held);
        }
    }

    private static Held take(String job, Supplier<Job> description, GuerdonLoader loader) throws IOException {
        synchronized (OPEN) {
            Held held = OPEN.get(job);
            if (held == null) {
                Job shipped = description.get();
                LocalFolder folder = LocalFolder.create();
                try {
                    Engine.Opener opener = loader.create(Engine.OPENER, Engine.Opener.class);
                    Engine engine = loader.within(() -> opener.open(shipped, folder.path()));
                    held = new Held(engine, folder);
                } catch (IOException | RuntimeException | Error e) {
                    folder.close();
                    throw e;
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
