package dev.guerdon.lab.spi;

import dev.guerdon.api.Experimental;
import dev.guerdon.lab.text.DisplayFormat;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * One or more candidate runs beside a base run, paired by task and repeat.
 *
 * <p>Each task counts once: its difference is the mean over the repeats that are scored in both runs. What is scored in one alone is
 * missing: {@link Missing} bounds what it could have changed. All statistics are computed from these
 * differences, because repeats of a task are not independent.
 *
 * @param options what was asked for
 * @param base the run that the others are measured by
 * @param candidates each candidate with what changed
 */
@Experimental
public record Comparison(Options options, Subject base, List<Versus> candidates) {

    public Comparison {
        candidates = List.copyOf(candidates);
    }

    /** A run's description with its episodes. */
    public record Source(RunInfo info, List<Episode> episodes) {

        public static Source of(Run run) {
            return new Source(run.info(), run.episodes());
        }
    }

    /**
     * Options of a comparison.
     *
     * @param alpha the chance of calling a difference real if there is none; intervals have the level 1 - alpha
     * @param margin rewards that differ by no more than this count as the same when tasks are sorted into fixed, regressed and so on
     * @param effect the difference for which the needed number of tasks is told
     * @param power the chance with which a difference of that size should be found
     * @param seed makes resamples repeatable
     */
    public record Options(double alpha, double margin, double effect, double power, long seed) {

        public static final Options DEFAULT = new Options(0.05, 0.05, 0.05, 0.8, 1);

        public Options {
            if (!(alpha > 0 && alpha < 1)) {
                throw new LabException("alpha must lie between 0 and 1, found " + alpha);
            }
            if (!(margin >= 0)) {
                throw new LabException("the margin must not be negative, found " + margin);
            }
            if (!(effect > 0)) {
                throw new LabException("the effect must be above 0, found " + effect);
            }
            if (!(power > 0 && power < 1)) {
                throw new LabException("the power must lie between 0 and 1, found " + power);
            }
        }
    }

    /**
     * A run as a whole, whatever it is compared with.
     *
     * @param info what was run
     * @param metrics its key figures
     * @param mean the average reward and how well it is known
     * @param interval the interval of the average, clustered by task; empty where there are too few tasks
     * @param passAt the chance that one of K repeats passes (reward at least 0.990), by {@code pass@K}; empty without repeats
     * @param flaky tasks whose repeats within this run disagree by more than the margin
     */
    public record Subject(
            RunInfo info,
            KeyMetrics metrics,
            MeanEstimate mean,
            Optional<Interval> interval,
            Map<String, Double> passAt,
            List<FlakyTask> flaky) {

        public Subject {
            passAt = Collections.unmodifiableMap(new LinkedHashMap<>(passAt));
            flaky = List.copyOf(flaky);
        }

        /** Returns the run's name. */
        public String run() {
            return info.name();
        }

        /** Returns how many episodes were planned. */
        public int planned() {
            return info.planned().size() * info.repeat();
        }
    }

    /**
     * A candidate beside the base.
     *
     * @param candidate the candidate as a whole
     * @param tasks how many tasks both runs have
     * @param pairs how many episodes were paired
     * @param baseMean the base's mean reward on those tasks, each task counted once
     * @param candidateMean the candidate's
     * @param difference how much they differ, and how sure that is
     * @param counts how many tasks there are of each kind of change
     * @param changes every task that is not unchanged: regressed ones first, the largest changes first
     * @param domains the same for each domain, where there are several
     * @param config what else is different between the runs
     * @param notices what a reader should know before trusting the figures
     * @param summary the outcome in words
     */
    public record Versus(
            Subject candidate,
            int tasks,
            int pairs,
            double baseMean,
            double candidateMean,
            Difference difference,
            Counts counts,
            List<TaskChange> changes,
            List<DomainChange> domains,
            List<ConfigChange> config,
            List<String> notices,
            List<String> summary) {

        public Versus {
            changes = List.copyOf(changes);
            domains = List.copyOf(domains);
            config = List.copyOf(config);
            notices = List.copyOf(notices);
            summary = List.copyOf(summary);
        }

        /** Returns the tasks with one kind of change. */
        public List<TaskChange> changes(Change kind) {
            return changes.stream().filter(one -> one.change() == kind).toList();
        }
    }

    /**
     * A mean difference, candidate minus base.
     *
     * @param mean the mean over the tasks
     * @param standardDeviation of the tasks' differences; NaN for fewer than two tasks
     * @param differing how many tasks have a difference at all
     * @param bootstrap the interval of the true difference
     * @param significance how likely such a difference is by chance
     * @param sensitivity how small a difference could have been seen
     * @param missing what could not be compared, and what it could have changed
     */
    public record Difference(
            double mean,
            double standardDeviation,
            int differing,
            Bootstrap bootstrap,
            Significance significance,
            Sensitivity sensitivity,
            Missing missing) {

        /** Returns the interval; empty where there are too few tasks. */
        public Optional<Interval> interval() {
            return bootstrap.interval();
        }

        /** Returns how likely a difference of this size is by chance, in either direction. */
        public double pValue() {
            return significance.pValue();
        }

        /** Returns the same after Holm's correction for several candidates. */
        public double adjustedPValue() {
            return significance.adjustedPValue();
        }
    }

