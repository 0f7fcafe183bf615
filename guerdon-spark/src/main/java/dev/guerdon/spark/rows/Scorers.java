package dev.guerdon.spark.rows;

import dev.guerdon.api.Internal;
import dev.guerdon.cluster.spi.LineScorer;
import dev.guerdon.spark.isolated.GuerdonLoader;
import dev.guerdon.spark.isolated.LocalFolder;
import dev.guerdon.spark.isolated.ProcessEnd;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * The scorers of this process, one for each shipment.
 *
 * <p>Nobody tells when a query is written that needs none of them any more. So a scorer stays until {@value #MOST} younger ones have
 * come and nothing uses it, or until the process ends.
 */
@Internal
public final class Scorers {

    private static final int MOST = 4;

    private static final Map<String, Held> OPEN = new LinkedHashMap<>();

    static {
        ProcessEnd.closing(Scorers::closeAll);
    }

    private Scorers() {}

    /** A scorer that is used; closing gives it back. */
    static final class Use implements AutoCloseable {
        private final Held held;
        private boolean given;

        private Use(Held held) {
            this.held = held;
        }

        /** The plan for rewards. */
        LineScorer.Plan plan(List<String> rewards, Map<String, String> fields) {
            return held.plan(rewards, fields);
        }

        LineScorer scorer() {
            return held.scorer;
        }

        @Override
        public void close() {
            synchronized (OPEN) {
                if (!given) {
                    given = true;
                    held.users--;
                    clear();
                }
            }
        }
    }

    private static final class Held {
        private final LineScorer scorer;
        private final LocalFolder folder;
        private final Map<List<Object>, LineScorer.Plan> plans = new LinkedHashMap<>();
        private int users;

        Held(LineScorer scorer, LocalFolder folder) {
            this.scorer = scorer;
            this.folder = folder;
        }

        synchronized LineScorer.Plan plan(List<String> rewards, Map<String, String> fields) {
            return plans.computeIfAbsent(
                    List.of(List.copyOf(rewards), Map.copyOf(fields)),
                    any -> GuerdonLoader.shared().within(() -> scorer.plan(rewards, fields)));
        }

        void close() {
            try (folder) {
                scorer.close();
            }
        }
    }

    /** Takes the scorer of a shipment, which is opened where this is the first to ask. */
    static Use use(Shipment shipment) {
        synchronized (OPEN) {
            Held held = OPEN.remove(shipment.id());
            if (held == null) {
                held = open(shipment);
            }
            held.users++;
            OPEN.put(shipment.id(), held);
            clear();
            return new Use(held);
        }
    }

    /** Asks a scorer something, on the driver. */
    public static <T> T ask(Shipment shipment, Function<LineScorer, T> question) {
        try (Use use = use(shipment)) {
            return GuerdonLoader.shared().within(() -> question.apply(use.scorer()));
        }
    }

    private static Held open(Shipment shipment) {
        GuerdonLoader loader = GuerdonLoader.shared();
        LineScorer.Opener opener = loader.create(LineScorer.OPENER, LineScorer.Opener.class);
        try {
            LocalFolder folder = LocalFolder.create();
            try {
                return new Held(loader.within(() -> opener.open(shipment.job(), folder.path())), folder);
            } catch (IOException | RuntimeException | Error e) {
                folder.close();
                throw e;
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the rewards could not be opened here: " + e.getMessage(), e);
        }
    }

    /** Closes the eldest that nobody uses, where there are too many. */
    private static void clear() {
        Iterator<Held> eldest = OPEN.values().iterator();
        while (OPEN.size() > MOST && eldest.hasNext()) {
            Held held = eldest.next();
            if (held.users == 0) {
                eldest.remove();
                held.close();
            }
        }
    }

    private static void closeAll() {
        synchronized (OPEN) {
            OPEN.values().forEach(Held::close);
            OPEN.clear();
        }
    }
}
