package dev.guerdon.agent.spi;

import dev.guerdon.api.Experimental;
import dev.guerdon.core.Registry;
import dev.guerdon.core.RewardEntry;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * What all rollouts of a job share.
 *
 * @param agent the agent
 * @param model the model
 * @param reward the reward that scores each rollout
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
        RewardEntry reward,
        List<String> tools,
        Map<String, String> environmentOptions,
        RolloutLimits limits,
        Function<RolloutPlan, Optional<Path>> artifacts) {}
