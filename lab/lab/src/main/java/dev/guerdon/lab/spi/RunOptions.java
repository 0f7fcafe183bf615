package dev.guerdon.lab.spi;

import dev.guerdon.api.Experimental;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Options of a run.
 *
 * @param suite the suite
 * @param overrides what replaces the suite's own choices
 * @param tasks ids of the tasks to run, in order; empty for all
 * @param repeat how often each task
 * @param parallel how many rollouts at once
 * @param seed the run's seed; a task's rollout has a seed made of it, the task's id and the repeat
 * @param note the focus of the run
 * @param traffic where model and HTTP traffic goes to or comes from
 * @param budget what the whole run may use
 * @param faults what is done about episodes that fail
 */
@Experimental
public record RunOptions(
        Suite suite,
        Overrides overrides,
        List<String> tasks,
        int repeat,
        int parallel,
        long seed,
        String note,
        Traffic traffic,
        Budget budget,
        Faults faults) {

    /**
     * Settings that replace a suite's own choices.
     *
     * @param agent replaces the suite's agent where given
     * @param model replaces the suite's model where given
     * @param settings agent settings on top of the suite's
     * @param maxSteps replaces the suite's limit of turns where above 0
     * @param rewards replace the suite's rewards where given; the first decides
     * @param fields the name of a task's field by the name that a reward asks for
     */
    public record Overrides(
            Optional<String> agent,
            Optional<String> model,
            Map<String, String> settings,
            int maxSteps,
            List<String> rewards,
            Map<String, String> fields) {

        /** The suite as it is. */
        public static final Overrides NONE =
                new Overrides(Optional.empty(), Optional.empty(), Map.of(), 0, List.of(), Map.of());

        public Overrides {
            rewards = List.copyOf(rewards);
            fields = Collections.unmodifiableMap(new LinkedHashMap<>(fields));
        }
    }

    /**
     * Fate of model and HTTP traffic.
     *
     * @param record where it is recorded
     * @param replay where it is replayed from
     * @param pages whether what browsers load is recorded, too
     * @param inClear whether cookies and secrets are recorded as they are
     */
    public record Traffic(Optional<Path> record, Optional<Path> replay, boolean pages, boolean inClear) {

        /** Neither recorded nor replayed. */
        public static final Traffic LIVE = new Traffic(Optional.empty(), Optional.empty(), false, false);
    }

    /** Budget of a whole run; 0 or zero for no limit. */
    public record Budget(long tokens, double usd, Duration time) {
        public static final Budget NONE = new Budget(0, 0, Duration.ZERO);
    }

    /**
     * Treatment of episodes in which the model, the environment or the agent fails.
     *
     * @param retries how often each of them is run again at the end of the run
     * @param keepGoing whether the run goes on though the model fails again and again with one cause
     * @param lostAgain whether those that the environment lost are run once more without any retries: they say nothing about the agent
     */
    public record Faults(int retries, boolean keepGoing, boolean lostAgain) {

        /** A model that fails again and again stops the run, and what the environment lost is run once more. */
        public static final Faults USUAL = new Faults(0, false, true);

        /** None is run again, and a model that fails again and again stops the run. */
        public static final Faults STOP = new Faults(0, false);

        /** Returns the treatment that retries so often, and not once more. */
        public Faults(int retries, boolean keepGoing) {
            this(retries, keepGoing, false);
        }

        public Faults {
            if (retries < 0) {
                throw new LabException("the number of retries must not be negative, found " + retries);
            }
        }
    }

    /** Options for a suite as it is: every task once, one after the other, without limits. */
    public static Builder builder(Suite suite) {
        return new Builder(suite);
    }

    /** Replaces the suite's agent where given. */
    public Optional<String> agent() {
        return overrides.agent();
    }

    /** Replaces the suite's model where given. */
    public Optional<String> model() {
        return overrides.model();
    }

    /** Agent settings on top of the suite's. */
    public Map<String, String> settings() {
        return overrides.settings();
    }

    /** Replaces the suite's limit of turns where above 0. */
    public int maxSteps() {
        return overrides.maxSteps();
    }

    /** Replace the suite's rewards where given; the first decides. */
    public List<String> rewards() {
        return overrides.rewards();
    }

    /** Returns the name of a task's field by the name that a reward asks for. */
    public Map<String, String> fields() {
        return overrides.fields();
    }

    /** Where traffic is recorded. */
    public Optional<Path> record() {
        return traffic.record();
    }

    /** Returns where traffic is replayed from. */
    public Optional<Path> replay() {
        return traffic.replay();
    }

    /** Puts options together; what is not said stays as {@link RunOptions#builder} has it. */
    public static final class Builder {

        private final Suite suite;
        private @Nullable String agent;
        private @Nullable String model;
        private Map<String, String> settings = Map.of();
        private int maxSteps;
        private List<String> rewards = List.of();
        private Map<String, String> fields = Map.of();
        private List<String> tasks = List.of();
        private int repeat = 1;
        private int parallel = 1;
        private long seed;
        private String note = "";
        private @Nullable Path record;
        private @Nullable Path replay;
        private boolean recordPages;
        private boolean recordInClear;
        private Budget budget = Budget.NONE;
        private Faults faults = Faults.USUAL;

        private Builder(Suite suite) {
            this.suite = suite;
        }

        /** Replaces the suite's agent; null keeps it. */
        public Builder agent(@Nullable String name) {
            agent = name;
            return this;
        }

        /** Replaces the suite's model; null keeps it. */
        public Builder model(@Nullable String spec) {
            model = spec;
            return this;
        }

        /** Sets agent settings on top of the suite's. */
        public Builder settings(Map<String, String> more) {
            settings = more;
            return this;
        }

        /** Replaces the suite's limit of turns; 0 keeps it. */
        public Builder maxSteps(int most) {
            maxSteps = most;
            return this;
        }

        /** Replaces the suite's rewards, by name; the first decides, and the scores of the others are kept beside it. */
        public Builder rewards(List<String> names) {
            rewards = names;
            return this;
        }

        /** Lets rewards read fields under the names that the tasks have for them: {@code answer} from {@code golden_answers}. */
        public Builder fields(Map<String, String> sources) {
            fields = sources;
            return this;
        }

        /** Runs these tasks, by id and in this order; none for all. */
        public Builder tasks(List<String> ids) {
            tasks = ids;
            return this;
        }

        /** Runs each task so often. */
        public Builder repeat(int times) {
            repeat = times;
            return this;
        }

        /** Runs so many rollouts at once. */
        public Builder parallel(int rollouts) {
            parallel = rollouts;
            return this;
        }

        /** Sets the run's seed. */
        public Builder seed(long value) {
            seed = value;
            return this;
        }

        /** Says what the run is about. */
        public Builder note(String text) {
            note = text;
            return this;
        }

        /** Records model and HTTP traffic in this folder; null for nowhere. */
        public Builder record(@Nullable Path folder) {
            record = folder;
            return this;
        }

        /** Records what browsers load, too. */
        public Builder recordPages(boolean pages) {
            recordPages = pages;
            return this;
        }

        /** Records cookies and secrets of HTTP traffic as they are. */
        public Builder recordInClear(boolean inClear) {
            recordInClear = inClear;
            return this;
        }

        /** Replays model and HTTP traffic from this folder; null for live traffic. */
        public Builder replay(@Nullable Path folder) {
            replay = folder;
            return this;
        }

        /** Limits what the whole run may use. */
        public Builder budget(Budget most) {
            budget = most;
            return this;
        }

        /** Says what is done about episodes that fail. */
        public Builder faults(Faults what) {
            faults = what;
            return this;
        }

        public RunOptions build() {
            return new RunOptions(
                    suite,
                    new Overrides(
                            Optional.ofNullable(agent),
                            Optional.ofNullable(model),
                            settings,
                            maxSteps,
                            rewards,
                            fields),
                    tasks,
                    repeat,
                    parallel,
                    seed,
                    note,
                    new Traffic(Optional.ofNullable(record), Optional.ofNullable(replay), recordPages, recordInClear),
                    budget,
                    faults);
        }
    }
}
