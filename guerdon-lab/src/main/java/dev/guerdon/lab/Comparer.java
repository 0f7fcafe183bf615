package dev.guerdon.lab;

import dev.guerdon.api.Experimental;
import dev.guerdon.core.PassAtK;
import dev.guerdon.lab.compare.ComparisonWords;
import dev.guerdon.lab.compare.MissingPairs;
import dev.guerdon.lab.compare.RunDifferences;
import dev.guerdon.lab.spi.Comparison;
import dev.guerdon.lab.spi.Comparison.Bootstrap;
import dev.guerdon.lab.spi.Comparison.Change;
import dev.guerdon.lab.spi.Comparison.Counts;
import dev.guerdon.lab.spi.Comparison.Difference;
import dev.guerdon.lab.spi.Comparison.DomainChange;
import dev.guerdon.lab.spi.Comparison.Missing;
import dev.guerdon.lab.spi.Comparison.Options;
import dev.guerdon.lab.spi.Comparison.Sensitivity;
import dev.guerdon.lab.spi.Comparison.Significance;
import dev.guerdon.lab.spi.Comparison.Source;
import dev.guerdon.lab.spi.Comparison.Subject;
import dev.guerdon.lab.spi.Comparison.TaskChange;
import dev.guerdon.lab.spi.Comparison.Versus;
import dev.guerdon.lab.spi.Episode;
import dev.guerdon.lab.spi.FlakyTask;
import dev.guerdon.lab.spi.Interval;
import dev.guerdon.lab.spi.KeyMetrics;
import dev.guerdon.lab.spi.LabException;
import dev.guerdon.lab.spi.MeanEstimate;
import dev.guerdon.lab.spi.PairedTask;
import dev.guerdon.lab.spi.Run;
import dev.guerdon.lab.stats.Holm;
import dev.guerdon.lab.stats.PairedBootstrap;
import dev.guerdon.lab.stats.Power;
import dev.guerdon.lab.stats.SignFlipTest;
import dev.guerdon.lab.text.Figures;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Pairs runs and computes what a {@link Comparison} says. */
@Experimental
public final class Comparer {

    private final Options options;

    private Comparer(Options options) {
        this.options = options;
    }

    /**
     * Compares runs.
     *
     * @throws LabException where a candidate has no task in common with the base
     */
    public static Comparison compare(Run base, List<Run> candidates, Comparison.Options options) {
        // Reading a large run takes longer than all statistics; each keeps what it has read.
        Stream.concat(Stream.of(base), candidates.stream()).parallel().forEach(Run::episodes);
        return compare(
                Comparison.Source.of(base),
                candidates.stream().map(Comparison.Source::of).toList(),
                options);
    }

    /** Compares episodes that need not be stored. */
    public static Comparison compare(
            Comparison.Source base, List<Comparison.Source> candidates, Comparison.Options options) {
        return new Comparer(options).compare(base, candidates);
    }

    private Comparison compare(Source base, List<Source> candidates) {
        Subject baseSubject = subject(base);
        List<List<PairedTask>> tasks = candidates.stream()
                .map(candidate -> PairedTask.of(base.episodes(), candidate.episodes()))
                .toList();
        List<List<PairedTask>> paired = new ArrayList<>();
        List<SignFlipTest> tests = new ArrayList<>();
        for (int i = 0; i < candidates.size(); i++) {
            List<PairedTask> both =
                    tasks.get(i).stream().filter(task -> task.pairs() > 0).toList();
            if (tasks.get(i).stream().noneMatch(task -> task.pairs() + task.missing() > 0)) {
                throw nothingInCommon(base, candidates.get(i));
            }
            paired.add(both);
            tests.add(SignFlipTest.of(differences(both), options.seed()));
        }
        double[] p =
                Holm.adjust(tests.stream().mapToDouble(SignFlipTest::pValue).toArray());
        double[] drops =
                Holm.adjust(tests.stream().mapToDouble(SignFlipTest::pDrop).toArray());
        List<Missing> missing = MissingPairs.of(tasks, options.seed());
        List<Versus> versus = new ArrayList<>();
        for (int i = 0; i < candidates.size(); i++) {
            Difference difference = difference(paired.get(i), tests.get(i), p[i], drops[i], missing.get(i));
            versus.add(versus(
                    base, baseSubject, candidates.get(i), tasks.get(i), paired.get(i), difference, candidates.size()));
        }
        return new Comparison(options, baseSubject, versus);
    }

