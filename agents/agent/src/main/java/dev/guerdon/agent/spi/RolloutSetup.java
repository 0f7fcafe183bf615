package dev.guerdon.agent.spi;

import dev.guerdon.api.Experimental;
import dev.guerdon.api.Score;
import dev.guerdon.api.UnscoredException;
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

    /** Returns a builder of a setup without tools, options and artifacts, whose rollouts have one turn. */
    public static Builder builder(Registry registry, Agent agent, Model model) {
        return new Builder(registry, agent, model);
    }

    /** Returns a builder with the values of this setup. */
    public Builder toBuilder() {
        return builder(registry, agent, model)
                .rewards(rewards)
                .tools(tools)
                .environmentOptions(environmentOptions)
                .limits(limits)
                .artifacts(artifacts);
    }

    /** Builder of a setup. */
    public static final class Builder {

        private final Registry registry;
        private final Model model;
        private Agent agent;
        private Rewards rewards = new Rewards(
                RewardEntry.of("no_reward", sample -> {
                    throw new UnscoredException(Score.Reason.ERROR, "no reward was named; set one with reward(...)");
                }),
                List.of());
        private List<String> tools = List.of();
        private Map<String, String> environmentOptions = Map.of();
        private RolloutLimits limits = RolloutLimits.turns(1);
        private Function<RolloutPlan, Optional<Path>> artifacts = plan -> Optional.empty();

        private Builder(Registry registry, Agent agent, Model model) {
            this.registry = registry;
            this.agent = agent;
            this.model = model;
        }

        /** Sets the agent. */
        public Builder agent(Agent other) {
            agent = other;
            return this;
        }

        /** Sets the reward that scores each rollout. */
        public Builder reward(RewardEntry entry) {
            return rewards(new Rewards(entry, List.of()));
        }

        /** Sets the reward that scores each rollout, and secondary ones. */
        public Builder rewards(Rewards all) {
            rewards = all;
            return this;
        }

        /** Sets the names of the tools that are offered. */
        public Builder tools(List<String> names) {
            tools = List.copyOf(names);
            return this;
        }

        /** Sets the options for the environment. */
        public Builder environmentOptions(Map<String, String> options) {
            environmentOptions = options;
            return this;
        }

        /** Sets what each rollout may use. */
        public Builder limits(RolloutLimits value) {
            limits = value;
            return this;
        }

        /** Sets where the artifacts of each rollout are kept. */
        public Builder artifacts(Function<RolloutPlan, Optional<Path>> folders) {
            artifacts = folders;
            return this;
        }

        /** Returns the setup. */
        public RolloutSetup build() {
            return new RolloutSetup(registry, agent, model, rewards, tools, environmentOptions, limits, artifacts);
        }
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

        /** Returns rewards of which the first is the rollout's and the others are secondary. */
        public static Rewards of(List<RewardEntry> rewards) {
            return new Rewards(rewards.getFirst(), rewards.subList(1, rewards.size()));
        }
    }
}
