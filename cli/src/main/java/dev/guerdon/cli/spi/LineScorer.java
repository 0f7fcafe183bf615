package dev.guerdon.cli.spi;

import dev.guerdon.api.Experimental;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Scores samples that an engine has in memory, as JSON objects; a process opens one for each {@link Order}, and uses it from many threads.
 *
 * <p>A sample is one of {@code guerdon score}: the same keys, the same deadlines, the same outcomes.
 */
@Experimental
public interface LineScorer extends AutoCloseable {

    /** The class with a constructor without parameters that opens scorers; it is loaded with Guerdon's own classes. */
    String OPENER = "dev.guerdon.cli.rows.RowScorers";

    /** Returns the names of all rewards there are. */
    List<String> names();

    /**
     * Returns what there is to know about a reward.
     *
     * @param name its name, also with options
     * @throws IllegalArgumentException if there is none, with a sentence for the user
     */
    Description describe(String name);

    /**
     * Returns the name of the reward that a recipe is, with all of it as options, so that other processes need no file.
     *
     * @param recipe the name of one that comes with Guerdon, or a file
     * @throws IllegalArgumentException if there is none, or it is wrong, with a sentence for the user
     */
    String recipe(String recipe);

    /**
     * Prepares rewards; the same plan is for any number of threads.
     *
     * @param rewards their names, also with options, as {@code guerdon score --reward} takes them
     * @param fields the name in the sample by the name that a reward asks for
     * @throws IllegalArgumentException if there is no such reward or field, with a sentence for the user
     */
    Plan plan(List<String> rewards, Map<String, String> fields);

    @Override
    void close();

    /** Rewards that are ready to score samples. */
    interface Plan {

        /** Their names in results, in order. */
        List<String> labels();

        /** Scores samples as they are asked for, some of them ahead; of each the outcomes of all rewards, in order. */
        Iterator<List<Outcome>> score(Iterator<byte[]> samples);

        /** Returns a place for one thread, which scores sample by sample. */
        Seat seat();

        /** Scores samples and sums up what came of them, for {@link #figures}. */
        byte[] sum(Iterator<byte[]> samples);

        /** Returns the metrics of {@code guerdon score}, from sums over parts in their order. */
        Map<String, Object> figures(List<byte[]> sums);
    }

    /** A place for one thread. */
    interface Seat extends AutoCloseable {

        /** Returns the first reward of a sample; NaN if it could not be computed. */
        double reward(byte[] sample);

        /** Returns the outcomes of all rewards, in order. */
        List<Outcome> score(byte[] sample);

        @Override
        void close();
    }

    /**
     * Outcome of a reward for a sample.
     *
     * @param reward the reward; null if it could not be computed
     * @param extras its extras: texts as they are, all else as JSON
     * @param reason why it could not be computed, such as {@code MISSING_FIELD}; null if it could
     * @param message the same as a sentence
     */
    record Outcome(
            @Nullable Double reward,
            Map<String, @Nullable String> extras,
            @Nullable String reason,
            @Nullable String message) {}

    /**
     * A reward.
     *
     * @param name its name, as it was asked for
     * @param text what it measures
     * @param inputs what it reads, in order; null if it reads the whole sample
     * @param isSteady whether it gives the same for the same sample and calls no other service
     */
    record Description(String name, String text, @Nullable List<Input> inputs, boolean isSteady) {}

    /**
     * Something that a reward reads.
     *
     * @param name the key in the sample
     * @param type what it should be, for people
     * @param isRequired whether the reward cannot be computed without it
     */
    record Input(String name, String type, boolean isRequired) {}

    /**
     * Order for a scorer.
     *
     * @param plugins jars or folders of classes with rewards of the user's own
     * @param sources Java files with rewards of the user's own
     * @param settings as the options of {@code guerdon score}: {@code deadline}, {@code isolate} ({@code true}, {@code false}; if it
     *     is missing, the user's own rewards), {@code worker-memory}, {@code worker-env}
     */
    record Order(List<Path> plugins, List<Path> sources, Map<String, String> settings) {

        /** Guerdon's own rewards, with the settings of {@code guerdon score}. */
        public static final Order PLAIN = new Order(List.of(), List.of(), Map.of());

        public Order {
            plugins = List.copyOf(plugins);
            sources = List.copyOf(sources);
            settings = Map.copyOf(settings);
        }
    }

    /** Opens scorers. */
    interface Opener {

        /**
         * Packs an order, with the code that it names, for processes elsewhere. The same order gives the same job.
         *
         * @throws IllegalArgumentException if something in it is not as it should be, with a sentence for the user
         */
        ClusterJob pack(Order order);

        /**
         * Opens a scorer.
         *
         * @param job what {@link #pack} made
         * @param folder an empty folder of this process alone, which is removed when the scorer was closed
         */
        LineScorer open(ClusterJob job, Path folder) throws IOException;
    }
}
