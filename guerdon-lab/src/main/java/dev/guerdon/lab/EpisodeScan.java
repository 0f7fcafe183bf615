package dev.guerdon.lab;

import dev.guerdon.api.Experimental;
import dev.guerdon.lab.store.RawEpisodes;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads the finished episodes of a run as plain columns, for whoever keeps figures of all of them: no object is made of an episode, and
 * those that are known need not be read again. Works while the run is written.
 */
@Experimental
public final class EpisodeScan implements AutoCloseable {

    private final RawEpisodes rows;

    EpisodeScan(Path folder) {
        this.rows = new RawEpisodes(folder);
    }

    /** How many episodes have at most this id. An episode that is run again gets a new id, unless it was the last. */
    public long count(long upTo) {
        return rows.count(upTo);
    }

    /** The highest id, 0 where there is no episode. */
    public long last() {
        return rows.last();
    }

    /**
     * Gives the episodes from an id on, in the order in which they were stored.
     *
     * @param reader gets each row, which is the same object each time
     */
    public void read(long from, Consumer<Row> reader) {
        Row row = new Row();
        rows.read(from, raw -> {
            row.raw = raw;
            reader.accept(row);
        });
    }

    @Override
    public void close() {
        rows.close();
    }

    /** One episode; every look costs, so look once. */
    @Experimental
    public static final class Row {

        private RawEpisodes.@Nullable Raw raw;

        private Row() {}

        private RawEpisodes.Raw raw() {
            if (raw == null) {
                throw new IllegalStateException("no row is being read");
            }
            return raw;
        }

        /** The place in the database, which ascends. */
        public long id() {
            return raw().number(1);
        }

        /** The task's id, as UTF-8. */
        public byte[] task() {
            byte[] task = raw().text(2);
            return task == null ? new byte[0] : task;
        }

        /** Which repeat of the task, from 0. */
        public long repeat() {
            return raw().number(3);
        }

        /** The rollout's seed. */
        public long seed() {
            return raw().number(4);
        }

        /** The task's domain as UTF-8, null where it has none. */
        public byte @Nullable [] domain() {
            return raw().text(5);
        }

        /** The reward, NaN where there is none. */
        public double reward() {
            return raw().real(6);
        }

        /** What the reward returned beside, a JSON object as UTF-8; null where there is nothing. */
        public byte @Nullable [] extras() {
            return raw().text(7);
        }

        /** Why there is no reward: the name of a {@link dev.guerdon.api.Score.Reason} as UTF-8; null where there is one. */
        public byte @Nullable [] unscored() {
            return raw().text(8);
        }

        /** Why the episode ended: the name of a finish reason as UTF-8. */
        public byte[] finish() {
            byte[] finish = raw().text(9);
            return finish == null ? new byte[0] : finish;
        }

        /** Whether it was ended by the agent's own final answer or by the environment's own end. */
        public boolean completed() {
            return raw().number(10) != 0;
        }

        /** How many turns it took. */
        public long steps() {
            return raw().number(11);
        }

        /** What failed as UTF-8, null where nothing did. */
        public byte @Nullable [] error() {
            return raw().text(12);
        }

        /** How many calls of the model were answered. */
        public long calls() {
            return raw().number(13);
        }

        /** Tokens read. */
        public long inputTokens() {
            return raw().number(14);
        }

        /** Tokens written. */
        public long outputTokens() {
            return raw().number(15);
        }

        /** What the calls cost in US dollars, NaN where that is not known of all of them. */
        public double usd() {
            return raw().number(19) > 0 ? Double.NaN : raw().real(16);
        }

        /** When it began, in nanoseconds since 1970. */
        public long started() {
            return raw().number(17);
        }

        /** How many nanoseconds it took. */
        public long duration() {
            return raw().number(18);
        }

        /** How often the model was asked again. */
        public long retries() {
            return raw().number(20);
        }

        /** How many nanoseconds went into waiting before the model was asked. */
        public long waited() {
            return raw().number(21);
        }
    }
}