    private static LabException nothingInCommon(Source base, Source candidate) {
        return new LabException("the runs have no task in common: " + describe(base) + ", " + describe(candidate)
                + "; compare runs of the same suite");
    }

    private static String describe(Source source) {
        return source.info().name() + " has " + Figures.times(source.episodes().size(), "episode") + " of suite '"
                + source.info().suite() + "'"
                + (source.episodes().isEmpty()
                        ? ""
                        : " (" + source.episodes().getFirst().task() + ", ...)");
    }

    private static double[] differences(List<PairedTask> tasks) {
        return tasks.stream().mapToDouble(PairedTask::difference).toArray();
    }

    private Subject subject(Source source) {
        List<Episode> episodes = source.episodes();
        KeyMetrics metrics = KeyMetrics.of(episodes);
        MeanEstimate mean = MeanEstimate.of(episodes);
        boolean repeats = metrics.episodes() > metrics.tasks();
        return new Subject(
                source.info(),
                metrics,
                mean,
                mean.interval(1 - options.alpha()).map(interval -> possible(interval, episodes)),
                repeats ? passAt(episodes) : Map.of(),
                repeats ? FlakyTask.in(episodes, options.margin()) : List.of());
    }

    /** The mean of rewards between 0 and 1 lies there, too. */
    private static Interval possible(Interval interval, List<Episode> episodes) {
        return episodes.stream()
                        .filter(Episode::scored)
                        .allMatch(episode -> episode.reward() >= 0 && episode.reward() <= 1)
                ? new Interval(Math.max(0, interval.low()), Math.min(1, interval.high()))
                : interval;
    }

    /** pass@1, pass@2, pass@4 and so on, each over the tasks that have so many scored repeats. */
    private static Map<String, Double> passAt(List<Episode> episodes) {
        Map<String, int[]> tasks = new HashMap<>();
        for (Episode episode : episodes) {
            if (!episode.scored()) {
                continue;
            }
            int[] counts = tasks.computeIfAbsent(episode.task(), key -> new int[2]);
            counts[0]++;
            counts[1] += episode.reward() >= PassAtK.PASS ? 1 : 0;
        }
        int most = tasks.values().stream().mapToInt(counts -> counts[0]).max().orElse(0);
        Map<String, Double> out = new LinkedHashMap<>();
        for (int k = 1; k <= most; k *= 2) {
            int needed = k;
            tasks.values().stream()
                    .filter(counts -> counts[0] >= needed)
                    .mapToDouble(counts -> PassAtK.of(counts[0], counts[1], needed))
                    .average()
                    .ifPresent(chance -> out.put("pass@" + needed, chance));
        }
        return out;
    }

    private Difference difference(
            List<PairedTask> tasks, SignFlipTest test, double p, double drop, Missing missing) {
        double[] d = differences(tasks);
        double mean = d.length == 0 ? Double.NaN : Arrays.stream(d).sum() / d.length;
        double squares = Arrays.stream(d).map(x -> (x - mean) * (x - mean)).sum();
        double deviation = d.length < 2 ? Double.NaN : Math.sqrt(squares / (d.length - 1));
        PairedBootstrap bootstrap = PairedBootstrap.of(d, 1 - options.alpha(), options.seed());
        return new Difference(
                Math.abs(mean) < 1e-12 ? 0 : mean,
                deviation,
                (int) Arrays.stream(d).filter(x -> x != 0).count(),
                new Bootstrap(
                        1 - options.alpha(),
                        bootstrap.interval().map(interval -> possibleDifference(interval, tasks)),
                        bootstrap.resamples()),
                new Significance(test.pValue(), p, test.pDrop(), drop, test.exact(), test.flips()),
                bootstrap.interval().isPresent()
                        ? sensitivity(d.length, deviation)
                        : new Sensitivity(Optional.empty(), Optional.empty()),
                missing);
    }

