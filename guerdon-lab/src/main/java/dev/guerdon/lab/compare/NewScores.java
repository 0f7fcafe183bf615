package dev.guerdon.lab.compare;

import dev.guerdon.api.Internal;
import dev.guerdon.api.RewardResult;
import dev.guerdon.api.Score;
import dev.guerdon.lab.spi.Episode;
import dev.guerdon.lab.spi.Interval;
import dev.guerdon.lab.spi.KeyMetrics;
import dev.guerdon.lab.spi.MeanEstimate;
import dev.guerdon.lab.spi.Run;
import dev.guerdon.lab.spi.RunInfo;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Other scores for the episodes of a large run, in the order of {@link Run#scores}: one number for each is kept. */
@Internal
public final class NewScores {

    private static final Score MISSING = new Score.Unscored(Score.Reason.ERROR, "it has no score");

    /** The rewards; NaN for those without one. */
    private final Numbers rewards = new Numbers();

    private int perfect;
    private int zero;
    private int unscored;
    private @Nullable Episode best;
    private @Nullable Episode worst;

    private int tasks;
    private double sum;
    private double squares;
    private double products;
    private double squaredCounts;
    private String task = "";
    private double sumOfTask;
    private int countOfTask;

    /** Adds the next episode with its new score. */
    public void add(Episode episode) {
        if (!episode.scored()) {
            rewards.add(Double.NaN);
            unscored++;
            return;
        }
        double reward = episode.reward();
        rewards.add(reward);
        perfect += reward >= KeyMetrics.PERFECT ? 1 : 0;
        zero += reward == 0 ? 1 : 0;
        best = best == null || reward > best.reward() ? episode : best;
        worst = worst == null || reward < worst.reward() ? episode : worst;
        if (countOfTask > 0 && !task.equals(episode.task())) {
            endTask();
        }
        task = episode.task();
        sumOfTask += reward;
        countOfTask++;
    }

    private void endTask() {
        tasks++;
        sum += sumOfTask;
        squares += sumOfTask * sumOfTask;
        products += sumOfTask * countOfTask;
        squaredCounts += (double) countOfTask * countOfTask;
        sumOfTask = 0;
        countOfTask = 0;
    }

    /** How many episodes there are. */
    public int episodes() {
        return rewards.size();
    }

    /**
     * The run with these scores, once all are added.
     *
     * @param info what it is called
     * @param run the run that the episodes are of
     */
    public Side side(RunInfo info, Run run) {
        if (countOfTask > 0) {
            endTask();
        }
        MeanEstimate mean = MeanEstimate.of(new MeanEstimate.Sums(
                tasks, rewards.size() - unscored, unscored, sum, squares, products, squaredCounts));
        KeyMetrics before = run.metrics();
        KeyMetrics metrics = new KeyMetrics(
                before.episodes(),
                before.tasks(),
                mean.mean(),
                before.completed(),
                before.truncated(),
                perfect,
                zero,
                before.averageSteps(),
                before.errorRate(),
                unscored,
                Optional.ofNullable(best),
                Optional.ofNullable(worst));
        Optional<Interval> range = best == null || worst == null
                ? Optional.empty()
                : Optional.of(new Interval(worst.reward(), best.reward()));
        return new Side(info, metrics, mean, range, null, () -> rescored(run));
    }

    private Stream<Episode> rescored(Run run) {
        int[] place = new int[1]; // the stream is read in order, by one thread
        return run.scores().map(episode -> {
            double reward = rewards.get(place[0]++);
            return episode.withScore(Double.isNaN(reward) ? MISSING : new Score.Scored(RewardResult.of(reward)));
        });
    }
}
