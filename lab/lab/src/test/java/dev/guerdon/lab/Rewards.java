package dev.guerdon.lab;

import dev.guerdon.api.RewardResult;
import dev.guerdon.api.Score;
import dev.guerdon.api.Trajectory.FinishReason;
import dev.guerdon.api.agent.Usage;
import dev.guerdon.lab.spi.Comparison;
import dev.guerdon.lab.spi.Episode;
import dev.guerdon.lab.spi.RunInfo;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Runs of which only the rewards matter. */
final class Rewards {

    private final String name;
    private final List<Episode> episodes = new ArrayList<>();
    private String suite = "made-up";
    private Map<String, String> settings = Map.of();
    private RunInfo.Status status = RunInfo.Status.COMPLETE;

    Rewards(String name) {
        this.name = name;
    }

    /** Adds a task with the rewards of its repeats. */
    Rewards task(String task, double... rewards) {
        return in("", task, rewards);
    }

    Rewards in(String domain, String task, double... rewards) {
        for (int repeat = 0; repeat < rewards.length; repeat++) {
            add(domain, task, repeat, new Score.Scored(RewardResult.of(rewards[repeat])));
        }
        return this;
    }

    Rewards unscored(String task) {
        return add("", task, 0, new Score.Unscored(Score.Reason.ERROR, "it broke"));
    }

    Rewards add(String domain, String task, int repeat, Score score) {
        episodes.add(new Episode(
                task,
                repeat,
                7,
                domain,
                "",
                score,
                new Episode.Ending(FinishReason.TERMINAL, true, "an answer", ""),
                new Episode.Effort(3, Usage.NONE, Instant.EPOCH, Duration.ofSeconds(1))));
        return this;
    }

    Rewards suite(String name) {
        suite = name;
        return this;
    }

    Rewards settings(Map<String, String> given) {
        settings = given;
        return this;
    }

    Rewards status(RunInfo.Status given) {
        status = given;
        return this;
    }

    Comparison.Source source() {
        return new Comparison.Source(
                new RunInfo(
                        name,
                        "",
                        new RunInfo.Setup(
                                suite,
                                "tools",
                                "policy:nobody",
                                "qa_f1_reward",
                                settings,
                                episodes.stream().map(Episode::task).distinct().toList(),
                                1,
                                7,
                                10),
                        new RunInfo.Progress(status, Instant.EPOCH, Optional.empty(), 0),
                        new RunInfo.Origin(
                                "abc",
                                false,
                                Map.of("java", "25", "options", Map.of("x", name), "machine", Map.of("cores", 2)))),
                episodes);
    }
}
