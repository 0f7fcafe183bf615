package dev.guerdon.core;

import dev.guerdon.api.Score;
import dev.guerdon.base.JsonBuffer;
import dev.guerdon.core.boundary.Fault;
import dev.guerdon.core.engine.Gathering;
import dev.guerdon.core.engine.NoScore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.stream.IntStream;

/** The calls of a batch that wait, or that worker processes make. One that is stopped is decided at once. */
final class BesideCalls {
    private final LineBatches.Batch batch;
    private final Scorer scorer;
    private final List<RewardEntry> rewards;
    private final Gathering gathering;
    private final Duration deadline;
    private final int perLine;
    private final AtomicReferenceArray<Score> scores;
    private final AtomicIntegerArray open;

    BesideCalls(LineBatches.Batch batch, Scorer scorer) {
        this.scorer = scorer;
        this.batch = batch;
        this.rewards = batch.rewards();
        this.gathering = batch.gathering();
        this.deadline = batch.deadline();
        this.perLine = batch.perSample();
        this.scores = new AtomicReferenceArray<>(batch.size() * perLine);
        int[] all = new int[batch.size()];
        Arrays.fill(all, perLine);
        this.open = new AtomicIntegerArray(all);
    }

    /** Starts the calls, as many at once as there are places for. */
    void feed() {
        try {
            int[] readable = IntStream.range(0, batch.size())
                    .filter(this::decideUnreadable)
                    .toArray();
            List<RewardEntry> here = new ArrayList<>();
            List<RewardEntry> elsewhere = new ArrayList<>();
            rewards.forEach(each -> (scorer.isIsolated(each) ? elsewhere : here).add(each));
            if (!elsewhere.isEmpty()) {
                Objects.requireNonNull(scorer.isolated())
                        .score(elsewhere, readable, renumbered(elsewhere), gathering::awaitRoom);
            }
            for (int line : readable) {
                for (RewardEntry reward : here) {
                    if (!wanted()) {
                        return;
                    }
                    gathering.awaitRoom();
                    int index = rewards.indexOf(reward);
                    var unused = scorer.start(reward, batch.decode(line), deadline)
                            .thenAccept(score -> decide(line, index, score));
                }
            }
        } catch (Throwable e) {
            stop(new Score.Unscored(
                    Score.Reason.ERROR,
                    "the batch could not be scored: " + Fault.of(e).text()));
        }
    }

    /** Decides a line that is no sample; true where it is one. */
    private boolean decideUnreadable(int line) {
        try {
            var unused = batch.decode(line);
            return true;
        } catch (Throwable e) {
            for (int reward = 0; reward < perLine; reward++) {
                decide(line, reward, LineBatches.Batch.unreadable(line, e));
            }
            return false;
        }
    }

    /** The same, for some of the rewards, which have numbers of their own. */
    private IsolatedRewards.Lines renumbered(List<RewardEntry> some) {
        int[] numbers = some.stream().mapToInt(rewards::indexOf).toArray();
        return new IsolatedRewards.Lines() {
            @Override
            public byte[] bytes() {
                return batch.bytes();
            }

            @Override
            public int start(int line) {
                return batch.start(line);
            }

            @Override
            public int end(int line) {
                return batch.end(line);
            }

            @Override
            public long deadlineNanos() {
                return wanted() ? deadline.toNanos() : 1;
            }

            @Override
            public boolean wanted() {
                return BesideCalls.this.wanted();
            }

            @Override
            public Score late(RewardEntry reward) {
                return NoScore.late(reward.name(), deadline);
            }

            @Override
            public void decide(int line, int reward, Score score) {
                BesideCalls.this.decide(line, numbers[reward], score);
            }
        };
    }

    private boolean wanted() {
        return batch.isWanted();
    }

    void stop(Score why) {
        for (int call = 0; call < scores.length(); call++) {
            decide(call / perLine, call % perLine, why);
        }
    }

    private void decide(int line, int reward, Score score) {
        if (scores.compareAndSet(line * perLine + reward, null, score) && open.decrementAndGet(line) == 0) {
            JsonBuffer out = new JsonBuffer(256);
            batch.write(
                    out,
                    line,
                    null,
                    IntStream.range(line * perLine, (line + 1) * perLine)
                            .mapToObj(scores::get)
                            .toList());
            gathering.addSoon(out, 1);
        }
    }
}
