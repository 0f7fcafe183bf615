package dev.guerdon.lab.diagnose;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import dev.guerdon.api.Task;
import dev.guerdon.core.Registry;
import dev.guerdon.core.RewardEntry;
import dev.guerdon.lab.spi.Episode;
import dev.guerdon.lab.spi.Run;
import dev.guerdon.lab.spi.Suite;
import dev.guerdon.lab.suite.SuiteCodec;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The reward that scored each episode of a run: one for all, or, where the suite has several parts, that of its part. */
@Internal
public final class RunRewards {

    private final Optional<RewardEntry> one;
    private final Map<String, RewardEntry> byTask = new HashMap<>();

    public RunRewards(Registry registry, Run run) {
        one = find(registry, run.info().reward());
        if (one.isEmpty()) {
            readParts(registry, run);
        }
    }

    private void readParts(Registry registry, Run run) {
        Suite suite;
        try {
            suite = SuiteCodec.read(run.folder());
        } catch (GuerdonException none) {
            // The run may come from elsewhere; what happened in it can be read all the same.
            return;
        }
        for (Suite.Part part : suite.parts()) {
            find(registry, part.decidingReward()).ifPresent(reward -> {
                for (Task task : part.tasks()) {
                    byTask.put(task.id(), reward);
                }
            });
        }
    }

    /** The reward of an episode, where it is known here. */
    public Optional<RewardEntry> of(Episode episode) {
        return one.or(() -> Optional.ofNullable(byTask.get(episode.task())));
    }

    private static Optional<RewardEntry> find(Registry registry, String name) {
        try {
            return Optional.of(registry.reward(name));
        } catch (GuerdonException unknown) {
            return Optional.empty();
        }
    }
}
