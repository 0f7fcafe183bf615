package dev.guerdon.agent;

import dev.guerdon.agent.spi.Rollout;
import dev.guerdon.agent.spi.RolloutLimits;
import dev.guerdon.agent.spi.RolloutSetup;
import dev.guerdon.api.Experimental;
import dev.guerdon.api.Score;
import dev.guerdon.api.Task;
import dev.guerdon.api.UnscoredException;
import dev.guerdon.api.agent.Agent;
import dev.guerdon.api.agent.Model;
import dev.guerdon.core.Registry;
import dev.guerdon.core.RewardEntry;
import java.util.List;
import java.util.Map;
import java.util.Optional;

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

    /** A runner with the default agent, no tools and no reward. */
    public static AgentRunner of(Registry registry, Model model) {
        return new AgentRunner(new RolloutSetup(
                registry,
                AgentCatalogue.create(LoopKind.TOOLS, Map.of()),
                model,
                RewardEntry.of("no_reward", sample -> {
                    throw new UnscoredException(
                            Score.Reason.ERROR, "no reward was named; name one with AgentRunner.reward");
                }),
                List.of(),
                Map.of(),
                RolloutLimits.turns(1),
                plan -> Optional.empty()));
    }

    public AgentRunner agent(Agent agent) {
        return with(agent, setup.rewards(), setup.tools(), setup.limits());
    }

    /** The reward that scores each rollout, by name. */
    public AgentRunner reward(String name) {
        return with(
                setup.agent(),
                new RolloutSetup.Rewards(setup.registry().reward(name), List.of()),
                setup.tools(),
                setup.limits());
    }

    /** The tools that are offered, by name. */
    public AgentRunner tools(String... names) {
        List.of(names).forEach(setup.registry()::tool); // a wrong name is reported here, and not at the first rollout
        return with(setup.agent(), setup.rewards(), List.of(names), setup.limits());
    }

    /** Returns what each rollout may use; the turns given to {@code run} go before those of the limits. */
    public AgentRunner limits(RolloutLimits limits) {
        return with(setup.agent(), setup.rewards(), setup.tools(), limits);
    }

    private AgentRunner with(Agent agent, RolloutSetup.Rewards rewards, List<String> tools, RolloutLimits limits) {
        return new AgentRunner(new RolloutSetup(
                setup.registry(),
                agent,
                setup.model(),
                rewards,
                tools,
                setup.environmentOptions(),
                limits,
                setup.artifacts()));
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
        RolloutSetup limited = with(
                        setup.agent(),
                        setup.rewards(),
                        setup.tools(),
                        new RolloutLimits(maxTurns, limits.tokens(), limits.usd(), limits.time()))
                .setup;
        return RolloutEngine.run(limited, tasks, repeat, parallel, 0);
    }
}
