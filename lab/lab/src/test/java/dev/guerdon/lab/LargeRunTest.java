package dev.guerdon.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.guerdon.api.RewardResult;
import dev.guerdon.api.Sample;
import dev.guerdon.api.Score;
import dev.guerdon.api.UnscoredException;
import dev.guerdon.core.RewardEntry;
import dev.guerdon.core.Scorer;
import dev.guerdon.lab.compare.ComparedRun;
import dev.guerdon.lab.spi.Comparison;
import dev.guerdon.lab.spi.Episode;
import dev.guerdon.lab.spi.KeyMetrics;
import dev.guerdon.lab.spi.MeanEstimate;
import dev.guerdon.lab.spi.PairedTask;
import dev.guerdon.lab.spi.Run;
import dev.guerdon.lab.spi.RunInfo;
import dev.guerdon.lab.spi.RunWriter;
import dev.guerdon.lab.store.LargeRuns;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever is counted by the database, or read task by task, is what the same episodes in memory give. */
class LargeRunTest {

    @TempDir
    Path folder;

    private String write(long seed, int tasks, int repeats) {
        SplittableRandom dice = new SplittableRandom(seed);
        List<String> names = new ArrayList<>();
        for (int i = 0; i < tasks; i++) {
            // Beyond the basic plane, the order of chars is not that of bytes.
            names.add((i % 7 == 0 ? "😀" : i % 5 == 0 ? "\uFF21" : "task ") + i);
        }
        try (RunWriter writer = new RunStore(folder).create(Episodes.info(names.toArray(String[]::new)))) {
            for (int i = tasks - 1; i >= 0; i--) {
                for (int repeat = 0; repeat < repeats; repeat++) {
                    if (dice.nextInt(20) == 0) {
                        continue; // not every repeat has a partner
                    }
                    Episode episode = Episodes.episode(
                            names.get(i), repeat, new Score.Scored(RewardResult.of(dice.nextInt(5) / 4.0)));
                    Episode stored = new Episode(
                            episode.task(),
                            repeat,
                            i,
                            i % 3 == 0 ? "Größe" : i % 3 == 1 ? "" : "b",
                            episode.gold(),
                            dice.nextInt(9) == 0
                                    ? new Score.Unscored(Score.Reason.TIMEOUT, "too slow")
                                    : new Score.Scored(RewardResult.of(episode.reward())),
                            episode.ending(),
                            episode.effort());
                    writer.add(stored, Episodes.detail(names.get(i)));
                }
            }
            writer.finish(RunInfo.Status.COMPLETE);
            return writer.info().name();
        }
    }

    private Run large(String name) {
        return LargeRuns.open(folder.resolve(name));
    }

    private static KeyMetrics bare(KeyMetrics all) {
        return new KeyMetrics(
                all.episodes(),
                all.tasks(),
                Math.round(all.averageReward() * 1e9) / 1e9,
                all.completed(),
                all.truncated(),
                all.perfect(),
                all.zero(),
                all.averageSteps(),
                all.errorRate(),
                all.unscored(),
                java.util.Optional.empty(),
                java.util.Optional.empty());
    }

    private static Map<String, KeyMetrics> bare(Map<String, KeyMetrics> all) {
        Map<String, KeyMetrics> out = new HashMap<>();
        all.forEach((name, key) -> out.put(name, bare(key)));
        return out;
    }

    private void figuresAgree(String name) {
        try (Run run = large(name)) {
            assertThat(run.large()).isTrue();
            List<Episode> all = run.episodes();
            assertThat(bare(run.metrics())).isEqualTo(bare(KeyMetrics.of(all)));
            assertThat(run.metrics().best().orElseThrow().reward())
                    .isEqualTo(KeyMetrics.of(all).best().orElseThrow().reward());
            assertThat(run.metrics().worst().orElseThrow().reward())
                    .isEqualTo(KeyMetrics.of(all).worst().orElseThrow().reward());
            assertThat(bare(run.domains())).isEqualTo(bare(KeyMetrics.byDomain(all)));
            MeanEstimate mean = MeanEstimate.of(all);
            assertThat(run.mean().mean()).isCloseTo(mean.mean(), within(1e-12));
            assertThat(run.mean().standardError()).isCloseTo(mean.standardError(), within(1e-12));
            assertThat(run.mean().tasks()).isEqualTo(mean.tasks());
            assertThat(run.mean().missing()).isEqualTo(mean.missing());
            assertThat(run.usage().tokens())
                    .isEqualTo(all.stream()
                            .mapToLong(each -> each.usage().tokens())
                            .sum());
            Run.Choice low = new Run.Choice(0.4, "GRÖSSE".replace("SS", "ß"), false);
            assertThat(run.count(low))
                    .isEqualTo(all.stream().filter(low::has).count())
                    .isPositive();
            assertThat(run.lowest(low)).hasSize((int) run.count(low)).allMatch(low::has);
            Run.Choice faulty = new Run.Choice(Double.POSITIVE_INFINITY, null, true);
            assertThat(run.count(faulty))
                    .isEqualTo(all.stream().filter(faulty::has).count())
                    .isPositive();
            Episode one = all.get(all.size() / 2);
            assertThat(run.episode(one.task(), one.repeat())).contains(one);
            assertThat(run.stream()).containsExactlyInAnyOrderElementsOf(all);
        }
    }

