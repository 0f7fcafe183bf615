package dev.guerdon.lab;

import dev.guerdon.api.Experimental;
import dev.guerdon.lab.compare.ComparedRun;
import dev.guerdon.lab.compare.ComparisonWords;
import dev.guerdon.lab.compare.MeanInterval;
import dev.guerdon.lab.compare.PairedTestPower;
import dev.guerdon.lab.compare.RunDifferences;
import dev.guerdon.lab.compare.SignFlipTest;
import dev.guerdon.lab.compare.SignFlipTest.Holm;
import dev.guerdon.lab.compare.TaskPairing;
import dev.guerdon.lab.spi.Comparison;
import dev.guerdon.lab.spi.Comparison.Bootstrap;
import dev.guerdon.lab.spi.Comparison.Counts;
import dev.guerdon.lab.spi.Comparison.Difference;
import dev.guerdon.lab.spi.Comparison.DomainChange;
import dev.guerdon.lab.spi.Comparison.Missing;
import dev.guerdon.lab.spi.Comparison.Options;
import dev.guerdon.lab.spi.Comparison.Sensitivity;
import dev.guerdon.lab.spi.Comparison.Significance;
import dev.guerdon.lab.spi.Comparison.Subject;
import dev.guerdon.lab.spi.Comparison.Versus;
import dev.guerdon.lab.spi.Episode;
import dev.guerdon.lab.spi.Interval;
import dev.guerdon.lab.spi.LabException;
import dev.guerdon.lab.spi.PairedTask;
import dev.guerdon.lab.spi.Run;
import dev.guerdon.lab.spi.RunInfo;
import dev.guerdon.lab.text.DisplayFormat;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Pairs runs and computes what a {@link Comparison} says. */
@Experimental
public final class RunComparer {

    private final Options options;
    private final int listed;

    private RunComparer(Options options, int listed) {
        this.options = options;
        this.listed = listed;
    }

    /**
     * Compares runs. What it takes in memory does not depend on how long the episodes were, and hardly on how many they are.
     *
     * @throws LabException where a candidate has no task in common with the base
     */
    public static Comparison compare(Run base, List<Run> candidates, Comparison.Options options) {
        return compare(base, candidates, options, Integer.MAX_VALUE);
    }

    /**
     * Compares runs, and lists only the largest changes.
     *
     * @param listed how many tasks of each kind of change are listed at most; all are counted
     */
    public static Comparison compare(Run base, List<Run> candidates, Comparison.Options options, int listed) {
        return new RunComparer(options, listed)
                .compare(
                        ComparedRun.of(base),
                        candidates.stream().map(ComparedRun::of).toList());
    }

    /**
     * Gives every task of two runs with its rewards in both, one by one, unchanged ones and those of one run alone among them. Small runs
     * come in planned order, large ones by the ids of their tasks.
     */
    public static void tasks(Run base, Run candidate, Consumer<PairedTask> taker) {
        ComparedRun.of(base).pairWith(ComparedRun.of(candidate), taker);
    }

    /** Returns what was asked for and where it ran, as far as it is not the same in two runs. */
    public static List<Comparison.ConfigChange> configuration(RunInfo base, RunInfo candidate) {
        return RunDifferences.config(base, candidate);
    }

    /** Returns the configuration of one run, by name. */
    public static Map<String, String> configuration(RunInfo run) {
        return RunDifferences.flat(run);
    }

    /** Compares two sides. */
    static Comparison compare(ComparedRun base, ComparedRun candidate, Comparison.Options options, int listed) {
        return new RunComparer(options, listed).compare(base, List.of(candidate));
    }

    /** Compares episodes that need not be stored. */
    public static Comparison compare(
            Comparison.Source base, List<Comparison.Source> candidates, Comparison.Options options) {
        return new RunComparer(options, Integer.MAX_VALUE)
                .compare(
                        ComparedRun.of(base),
                        candidates.stream().map(ComparedRun::of).toList());
    }

    private Comparison compare(ComparedRun base, List<ComparedRun> candidates) {
        Subject baseSubject = subject(base);
        List<TaskPairing> pairings = new ArrayList<>();
        List<SignFlipTest> tests = new ArrayList<>();
        for (ComparedRun candidate : candidates) {
            TaskPairing pairing = new TaskPairing(options.margin(), listed);
            base.pairWith(candidate, pairing::add);
            if (pairing.nothingInCommon()) {
                throw nothingInCommon(base, candidate);
            }
            pairings.add(pairing);
            tests.add(SignFlipTest.of(pairing.all().differences(), options.seed()));
        }
        double[] p =
                Holm.adjust(tests.stream().mapToDouble(SignFlipTest::pValue).toArray());
        double[] drops =
                Holm.adjust(tests.stream().mapToDouble(SignFlipTest::pDrop).toArray());
        List<Missing> missing = TaskPairing.missing(pairings, options.seed());
        List<Versus> versus = new ArrayList<>();
        for (int i = 0; i < candidates.size(); i++) {
            Difference difference =
                    difference(pairings.get(i).all(), tests.get(i), p[i], drops[i], missing.get(i), candidates.size());
            versus.add(versus(base, baseSubject, candidates.get(i), pairings.get(i), difference, candidates.size()));
        }
        return new Comparison(options, baseSubject, versus);
    }

