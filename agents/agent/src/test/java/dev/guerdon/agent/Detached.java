package dev.guerdon.agent;

import dev.guerdon.agent.spi.RolloutListener;
import dev.guerdon.agent.spi.RolloutPlan;
import dev.guerdon.api.Task;
import dev.guerdon.api.agent.RolloutScope;
import dev.guerdon.core.ResourcePools;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** A rollout scope for tests that need no more of it than that it is one. */
public final class Detached {

    private Detached() {}

    public static RolloutScope scope() {
        return scope("t", 0);
    }

    public static RolloutScope scope(String task, int repeat) {
        try (ResourcePools resources = new ResourcePools(Duration.ofSeconds(1))) {
            RolloutPlan plan = RolloutPlan.of(Task.of(task, "", Map.of()), repeat, 1);
            return new LiveRollout(
                    Fixture.setup(
                            rollout -> {
                                throw new AssertionError();
                            },
                            Fixture.script()),
                    plan,
                    List.of(),
                    resources.rollout(plan.id(), task, Map.of()),
                    new RolloutListener() {});
        }
    }
}