    private Sensitivity sensitivity(int tasks, double deviation) {
        return new Sensitivity(
                Optional.of(deviation * Power.smallestEffect(tasks, options.alpha(), options.power())),
                Optional.of(Power.tasksNeeded(options.effect() / deviation, options.alpha(), options.power())));
    }

    /** Rewards between 0 and 1 cannot differ by more than 1. */
    private static Interval possibleDifference(Interval interval, List<PairedTask> tasks) {
        return tasks.stream().allMatch(task -> task.within(0, 1))
                ? new Interval(Math.max(-1, interval.low()), Math.min(1, interval.high()))
                : interval;
    }

    private Versus versus(
            Source base,
            Subject baseSubject,
            Source candidate,
            List<PairedTask> all,
            List<PairedTask> paired,
            Difference difference,
            int candidates) {
        Map<Change, Integer> counts = new EnumMap<>(Change.class);
        List<TaskChange> changes = new ArrayList<>();
        for (PairedTask task : all) {
            if (task.pairs() == 0 && task.inBase() && task.inCandidate()) {
                continue; // said in a notice
            }
            Change change = task.change(options.margin());
            counts.merge(change, 1, Integer::sum);
            if (change != Change.UNCHANGED) {
                changes.add(taskChange(task, change));
            }
        }
        changes.sort(Comparator.comparing(TaskChange::change)
                .thenComparing(Comparator.comparingDouble((TaskChange one) -> Math.abs(one.difference()))
                        .reversed()));
        Subject subject = subject(candidate);
        Counts sorted = new Counts(
                counts.getOrDefault(Change.FIXED, 0),
                counts.getOrDefault(Change.REGRESSED, 0),
                counts.getOrDefault(Change.FLAKY, 0),
                counts.getOrDefault(Change.UNCHANGED, 0),
                counts.getOrDefault(Change.ONLY_IN_BASE, 0),
                counts.getOrDefault(Change.ONLY_IN_CANDIDATE, 0));
        return new Versus(
                subject,
                paired.size(),
                paired.stream().mapToInt(PairedTask::pairs).sum(),
                paired.stream().mapToDouble(PairedTask::baseMean).average().orElse(Double.NaN),
                paired.stream().mapToDouble(PairedTask::candidateMean).average().orElse(Double.NaN),
                difference,
                sorted,
                changes,
                domains(paired),
                RunDifferences.config(base.info(), candidate.info()),
                RunDifferences.notices(baseSubject, subject, all, sorted),
                ComparisonWords.summary(baseSubject, subject, paired.size(), difference, sorted, options, candidates));
    }

    private static TaskChange taskChange(PairedTask task, Change change) {
        return new TaskChange(
                task.task(),
                task.domain(),
                change,
                task.pairs() == 0 ? Double.NaN : task.baseMean(),
                task.pairs() == 0 ? Double.NaN : task.candidateMean(),
                task.pairs() == 0 ? Double.NaN : task.difference(),
                task.pairs());
    }

    private List<DomainChange> domains(List<PairedTask> paired) {
        Map<String, List<PairedTask>> byDomain = new LinkedHashMap<>();
        paired.forEach(task -> byDomain.computeIfAbsent(task.domain(), key -> new ArrayList<>())
                .add(task));
        if (byDomain.size() < 2) {
            return List.of();
        }
        int resamples = paired.size() > 20_000 ? 1_000 : 4_000;
        List<DomainChange> out = new ArrayList<>();
        byDomain.forEach((domain, tasks) -> {
            double[] d = differences(tasks);
            out.add(new DomainChange(
                    domain,
                    tasks.size(),
                    tasks.stream().mapToDouble(PairedTask::baseMean).average().orElse(Double.NaN),
                    tasks.stream()
                            .mapToDouble(PairedTask::candidateMean)
                            .average()
                            .orElse(Double.NaN),
                    Arrays.stream(d).average().orElse(Double.NaN),
                    PairedBootstrap.of(d, 1 - options.alpha(), options.seed(), resamples)
                            .interval()
                            .map(interval -> possibleDifference(interval, tasks))));
        });
        return out;
    }
}
