package dev.guerdon.lab;

import dev.guerdon.api.Context;
import dev.guerdon.api.Experimental;
import dev.guerdon.api.Sample;
import dev.guerdon.api.Score;
import dev.guerdon.api.Trajectory;
import dev.guerdon.core.Metrics;
import dev.guerdon.core.RewardEntry;
import dev.guerdon.core.Scorer;
import dev.guerdon.lab.compare.ComparedRun;
import dev.guerdon.lab.compare.ComparedRun.NewScores;
import dev.guerdon.lab.spi.Comparison;
import dev.guerdon.lab.spi.Episode;
import dev.guerdon.lab.spi.EpisodeDetail;
import dev.guerdon.lab.spi.Run;
import dev.guerdon.lab.spi.RunInfo;
import dev.guerdon.lab.spi.RunWriter;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A run scored again with another reward, from what is stored of it.
 *
 * @param run the run's name
 * @param before the reward that it was scored with
 * @param after the reward that it is scored with now
 * @param episodes how many episodes
 * @param unscored how many could not be scored now, by reason
 * @param counts how many episodes changed
 * @param changes the episodes that changed, flips first, those that lost or gained a score last; of a run that is too large to be held,
 *     the first of each kind
 * @param comparison the same episodes before and after, compared as two runs are
 */
