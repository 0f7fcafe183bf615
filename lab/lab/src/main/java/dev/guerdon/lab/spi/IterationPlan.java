package dev.guerdon.lab.spi;

import dev.guerdon.api.Experimental;
import dev.guerdon.api.GuerdonException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Changes to be tried one after the other, and the rule that keeps or rolls back each of them.
 *
 * @param name names the session
 * @param suite the suite's name or file
 * @param champion the state that everything begins with
 * @param candidates the changes in order
 * @param tasks places or ids of the tasks as {@code --tasks} has them, empty for all
 * @param repeat how often each task
 * @param seed the seed of all runs, so that pairs have the same
 * @param maxSteps the limit of turns, 0 for the suite's
 * @param execution how runs are executed
 * @param accept the rule
 * @param code how the code of other commits is run
 * @param text the file as it was, which tells whether a session belongs to it
 */
@Experimental
public record IterationPlan(
        String name,
        String suite,
        Candidate champion,
        List<Candidate> candidates,
        String tasks,
        int repeat,
        long seed,
        int maxSteps,
        Execution execution,
        AcceptanceRule accept,
        Code code,
        String text) {

    /** Tells that a plan has no fair chance to notice anything. What the first run cost is spent, and no more. */
    public static final class Hopeless extends GuerdonException {

        private static final long serialVersionUID = 1;

        public Hopeless(String message) {
            super(message);
        }
    }

    /**
     * Way in which the code of other commits is run.
     *
     * @param repository the folder of the repository, empty for the one at hand
     * @param command the command that runs a commit, with placeholders; empty for Guerdon's own launcher
     */
    public record Code(String repository, List<String> command) {

        /** Guerdon's own launcher in the repository at hand. */
        public static final Code HERE = new Code("", List.of());

        public Code {
            command = List.copyOf(command);
        }
    }

    /**
     * Way in which runs are executed.
     *
     * @param parallel how many rollouts at once
     * @param retries how often an episode that failed is run again before anything is decided
     */
    public record Execution(int parallel, int retries) {}

    public IterationPlan {
        candidates = List.copyOf(candidates);
    }

    /** Returns the same plan with another rule. */
    public IterationPlan with(AcceptanceRule rule) {
        return new IterationPlan(
                name, suite, champion, candidates, tasks, repeat, seed, maxSteps, execution, rule, code, text);
    }

    /** Returns how many rollouts run at once. */
    public int parallel() {
        return execution.parallel();
    }

    /**
     * A change that is to be tried.
     *
     * @param name the change in a few words
     * @param settings agent settings that it changes
     * @param agent another agent, empty for the same
     * @param model another model, empty for the same
     * @param commit the commit whose code is to be run, empty for the code at hand
     */
    public record Candidate(String name, Map<String, String> settings, String agent, String model, String commit) {

        public Candidate {
            settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
        }

        /** This state with a change on top of it. */
        public Candidate with(Candidate change) {
            Map<String, String> merged = new LinkedHashMap<>(settings);
            merged.putAll(change.settings);
            return new Candidate(
                    change.name,
                    merged,
                    change.agent.isEmpty() ? agent : change.agent,
                    change.model.isEmpty() ? model : change.model,
                    change.commit.isEmpty() ? commit : change.commit);
        }

        /** Returns the same state, run a second time. */
        public Candidate again() {
            return new Candidate(name + ", again", settings, agent, model, commit);
        }
    }

    /**
     * When a change is kept.
     *
     * @param test how the gain is judged
     * @param alpha the chance that a session keeps at least one change that brings nothing, for the tests that have one
     * @param minGain the gain in average reward that must be exceeded
     * @param keepTies whether a change that gains exactly {@code minGain} is kept too
     * @param maxRegressions how many tasks may lose reward, -1 for any number
     * @param neverRegress ids of tasks that must not lose reward
     * @param range the highest reward there is; rewards lie between 0 and this
     * @param effect the gain that one wants to notice; a plan that has no fair chance to is refused; NaN for no such wish
     * @param holdout which tasks candidates never see: {@code none}, a number of tasks, a share such as {@code 20 %}, or ids; empty for
     *     the usual, one in five from {@value #HOLDOUT_FROM} tasks on where there is a test
     * @param confirm whether the winner is run again at the end, on the tasks that were set apart and on the others
     */
    public record AcceptanceRule(
            Test test,
            double alpha,
            double minGain,
            boolean keepTies,
            int maxRegressions,
            List<String> neverRegress,
            double range,
            double effect,
            String holdout,
            boolean confirm) {

        /** The gain whose needs are told where the plan names none, for rewards up to 1. */
        public static final double USUAL_EFFECT = 0.15;

        /** From this many tasks on some are set apart, where the plan says nothing of it. */
        public static final int HOLDOUT_FROM = 20;

        /** How much a task's reward must fall to count as a regression. */
        public static final double REGRESSION = 0.005;

        /** Test by which the gain is judged. */
        public enum Test {
            /** Many changes at once, in pairs of episodes with random halves of them; needs changes that can be combined. */
            RACE,
            /** The higher average wins. */
            MEAN,
            /** The gain must be larger than chance explains, by a paired permutation test. */
            PERMUTATION,
            /** The same, by a test that may stop as soon as it is sure, and needs no symmetry. */
            SEQUENTIAL;

            public String word() {
                return name().toLowerCase(Locale.ROOT);
            }
        }

        public AcceptanceRule {
            neverRegress = List.copyOf(neverRegress);
            if (!(alpha > 0 && alpha < 1)) {
                throw new LabException("alpha must lie between 0 and 1, found " + alpha);
            }
            if (!(range > 0 && range < Double.POSITIVE_INFINITY)) {
                throw new LabException("the range of rewards must be above 0, found " + range);
            }
            if (!(Math.abs(minGain) < range)) {
                throw new LabException("the gain must be below the range of rewards " + range + ", found " + minGain);
            }
            if (effect <= 0 || effect > range) {
                throw new LabException("the effect must lie above 0 and at most at the range of rewards " + range
                        + ", found " + effect);
            }
        }

        /** Returns a rule with the usual alpha and without limits for single tasks. */
        public static AcceptanceRule of(Test test) {
            return new AcceptanceRule(test, 0.05, 0, false, -1, List.of(), 1, Double.NaN, "", test != Test.MEAN);
        }

        /** Returns the rule of a plan that names none. */
        public static AcceptanceRule usual() {
            return of(Test.PERMUTATION);
        }

        /** Returns the same at another level. */
        public AcceptanceRule at(double level) {
            return new AcceptanceRule(
                    test, level, minGain, keepTies, maxRegressions, neverRegress, range, effect, holdout, confirm);
        }

        /** Returns the same with other tasks set apart, and with a confirmation or without. */
        public AcceptanceRule confirming(String apart, boolean again) {
            return new AcceptanceRule(
                    test, alpha, minGain, keepTies, maxRegressions, neverRegress, range, effect, apart, again);
        }
    }
}
