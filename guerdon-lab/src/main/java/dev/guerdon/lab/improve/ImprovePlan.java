package dev.guerdon.lab.improve;

import dev.guerdon.api.Internal;
import dev.guerdon.lab.spi.AcceptanceRule;
import dev.guerdon.lab.spi.Candidate;
import dev.guerdon.lab.spi.IterationPlan;
import dev.guerdon.lab.spi.Patch;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a session of {@code guerdon improve} begins with, may change, and may spend.
 *
 * @param base the suite, the start, the tasks, the seed and the rule, as a plan of {@code guerdon iterate} has them
 * @param change what may be changed
 * @param proposers who proposes changes, in order
 * @param remedies changes of the user's own, by the class of loss that they are to cure
 * @param split which share of the tasks is for what
 * @param minibatch on how many training tasks a change is tried first
 * @param budget what the session may spend
 */
@Internal
public record ImprovePlan(
        IterationPlan base,
        Changeable change,
        List<Chosen> proposers,
        List<Patch> remedies,
        Shares split,
        int minibatch,
        Budget budget) {

    /** How many changes are put to the test where a plan does not say. */
    static final int USUAL_TESTS = 10;

    public ImprovePlan {
        proposers = List.copyOf(proposers);
        remedies = List.copyOf(remedies);
    }

    /**
     * What a plan lets change, as it is written.
     *
     * @param settings settings of the agent, with the values they may have where the plan says so
     * @param sections files of the prompt's sections, or {@code all}
     * @param tools tools of which some may be offered; empty where they do not change; {@code all} for the suite's
     * @param options options of the model
     * @param files globs in the work folder
     * @param work the work folder
     * @param longest how many characters a section or file may have
     */
    public record Changeable(
            Map<String, Range> settings,
            List<String> sections,
            List<String> tools,
            Map<String, Range> options,
            List<String> files,
            Optional<Path> work,
            int longest) {
        public Changeable {
            settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
            options = Collections.unmodifiableMap(new LinkedHashMap<>(options));
            sections = List.copyOf(sections);
            tools = List.copyOf(tools);
            files = List.copyOf(files);
        }

        /** Nothing may change. */
        public static final Changeable NOTHING =
                new Changeable(Map.of(), List.of(), List.of(), Map.of(), List.of(), Optional.empty(), 4_000);
    }

    /**
     * The values that a plan allows.
     *
     * @param least the lowest number; NaN for what the agent's kind says
     * @param most the highest number; NaN for what the agent's kind says
     * @param choices the values, empty for a range
     * @param where file and line, for messages
     */
    public record Range(double least, double most, List<String> choices, String where) {
        public Range {
            choices = List.copyOf(choices);
        }
    }

    /** A proposer by its name, with its options. */
    public record Chosen(String name, Map<String, String> options) {
        public Chosen {
            options = Collections.unmodifiableMap(new LinkedHashMap<>(options));
        }
    }

    /**
     * Which share of the tasks that are not set apart is for training; the rest is for tests.
     *
     * @param train from 0 to 1
     */
    public record Shares(double train) {}

    /**
     * What a session may spend; 0 or zero for no limit.
     *
     * @param episodes how many episodes
     * @param tokens how many tokens, of the agent's model and of proposers
     * @param usd how much money
     * @param time how much time
     * @param tests how many changes may be put to the test, which share the session's chance of error
     * @param proposals how many changes may be proposed
     */
    public record Budget(long episodes, long tokens, double usd, Duration time, int tests, int proposals) {

        /** No limit but that of tests. */
        public static final Budget NONE = new Budget(0, 0, 0, Duration.ZERO, USUAL_TESTS, 0);
    }

    /** The same plan with another work folder. */
    public ImprovePlan workingIn(Path work) {
        Changeable other = new Changeable(
                change.settings,
                change.sections,
                change.tools,
                change.options,
                change.files,
                Optional.of(work),
                change.longest);
        return new ImprovePlan(base, other, proposers, remedies, split, minibatch, budget);
    }

    /** The rule that keeps a change. */
    public AcceptanceRule rule() {
        return base.accept();
    }

    /** The state that everything begins with. */
    public Candidate champion() {
        return base.champion();
    }

    public int repeat() {
        return base.repeat();
    }

    public long seed() {
        return base.seed();
    }

    /** The chance of error of one test, as long as none passed its share on. */
    double share() {
        return rule().alpha() / Math.max(1, budget.tests());
    }
}
