package dev.guerdon.lab.spi;

import dev.guerdon.api.Experimental;
import dev.guerdon.lab.text.CompactTexts;
import java.time.Instant;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Facts about a run: what was asked for, and what is known of how it came about. Kept as {@code run.json}.
 *
 * @param name the folder's name, such as {@code run_20261115_101500}
 * @param note the focus of the run, in the user's words
 * @param setup what is run
 * @param progress how far it is
 * @param origin what it came from
 */
@Experimental
public record RunInfo(String name, String note, Setup setup, Progress progress, Origin origin) {

    /** Key of the provenance for a hash of the tasks as they were run. */
    public static final String TASKS = "tasks_fingerprint";

    /** Key of the provenance for {@link #besideRewards}. */
    public static final String BESIDE = "rewards_beside";

    /** Key of the provenance for the tool that made a run which was imported. */
    public static final String IMPORTED_FROM = "imported_from";

    /**
     * Setup of a run.
     *
     * @param suite the suite's name
     * @param agent the agent's kind
     * @param model the model's spec
     * @param reward the name of the reward that decides
     * @param settings the agent's settings that were given
     * @param planned the ids of all tasks that were planned, in order
     * @param repeat how often each task
     * @param seed the run's seed
     * @param maxSteps the limit of turns
     */
    public record Setup(
            String suite,
            String agent,
            String model,
            String reward,
            Map<String, String> settings,
            List<String> planned,
            int repeat,
            long seed,
            int maxSteps) {

        public Setup {
            settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
            planned = CompactTexts.copyOf(planned);
        }

        /** Returns the same with another reward. */
        public Setup withReward(String other) {
            return new Setup(suite, agent, model, other, settings, planned, repeat, seed, maxSteps);
        }
    }

    /**
     * Progress of a run, and since when.
     *
     * @param status how far it is
     * @param started when it began
     * @param ended when it ended, once it has
     * @param number its place in the order in which the runs of a folder were made, whatever the clock said; 0 where nobody knows
     */
    public record Progress(Status status, Instant started, Optional<Instant> ended, long number) {

        /** That of a run which is under way. */
        public static Progress since(Instant started) {
            return new Progress(Status.RUNNING, started, Optional.empty(), 0);
        }

        /** Returns the same, under way again. */
        public Progress running() {
            return new Progress(Status.RUNNING, started, Optional.empty(), number);
        }

        /** Returns the same, ended. */
        public Progress ended(Status reached, Instant time) {
            return new Progress(reached, started, Optional.of(time), number);
        }

        /** Returns the same with another status. */
        public Progress with(Status other) {
            return new Progress(other, started, ended, number);
        }

        /** Returns the same at that place in the order in which runs were made. */
        public Progress numbered(long place) {
            return new Progress(status, started, ended, place);
        }
    }

    /** Status of a run. */
    public enum Status {
        /** Under way: a process is writing it. */
        RUNNING,
        COMPLETE,
        /** Stopped by the user; can be resumed. */
        INTERRUPTED,
        /** Stopped at a budget of the run; can be resumed. */
        BUDGET,
        /** Stopped by a fault that every further episode would meet too, such as a full disk or a model that is not reached; can be resumed. */
        STOPPED,
        /** Its process was killed, or the machine fell, before it could say so; can be resumed. Found out by reading, never stored. */
        KILLED
    }

    /**
     * Origin of a run.
     *
     * @param commit the commit of the working tree, empty if there is none
     * @param dirty whether the working tree had changes
     * @param provenance everything else: versions, machine, options
     */
    public record Origin(String commit, boolean dirty, Map<String, @Nullable Object> provenance) {

        /** Origin of a run of which nothing is known. */
        public static final Origin UNKNOWN = new Origin("", false, Map.of());

        public Origin {
            provenance = Collections.unmodifiableMap(new LinkedHashMap<>(provenance));
        }

        /** Returns the commit, and whether there were changes on top of it. */
        public String state() {
            return commit + (dirty ? "+changes" : "");
        }
    }

    /** Returns the same run under another name. */
    public RunInfo named(String other) {
        return new RunInfo(other, note, setup, progress, origin);
    }

    /** Returns the same run, further on. */
    public RunInfo with(Progress other) {
        return new RunInfo(name, note, setup, other, origin);
    }

    /** Returns whether the averages of both mean the same thing: the same tasks of the same suite, scored by the same reward. */
    public boolean comparableWith(RunInfo other) {
        return suite().equals(other.suite())
                && reward().equals(other.reward())
                && planned().size() == other.planned().size()
                && (planned().equals(other.planned())
                        || new HashSet<>(planned()).equals(new HashSet<>(other.planned())));
    }

    /** Returns whether both can also be told as two states of one agent: with another model, it is the models that are compared. */
    public boolean isLike(RunInfo other) {
        return comparableWith(other) && model().equals(other.model());
    }

    /** Returns the suite's name. */
    public String suite() {
        return setup.suite();
    }

    /** Returns the agent's kind. */
    public String agent() {
        return setup.agent();
    }

    /** Returns the model's spec. */
    public String model() {
        return setup.model();
    }

    /** Returns the reward's name. */
    public String reward() {
        return setup.reward();
    }

    /** Returns the rewards whose scores are kept beside, by name; each is an extra of an episode's score. */
    public List<String> besideRewards() {
        return origin.provenance().get(BESIDE) instanceof List<?> names
                ? names.stream().map(String::valueOf).toList()
                : List.of();
    }

    /** Returns the agent's settings that were given. */
    public Map<String, String> settings() {
        return setup.settings();
    }

    /** Returns the ids of all tasks that were planned, in order. */
    public List<String> planned() {
        return setup.planned();
    }

    /** Returns how often each task is run. */
    public int repeat() {
        return setup.repeat();
    }

    /** Returns the run's seed. */
    public long seed() {
        return setup.seed();
    }

    /** Returns the limit of turns. */
    public int maxSteps() {
        return setup.maxSteps();
    }

    /** Returns how far it is. */
    public Status status() {
        return progress.status();
    }

    /** When it began. */
    public Instant started() {
        return progress.started();
    }

    /** When it ended, once it has. */
    public Optional<Instant> ended() {
        return progress.ended();
    }

    /** Returns the commit of the working tree, empty if there is none. */
    public String commit() {
        return origin.commit();
    }

    /** Returns whether the working tree had changes. */
    public boolean dirty() {
        return origin.dirty();
    }

    /** Returns whether another tool made the run, so that it cannot be resumed here. */
    public boolean imported() {
        return provenance().containsKey(IMPORTED_FROM);
    }

    /** Returns everything else: versions, machine, options. */
    public Map<String, @Nullable Object> provenance() {
        return origin.provenance();
    }
}
