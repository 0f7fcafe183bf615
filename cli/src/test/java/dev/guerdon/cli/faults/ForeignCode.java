package dev.guerdon.cli.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.api.Sample;
import dev.guerdon.api.Score;
import dev.guerdon.core.Registry;
import dev.guerdon.core.ScoreJob;
import dev.guerdon.core.Scorer;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/** A score job whose rewards throw, return nonsense, print, and interrupt themselves, many times in each step. */
final class ForeignCode implements Scenario {

    private final List<Act> acts;
    private final int most;
    private final int oneIn;
    private final Duration deadline;

    private ForeignCode(List<Act> acts, int most, int oneIn, Duration deadline) {
        this.acts = acts;
        this.most = most;
        this.oneIn = oneIn;
        this.deadline = deadline;
    }

    /** Many acts that take no time; there is no deadline, as in a library's own scorer. */
    static Scenario quick() {
        return new ForeignCode(Acts.quick(), 1500, 2, Duration.ZERO);
    }

    /** A few acts that take much memory. */
    static Scenario large() {
        return new ForeignCode(Acts.large(), 120, 20, Duration.ofSeconds(20));
    }

    /** A few acts that never end, or not before their step does. */
    static Scenario endless() {
        return new ForeignCode(EndlessActs.all(), 150, 20, Duration.ofSeconds(3));
    }

    @Override
    public void step(Chaos chaos, Path folder) throws IOException {
        CountDownLatch release = new CountDownLatch(1);
        try {
            Registry registry = new Registry();
            registry.rewards(new ForeignRewards(acts, release));
            Lines lines = Lines.random(
                    chaos, acts, chaos.between(1, most), oneIn, chaos.oneIn(4) ? chaos.below(4000) : chaos.below(40));
            boolean waits = chaos.oneIn(3);
            List<String> rewards = chaos.oneIn(3)
                    ? List.of(waits ? "foreign_wait" : "foreign", "honest")
                    : List.of(waits ? "foreign_wait" : "foreign");
            try (Scorer scorer = Scorer.builder()
                    .threads(chaos.between(1, 4))
                    .waitingAtOnce(chaos.between(1, 64))
                    .deadline(deadline)
                    .build()) {
                String faulty = run(registry, rewards, scorer, lines);
                String honest = run(registry, rewards, scorer, lines.withoutFaults());
                lines.check(rewards, faulty, honest);
                if (chaos.oneIn(3)) {
                    checkLibrary(registry, rewards.getFirst(), scorer, lines, chaos.oneIn(2));
                }
                release.countDown();
                awaitNoneStuck(scorer);
            }
        } finally {
            release.countDown();
        }
    }

    private static String run(Registry registry, List<String> rewards, Scorer scorer, Lines lines) throws IOException {
        ScoreJob job = new ScoreJob(
                rewards.stream().map(registry::reward).toList(),
                scorer,
                null,
                Long.MAX_VALUE,
                new ScoreJob.Listener() {});
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ScoreJob.Progress done =
                job.run(new ByteArrayInputStream(lines.bytes()), out, ScoreJob.Progress.none(rewards.size()));
        assertThat(done.lines()).as("lines counted").isEqualTo(lines.acts().size());
        assertThat(done.outputBytes()).as("bytes counted").isEqualTo(out.size());
        return out.toString(StandardCharsets.UTF_8);
    }

    /** The same samples, as a program gives them to the scorer itself. */
    private static void checkLibrary(Registry registry, String reward, Scorer scorer, Lines lines, boolean stream) {
        List<Sample> samples = new ArrayList<>();
        for (int i = 0; i < lines.acts().size(); i++) {
            Act act = lines.acts().get(i);
            samples.add(Sample.of("" + i, "", List.of(), Map.of("number", i, "act", act == null ? "" : act.name())));
        }
        List<Score> scores = new ArrayList<>();
        if (stream) {
            scorer.stream(registry.reward(reward), samples.iterator(), (sample, score) -> scores.add(score));
        } else {
            scores.addAll(scorer.scoreAll(registry.reward(reward), samples));
        }
        assertThat(scores).as("scores of a program").hasSize(samples.size());
        for (int i = 0; i < scores.size(); i++) {
            Act act = lines.acts().get(i);
            Act.Expected expected = act == null ? Act.Expected.HONEST : act.expected();
            String what = act == null ? "a sample that was not hit" : act.name();
            switch (scores.get(i)) {
                case Score.Scored scored -> {
                    assertThat(expected).as(what).isNotEqualTo(Act.Expected.UNSCORED);
                    if (expected == Act.Expected.HONEST) {
                        assertThat(scored.result().reward()).as(what).isEqualTo(i % 7 / 7.0);
                    }
                }
                case Score.Unscored unscored ->
                    assertThat(expected)
                            .as("%s is unscored: %s", what, unscored)
                            .isNotEqualTo(Act.Expected.HONEST);
            }
        }
    }

    /** What was given up comes back once the step lets it; the count of it must then be zero. */
    private static void awaitNoneStuck(Scorer scorer) {
        for (int i = 0; i < 6000 && scorer.stuckCalls() > 0; i++) {
            java.util.concurrent.locks.LockSupport.parkNanos(10_000_000);
        }
        assertThat(scorer.stuckCalls())
                .as("calls counted as stuck that have come back")
                .isZero();
    }
}
