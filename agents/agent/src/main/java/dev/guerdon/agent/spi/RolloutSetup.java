package dev.guerdon.agent.spi;

import dev.guerdon.api.Experimental;
import dev.guerdon.api.agent.Agent;
import dev.guerdon.api.agent.Model;
import dev.guerdon.core.Registry;
import dev.guerdon.core.RewardEntry;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Setup that all rollouts of a job share.
 *
 * @param agent the agent
 * @param model the model
 * @param rewards the reward that scores each rollout, and others whose scores are kept beside its own
 * @param tools names of the tools that are offered
 * @param environmentOptions options for the environment
 * @param limits what each rollout may use
 * @param artifacts the folder of each rollout's artifacts, where they are kept
 */
@Experimental
public record RolloutSetup(
        Registry registry,
        Agent agent,
        Model model,
        Rewards rewards,
        List<String> tools,
        Map<String, String> environmentOptions,
        RolloutLimits limits,
        Function<RolloutPlan, Optional<Path>> artifacts) {

    /** A setup with one reward. */
    public RolloutSetup(
            Registry registry,
            Agent agent,
            Model model,
            RewardEntry reward,
            List<String> tools,
            Map<String, String> environmentOptions,
            RolloutLimits limits,
            Function<RolloutPlan, Optional<Path>> artifacts) {
        this(registry, agent, model, new Rewards(reward, List.of()), tools, environmentOptions, limits, artifacts);
    }

    /**
     * Rewards that score a rollout.
     *
     * @param deciding its score is the rollout's
     * @param beside their scores are extras of the rollout's score
     */
    public record Rewards(RewardEntry deciding, List<RewardEntry> beside) {

        public Rewards {
            beside = List.copyOf(beside);
        }

        /** The first decides, and the others are kept beside it. */
        public static Rewards of(List<RewardEntry> rewards) {
            return new Rewards(rewards.getFirst(), rewards.subList(1, rewards.size()));
        }
    }
}