    /**
     * An interval for a difference, by resampling tasks, or where they are few by what could be unseen.
     *
     * @param level the level of the interval
     * @param interval the interval; empty where there are too few tasks, or no spread in rewards without bounds
     * @param resamples how many resamples it is made of, 0 if it is not made by resampling
     */
    public record Bootstrap(double level, Optional<Interval> interval, int resamples) {}

    /**
     * Result of the permutation test for a difference.
     *
     * @param pValue two-sided
     * @param adjustedPValue the same after Holm's correction for several candidates
     * @param pDrop one-sided: how likely a drop at least this large is by chance
     * @param adjustedPDrop the same after Holm's correction
     * @param exact whether all permutations were counted
     * @param permutations how many were drawn, 0 where exact
     */
    public record Significance(
            double pValue,
            double adjustedPValue,
            double pDrop,
            double adjustedPDrop,
            boolean exact,
            int permutations) {}

    /**
     * Size of the differences that a comparison can see; empty if there is no spread to tell it from.
     *
     * @param smallestDetectable the smallest true difference that this many tasks would show with the wanted power
     * @param tasksNeeded how many tasks the effect of interest would need
     */
    public record Sensitivity(Optional<Double> smallestDetectable, Optional<Long> tasksNeeded) {}

    /**
     * Pairs that could not be compared because one of the episodes has no score, and what they could have changed.
     *
     * <p>The bounds put the lowest and the highest reward of the range in the place of each that is missing.
     *
     * @param base how many episodes of such pairs have no score in the base
     * @param candidate how many have none in the candidate
     * @param pairs how many pairs that are
     * @param range the rewards that they could have had: 0 to 1, or further where rewards were seen beyond
     * @param worst the comparison if all of them went against the candidate
     * @param best the comparison if all of them went for it
     * @param tasks the tasks with such pairs
     */
    public record Missing(
            int base, int candidate, int pairs, Interval range, Bound worst, Bound best, List<TaskBound> tasks) {

        public Missing {
            tasks = List.copyOf(tasks);
        }

        public boolean isEmpty() {
            return pairs == 0;
        }

        /** Returns whether the missing ones could turn a difference that chance does not explain into one that it does, or into the opposite. */
        public boolean couldTurn(double mean, double alpha) {
            Bound far = mean > 0 ? worst : best;
            return pairs > 0 && (far.mean() * mean <= 0 || far.pValue() >= alpha);
        }
    }

    /**
     * A comparison as it would have been with other rewards in the place of those that are missing.
     *
     * @param mean the mean difference
     * @param pValue how likely it is by chance, two-sided, after Holm's correction
     * @param pDrop the same one-sided, for a drop
     */
    public record Bound(double mean, double pValue, double pDrop) {}

    /** The lowest and highest difference that a task with missing rewards could have had. */
    public record TaskBound(String task, double worst, double best) {}

    /** Change of a task. */
    public enum Change {
        /** Every repeat of the candidate is worse than every repeat of the base, by more than the margin. */
        REGRESSED,
        /** Every repeat of the candidate is better than every repeat of the base, by more than the margin. */
        FIXED,
        /** Neither, and the repeats of one of the runs disagree by more than the margin. */
        FLAKY,
        /** Neither, and the repeats agree. */
        UNCHANGED,
        ONLY_IN_BASE,
        ONLY_IN_CANDIDATE;

        /** Returns the kind in words. */
        public String words() {
            return DisplayFormat.words(name().toLowerCase(Locale.ROOT));
        }
    }

    /** Numbers of tasks of each kind. */
    public record Counts(int fixed, int regressed, int flaky, int unchanged, int onlyInBase, int onlyInCandidate) {}

    /**
     * Change of one task.
     *
     * @param base the base's mean reward over the paired repeats; NaN where the base lacks the task
     * @param candidate the candidate's; NaN where it lacks the task
     * @param difference candidate minus base; NaN where one is missing
     * @param repeats how many repeats were paired
     */
    public record TaskChange(
            String task, String domain, Change change, double base, double candidate, double difference, int repeats) {}

    /** A domain's share of the comparison. */
    public record DomainChange(
            String domain, int tasks, double base, double candidate, double difference, Optional<Interval> interval) {}

    /** Something about the runs that is not the same, as it was in each; empty for nothing. */
    public record ConfigChange(String name, String base, String candidate) {}

    /**
     * A task whose repeats within one run disagree.
     *
     * @param task the task's id
     * @param repeats how many repeats are scored
     * @param low the lowest reward
     * @param high the highest reward
     * @param mean the mean reward
     */
    public record FlakyTask(String task, int repeats, double low, double high, double mean) {

        /** Returns the tasks of a run whose rewards differ by more than the margin from one repeat to another, in the run's order. */
        public static List<FlakyTask> in(List<Episode> episodes, double margin) {
            Map<String, FlakyTask> tasks = new LinkedHashMap<>();
            for (Episode episode : episodes) {
                if (!episode.scored()) {
                    continue;
                }
                double reward = episode.reward();
                tasks.merge(episode.task(), new FlakyTask(episode.task(), 1, reward, reward, reward), FlakyTask::and);
            }
            List<FlakyTask> flaky = new ArrayList<>();
            for (FlakyTask task : tasks.values()) {
                if (task.high - task.low > margin) {
                    flaky.add(task);
                }
            }
            return flaky;
        }

        private FlakyTask and(FlakyTask one) {
            int both = repeats + one.repeats;
            return new FlakyTask(
                    task,
                    both,
                    Math.min(low, one.low),
                    Math.max(high, one.high),
                    (mean * repeats + one.mean * one.repeats) / both);
        }
    }
}