    private static LabException nothingInCommon(ComparedRun base, ComparedRun candidate) {
        return new LabException("the runs have no task in common: " + describe(base) + ", " + describe(candidate)
                + "; compare runs of the same suite");
    }

    private static String describe(ComparedRun side) {
        try (Stream<Episode> episodes = side.figures().get()) {
            return side.info().name() + " has "
                    + DisplayFormat.times(side.metrics().episodes(), "episode") + " of suite '"
                    + side.info().suite() + "'"
                    + episodes.findFirst()
                            .map(first -> " (" + first.task() + ", ...)")
                            .orElse("");
        }
    }

    private Subject subject(ComparedRun side) {
        boolean repeats = side.metrics().episodes() > side.metrics().tasks();
        return new Subject(
                side.info(),
                side.metrics(),
                side.mean(),
                interval(side),
                repeats ? side.passAt() : Map.of(),
                repeats ? side.flaky(options.margin()) : List.of());
    }

    private Optional<Interval> interval(ComparedRun side) {
        double level = 1 - options.alpha();
        List<Episode> held = side.episodes();
        return held != null
                ? MeanInterval.ofRewards(held, level)
                : MeanInterval.ofTasks(new double[0], side.mean(), side.usual(), level);
    }

    private Difference difference(
            TaskPairing.Domain tasks, SignFlipTest test, double p, double drop, Missing missing, int candidates) {
        double[] d = tasks.differences();
        double mean = d.length == 0 ? Double.NaN : Arrays.stream(d).sum() / d.length;
        double squares = Arrays.stream(d).map(x -> (x - mean) * (x - mean)).sum();
        double deviation = d.length < 2 ? Double.NaN : Math.sqrt(squares / (d.length - 1));
        MeanInterval interval = MeanInterval.ofDifferences(d, tasks.usual(), 1 - options.alpha(), options.seed());
        return new Difference(
                Math.abs(mean) < 1e-12 ? 0 : mean,
                deviation,
                (int) Arrays.stream(d).filter(x -> x != 0).count(),
                new Bootstrap(
                        1 - options.alpha(),
                        interval.interval().map(found -> tasks.usual() ? found.within(-1, 1) : found),
                        interval.resamples()),
                new Significance(test.pValue(), p, test.pDrop(), drop, test.exact(), test.flips()),
                deviation > 1e-12
                        ? sensitivity(d, deviation, candidates)
                        : new Sensitivity(Optional.empty(), Optional.empty()),
                missing);
    }

    /** Returns what can be shown; several candidates leave each a part of alpha. */
    private Sensitivity sensitivity(double[] d, double deviation, int candidates) {
        double size =
                Arrays.stream(d).filter(x -> x != 0).map(Math::abs).average().orElse(1);
        double alpha = options.alpha() / candidates;
        OptionalDouble smallest = PairedTestPower.smallestDifference(d.length, deviation, size, alpha, options.power());
        return new Sensitivity(
                smallest.isPresent() ? Optional.of(smallest.getAsDouble()) : Optional.empty(),
                Optional.of(PairedTestPower.tasksNeeded(options.effect(), deviation, size, alpha, options.power())));
    }

    private Versus versus(
            ComparedRun base,
            Subject baseSubject,
            ComparedRun candidate,
            TaskPairing tasks,
            Difference difference,
            int candidates) {
        Subject subject = subject(candidate);
        Counts counts = tasks.counts();
        return new Versus(
                subject,
                tasks.all().tasks(),
                tasks.pairs(),
                tasks.all().baseMean(),
                tasks.all().candidateMean(),
                difference,
                counts,
                tasks.changes(),
                domains(tasks),
                RunDifferences.config(base.info(), candidate.info()),
                RunDifferences.notices(baseSubject, subject, tasks, counts),
                ComparisonWords.summary(
                        baseSubject, subject, tasks.all().tasks(), difference, counts, options, candidates));
    }

    private List<DomainChange> domains(TaskPairing tasks) {
        int resamples = tasks.all().tasks() > 20_000 ? 1_000 : 4_000;
        List<DomainChange> out = new ArrayList<>();
        tasks.domains().forEach((domain, each) -> {
            double[] d = each.differences();
            out.add(new DomainChange(
                    domain,
                    each.tasks(),
                    each.baseMean(),
                    each.candidateMean(),
                    Arrays.stream(d).average().orElse(Double.NaN),
                    MeanInterval.ofDifferences(d, each.usual(), 1 - options.alpha(), options.seed(), resamples)
                            .interval()
                            .map(interval -> each.usual() ? interval.within(-1, 1) : interval)));
        });
        return out;
    }
}
