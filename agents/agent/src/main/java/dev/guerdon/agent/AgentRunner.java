package dev.guerdon.agent;

import dev.guerdon.agent.spi.Rollout;
import dev.guerdon.agent.spi.RolloutLimits;
import dev.guerdon.agent.spi.RolloutSetup;
import dev.guerdon.api.Experimental;
import dev.guerdon.api.Task;
import dev.guerdon.api.agent.Agent;
import dev.guerdon.api.agent.Model;
import dev.guerdon.core.Registry;
import java.util.List;
import java.util.Map;

/**
 * Runs an agent from a program: a model, some tools, a reward, and a task.
 *
 * <p>Immutable: each method gives a runner that differs in one thing. {@link RolloutEngine} has everything that can be set.
 */
@Experimental
public final class AgentRunner {

    private final RolloutSetup setup;

    private AgentRunner(RolloutSetup setup) {
        this.setup = setup;
    }

    /** Returns a runner with the default agent, no tools and no reward. */
    public static AgentRunner of(Registry registry, Model model) {
        return new AgentRunner(RolloutSetup.builder(registry, AgentCatalogue.create(LoopKind.TOOLS, Map.of()), model)
                .build());
    }

    /** Returns a runner with another agent. */
    public AgentRunner agent(Agent agent) {
        return new AgentRunner(setup.toBuilder().agent(agent).build());
    }

    /** Returns a runner with a reward, by name, that scores each rollout. */
    public AgentRunner reward(String name) {
        return new AgentRunner(
                setup.toBuilder().reward(setup.registry().reward(name)).build());
    }

    /** Returns a runner that offers these tools, by name. */
    public AgentRunner tools(String... names) {
        List.of(names).forEach(setup.registry()::tool); // a wrong name is reported here, and not at the first rollout
        return new AgentRunner(setup.toBuilder().tools(List.of(names)).build());
    }

    /** Returns a runner whose rollouts may use no more than this; the turns given to {@code run} replace those of the limits. */
    public AgentRunner limits(RolloutLimits limits) {
        return new AgentRunner(setup.toBuilder().limits(limits).build());
    }

    /** Runs one rollout to its end and scores it. */
    public Rollout run(Task task, int maxTurns) {
        return run(List.of(task), maxTurns, 1, 1).getFirst();
    }

    /**
     * Runs every task some times.
     *
     * @param maxTurns how many turns each rollout has
     * @param repeat how many rollouts of each task: a group
     * @param parallel how many at once
     */
    public List<Rollout> run(List<Task> tasks, int maxTurns, int repeat, int parallel) {
        RolloutLimits limits = setup.limits();
        RolloutLimits limited = new RolloutLimits(maxTurns, limits.tokens(), limits.usd(), limits.time());
        return RolloutEngine.run(setup.toBuilder().limits(limited).build(), tasks, repeat, parallel, 0);
    }
}