    @Test
    void figuresOfTheDatabaseAreThoseOfTheEpisodes() {
        figuresAgree(write(1, 90, 1));
    }

    @Test
    void figuresWithRepeatsAreThoseOfTheEpisodes() {
        figuresAgree(write(2, 60, 3));
    }

    @Test
    void comparisonTaskByTaskIsTheComparisonInMemory() {
        String one = write(3, 70, 3);
        String other = write(4, 75, 3);
        try (Run base = large(one);
                Run candidate = large(other);
                Run smallBase = new RunStore(folder).open(one);
                Run smallCandidate = new RunStore(folder).open(other)) {
            List<PairedTask> streamed = new ArrayList<>();
            ComparedRun.of(base).pairWith(ComparedRun.of(candidate), streamed::add);
            assertThat(streamed.stream().map(PairedTask::task)).doesNotHaveDuplicates();
            Comparison large = RunComparer.compare(base, List.of(candidate), Comparison.Options.DEFAULT);
            Comparison small = RunComparer.compare(smallBase, List.of(smallCandidate), Comparison.Options.DEFAULT);
            Comparison.Versus seen = large.candidates().getFirst();
            Comparison.Versus wanted = small.candidates().getFirst();
            assertThat(seen.tasks()).isEqualTo(wanted.tasks()).isPositive();
            assertThat(seen.pairs()).isEqualTo(wanted.pairs());
            assertThat(seen.counts()).isEqualTo(wanted.counts());
            assertThat(seen.changes()).containsExactlyInAnyOrderElementsOf(wanted.changes());
            assertThat(seen.difference().mean()).isCloseTo(wanted.difference().mean(), within(1e-12));
            assertThat(seen.difference().missing().pairs())
                    .isEqualTo(wanted.difference().missing().pairs());
            assertThat(seen.difference().missing().worst().mean())
                    .isCloseTo(wanted.difference().missing().worst().mean(), within(1e-12));
            assertThat(seen.candidate().passAt().keySet())
                    .isEqualTo(wanted.candidate().passAt().keySet());
            wanted.candidate()
                    .passAt()
                    .forEach((k, chance) ->
                            assertThat(seen.candidate().passAt().get(k)).isCloseTo(chance, within(1e-12)));
            assertThat(seen.candidate().flaky())
                    .containsExactlyInAnyOrderElementsOf(wanted.candidate().flaky());
        }
    }

    @Test
    void onlyTheLargestChangesAreListedButAllAreCounted() {
        String one = write(5, 80, 1);
        String other = write(6, 80, 1);
        try (Run base = large(one);
                Run candidate = large(other)) {
            Comparison.Versus all = RunComparer.compare(base, List.of(candidate), Comparison.Options.DEFAULT)
                    .candidates()
                    .getFirst();
            Comparison.Versus few = RunComparer.compare(base, List.of(candidate), Comparison.Options.DEFAULT, 3)
                    .candidates()
                    .getFirst();
            assertThat(few.counts()).isEqualTo(all.counts());
            for (Comparison.Change kind : Comparison.Change.values()) {
                assertThat(few.changes(kind))
                        .isEqualTo(all.changes(kind)
                                .subList(0, Math.min(3, all.changes(kind).size())));
            }
        }
    }

    /** Pays by the name of the task, and cannot score every eleventh. */
    private static double other(Sample sample) {
        int kind = Math.floorMod(sample.id().hashCode(), 11);
        if (kind == 0) {
            throw new UnscoredException(Score.Reason.MISSING_FIELD, "no answer");
        }
        return kind % 5 / 4.0;
    }

    @Test
    void rescoringALargeRunIsRescoringTheSameEpisodesInMemory() {
        String name = write(5, 120, 2);
        RewardEntry reward = RewardEntry.of("other", sample -> RewardResult.of(other(sample)));
        try (Run large = large(name);
                Run small = new RunStore(folder).open(name);
                Scorer scorer = Scorer.builder().threads(2).build()) {
            assertThat(small.large()).isFalse();
            RescoredRun apart = RescoredRun.of(large, reward, scorer, Comparison.Options.DEFAULT, null);
            RescoredRun held = RescoredRun.of(small, reward, scorer, Comparison.Options.DEFAULT, null);
            assertThat(apart.episodes()).isEqualTo(held.episodes()).isPositive();
            assertThat(apart.counts()).isEqualTo(held.counts());
            assertThat(apart.counts().flips()).isPositive();
            assertThat(apart.counts().missing()).isPositive();
            assertThat(apart.unscored()).isEqualTo(held.unscored());
            assertThat(apart.changes()).containsExactlyInAnyOrderElementsOf(held.changes());
            Comparison.Versus one = apart.comparison().candidates().getFirst();
            Comparison.Versus other = held.comparison().candidates().getFirst();
            assertThat(bare(one.candidate().metrics()))
                    .isEqualTo(bare(other.candidate().metrics()));
            assertThat(one.candidate().mean().standardError())
                    .isCloseTo(other.candidate().mean().standardError(), within(1e-12));
            assertThat(one.counts()).isEqualTo(other.counts());
            assertThat(one.difference().mean()).isCloseTo(other.difference().mean(), within(1e-12));
            assertThat(one.difference().missing().pairs())
                    .isEqualTo(other.difference().missing().pairs());
        }
    }
}