@Experimental
public record RescoredRun(
        String run,
        String before,
        String after,
        int episodes,
        Map<Score.Reason, Integer> unscored,
        Counts counts,
        List<Change> changes,
        Comparison comparison) {

    /** Number of changes of each kind that are listed of a large run. */
    private static final int LISTED = 1000;

    /** Rewards that differ by less than this differ by rounding. */
    private static final double ROUNDING = 1e-9;

    /**
     * Numbers of episodes that changed.
     *
     * @param flips those that pass under one reward and not under the other
     * @param others those that are scored otherwise
     * @param missing those that were scored before and are not now, or the other way round: they are no flips
     */
    public record Counts(int flips, int others, int missing) {}

    /**
     * An episode whose score is another now.
     *
     * @param flip whether it passes (reward at least 0.990) under one reward and not the other; what only one of them scores is missing
     *     and never a flip
     * @param before the reward before; empty if it was not scored
     * @param after the reward now; empty if it is not scored
     * @param message why it is not scored now; empty if it is
     */
    public record Change(
            String task,
            int repeat,
            boolean flip,
            Optional<Double> before,
            Optional<Double> after,
            String answer,
            String gold,
            String message) {

        /** Returns whether only one of the rewards scores it. */
        public boolean missing() {
            return before.isPresent() != after.isPresent();
        }
    }

    public RescoredRun {
        unscored = Collections.unmodifiableMap(new TreeMap<>(unscored));
        changes = List.copyOf(changes);
    }

    /** Returns the changes that are flips. */
    public List<Change> flips() {
        return changes.stream().filter(Change::flip).toList();
    }

    /**
     * Scores a run again.
     *
     * @param saved where the run goes with its new scores; null to not keep it
     */
    public static RescoredRun of(
            Run run, RewardEntry reward, Scorer scorer, Comparison.Options options, @Nullable RunWriter saved) {
        List<Episode> held = new ArrayList<>();
        NewScores compact = new NewScores();
        int most = run.large() ? LISTED : Integer.MAX_VALUE;
        Kind flips = new Kind();
        Kind others = new Kind();
        Kind missing = new Kind();
        Map<Score.Reason, Integer> unscored = new TreeMap<>();
        // What was said in an episode is read when its turn comes, so that a large run is never in memory as a whole.
        try (Stream<Episode> episodes = episodes(run)) {
            scorer.stream(
                    reward,
                    episodes.map(each -> new StoredSample(each, run.detail(each)))
                            .iterator(),
                    (sample, given) -> {
                        StoredSample stored = (StoredSample) sample;
                        Score score = honest(stored, given);
                        Episode episode = stored.episode().withScore(score);
                        if (run.large()) {
                            compact.add(episode);
                        } else {
                            held.add(episode);
                        }
                        if (score instanceof Score.Unscored failed) {
                            unscored.merge(failed.reason(), 1, Integer::sum);
                        }
                        change(stored.episode(), episode)
                                .ifPresent(change -> (change.flip() ? flips : change.missing() ? missing : others)
                                        .add(change, most));
                        if (saved != null) {
                            saved.add(episode, rewarded(stored.detail(), score));
                        }
                    });
        }
        RunInfo info = info(
                run.info(),
                reward.name(),
                saved == null ? run.info().name() + " rescored" : saved.info().name());
        return new RescoredRun(
                run.info().name(),
                run.info().reward(),
                reward.name(),
                run.large() ? compact.episodes() : held.size(),
                unscored,
                new Counts(flips.count, others.count, missing.count),
                Stream.of(flips, others, missing)
                        .flatMap(kind -> kind.listed.stream())
                        .toList(),
                run.large()
                        ? RunComparer.compare(ComparedRun.of(run), compact.side(info, run), options, LISTED)
                        : RunComparer.compare(
                                Comparison.Source.of(run), List.of(new Comparison.Source(info, held)), options));
    }

    /**
     * Returns where the model or the environment failed, no reward says anything of the agent: what had no score has none now. The same holds
     * where a key was hidden in what the reward reads.
     */
    private static Score honest(StoredSample stored, Score given) {
        Episode episode = stored.episode();
        if (stored.detail().altered()) {
            return new Score.Unscored(
                    Score.Reason.RESOURCE,
                    "the task, what was said or the answer held a key of the machine that ran it, which is not"
                            + " stored; run the task again with this reward instead");
        }
        return episode.failed() && !episode.scored() ? episode.score() : given;
    }

    /** Returns the episodes with all that is stored of them, those of a large run in the order in which their scores are compared. */
    private static Stream<Episode> episodes(Run run) {
        return run.large()
                ? run.scores()
                        .map(each -> run.episode(each.task(), each.repeat()).orElseThrow())
                : run.episodes().stream();
    }

    /** The changes of one kind: all are counted, the first are kept. */
    private static final class Kind {
        private final List<Change> listed = new ArrayList<>();
        private int count;

        void add(Change change, int most) {
            count++;
            if (listed.size() < most) {
                listed.add(change);
            }
        }
    }

    /** Returns the description of a run that is this one with another reward. */
    public static RunInfo info(RunInfo run, String reward, String name) {
        Map<String, @Nullable Object> provenance = new LinkedHashMap<>(run.provenance());
        provenance.put("rescored_from", run.name());
        provenance.remove(RunInfo.BESIDE);
        return new RunInfo(
                name,
                run.name() + " scored again with " + reward,
                run.setup().withReward(reward),
                new RunInfo.Progress(run.status(), Instant.now(), Optional.empty(), 0),
                new RunInfo.Origin(run.commit(), run.dirty(), provenance));
    }

    private static EpisodeDetail rewarded(EpisodeDetail detail, Score score) {
        return score instanceof Score.Scored scored
                ? new EpisodeDetail(
                        detail.task(),
                        detail.trajectory().withReward(scored.result()),
                        detail.turns(),
                        detail.artifacts())
                : detail;
    }

    private static Optional<Change> change(Episode before, Episode after) {
        if (before.scored() == after.scored() && Math.abs(before.reward() - after.reward()) < ROUNDING) {
            return Optional.empty();
        }
        boolean flip = before.scored()
                && after.scored()
                && (before.reward() >= Metrics.PASS) != (after.reward() >= Metrics.PASS);
        return Optional.of(new Change(
                before.task(),
                before.repeat(),
                flip,
                reward(before),
                reward(after),
                before.answer(),
                before.gold(),
                after.score() instanceof Score.Unscored unscored ? unscored.message() : ""));
    }

    private static Optional<Double> reward(Episode episode) {
        return episode.scored() ? Optional.of(episode.reward()) : Optional.empty();
    }

    /** A stored episode as a reward sees it. */
    private record StoredSample(Episode episode, EpisodeDetail detail) implements Sample {

        @Override
        public String id() {
            return episode.task();
        }

        @Override
        public String finalResponse() {
            return episode.answer();
        }

        @Override
        public Trajectory trajectory() {
            return detail.trajectory();
        }

        @Override
        public Map<String, @Nullable Object> fields() {
            return detail.task().fields();
        }

        @Override
        @SuppressWarnings("unchecked") // JSON objects have names that are texts
        public Context context() {
            return new Context.Detached(
                    detail.trajectory().rolloutId(),
                    detail.trajectory().groupId(),
                    fields().get("metadata") instanceof Map<?, ?> map ? (Map<String, @Nullable Object>) map : fields(),
                    episode.answer(),
                    detail.trajectory(),
                    "ended with the rollout; run the task again with this reward instead");
        }
    }
}
