package dev.guerdon.lab.session;

import dev.guerdon.api.RewardResult;
import dev.guerdon.api.Score;
import dev.guerdon.api.Trajectory.FinishReason;
import dev.guerdon.api.agent.Usage;
import dev.guerdon.lab.spi.Diagnosis;
import dev.guerdon.lab.spi.Episode;
import dev.guerdon.lab.spi.Finding;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Consumer;

/** A bench without an agent: rewards are a function of the values, the task and the seed. */
final class SimulatedBench implements CandidateRunner {

    /** The reward of an episode; empty where it has none. */
    interface Reward {
        OptionalDouble of(Map<String, String> values, String task, int repeat, long seed);
    }

    final List<String> ran = new ArrayList<>();
    final List<String> diagnosed = new ArrayList<>();
    private final Reward reward;
    /** The cause of loss that the diagnosis finds; empty for no diagnosis. */
    String cause = "";

    /** After so many episodes the process is "killed". */
    int killAfter = Integer.MAX_VALUE;

    /** What each episode costs. */
    Usage usage = Usage.NONE;

    static final class Killed extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    SimulatedBench(Reward reward) {
        this.reward = reward;
    }

    static SimulatedBench of(java.util.function.ToDoubleBiFunction<Map<String, String>, String> reward) {
        return new SimulatedBench(
                (values, task, repeat, seed) -> OptionalDouble.of(reward.applyAsDouble(values, task)));
    }

    @Override
    public void run(Order order, Consumer<Episode> done) {
        for (String task : order.tasks()) {
            for (int repeat = 0; repeat < order.repeat(); repeat++) {
                if (ran.size() >= killAfter) {
                    throw new Killed();
                }
                ran.add(order.state() + "/" + task + "/" + repeat + "/" + order.seed());
                done.accept(episode(order, task, repeat));
            }
        }
    }

    private Episode episode(Order order, String task, int repeat) {
        OptionalDouble value = reward.of(order.values(), task, repeat, order.seed());
        Score score = value.isPresent()
                ? new Score.Scored(RewardResult.of(value.getAsDouble()))
                : new Score.Unscored(Score.Reason.RESOURCE, "the environment was lost");
        return new Episode(
                task,
                repeat,
                order.seed(),
                "",
                "gold of " + task,
                score,
                new Episode.Ending(FinishReason.TERMINAL, true, "", ""),
                new Episode.Effort(1, usage, Instant.EPOCH, Duration.ofMillis(10)));
    }

    @Override
    public Diagnosis diagnose(String state, Map<String, String> values, List<String> tasks) {
        diagnosed.addAll(tasks);
        List<Diagnosis.Diagnosed> lost = new ArrayList<>();
        double total = 0;
        for (String task : tasks) {
            OptionalDouble got = reward.of(values, task, 0, 1);
            if (!cause.isEmpty() && got.orElse(0) < 1) {
                Finding finding = new Finding(cause, "It was lost.", 0.9, List.of(), Optional.empty());
                Episode episode = episode(new Order(state, values, tasks, 1, 1, ""), task, 0);
                lost.add(new Diagnosis.Diagnosed(episode, 1 - got.orElse(0), finding, List.of()));
                total += 1 - got.orElse(0);
            }
        }
        List<Diagnosis.Total> totals =
                lost.isEmpty() ? List.of() : List.of(new Diagnosis.Total(cause, lost.size(), total, total, ""));
        return new Diagnosis("", lost, totals, lost.size());
    }
}
