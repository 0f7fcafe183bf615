package dev.guerdon.lab.spi;

import dev.guerdon.agent.spi.RolloutLimits;
import dev.guerdon.api.Experimental;
import dev.guerdon.api.Task;
import dev.guerdon.core.Registry;
import dev.guerdon.core.RewardEntry;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Tasks, and how they are to be run and scored. A suite of several environments has several parts.
 *
 * @param name the name after {@code guerdon run}
 * @param description one line
 * @param parts tasks that share their environment, agent and reward
 */
@Experimental
public record Suite(String name, String description, List<Part> parts) {

    public Suite {
        parts = List.copyOf(parts);
    }

    /** All tasks of all parts. */
    public List<Task> tasks() {
        return parts.stream().flatMap(part -> part.tasks().stream()).toList();
    }

    /**
     * Tasks that share how they are run.
     *
     * @param name names the part, and is the domain of tasks that name none
     * @param environment the environment's name, empty where there is none
     * @param environmentOptions options for it
     * @param agent the agent's kind
     * @param model the model's spec where the user names none
     * @param tools the tools that are offered
     * @param settings the agent's settings
     * @param reward the reward's name; or several names, split by commas, of which the first decides
     * @param limits what each rollout may use
     * @param tasks the tasks
     */
    public record Part(
            String name,
            String environment,
            Map<String, String> environmentOptions,
            String agent,
            String model,
            List<String> tools,
            Map<String, String> settings,
            String reward,
            RolloutLimits limits,
            List<Task> tasks) {

        public Part {
            environmentOptions = Collections.unmodifiableMap(new LinkedHashMap<>(environmentOptions));
            settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
            tools = List.copyOf(tools);
            tasks = List.copyOf(tasks);
        }

        /** The part with other options for its environment. */
        public Part withEnvironmentOptions(Map<String, String> options) {
            return new Part(name, environment, options, agent, model, tools, settings, reward, limits, tasks);
        }

        /** The name of the reward that decides. */
        public String decidingReward() {
            return Registry.rewardNamesIn(reward).getFirst();
        }

        /** The labels of the rewards whose scores are kept beside the one that decides. */
        public List<String> besideRewards() {
            return Registry.rewardNamesIn(reward).stream()
                    .skip(1)
                    .map(RewardEntry::labelOf)
                    .toList();
        }
    }
}
