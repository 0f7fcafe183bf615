package dev.guerdon.lab.spi;

import dev.guerdon.agent.spi.RolloutLimits;
import dev.guerdon.api.Experimental;
import dev.guerdon.api.Task;
import dev.guerdon.core.Registry;
import dev.guerdon.core.RewardEntry;
import dev.guerdon.core.base.NameRules;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

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

    /** Returns all tasks of all parts. */
    public List<Task> tasks() {
        return parts.stream().flatMap(part -> part.tasks().stream()).toList();
    }

    /**
     * Tasks that share how they are run.
     *
     * @param name names the part, and is the domain of tasks that name none
     * @param environment the environment's name, empty if there is none
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

        /** Returns the part with other options for its environment. */
        public Part withEnvironmentOptions(Map<String, String> options) {
            return toBuilder().environment(environment, options).build();
        }

        /** Returns the part with other settings of its agent. */
        public Part withSettings(Map<String, String> others) {
            return toBuilder().settings(others).build();
        }

        /** Returns the part with other tools. */
        public Part withTools(List<String> others) {
            return toBuilder().tools(others).build();
        }

        /**
         * Returns a builder of a part without environment, tools and settings, whose agent is {@code tools} and has one turn.
         *
         * @param name the part's name
         * @param reward the reward's name; or several names, split by commas, of which the first decides
         * @param tasks the tasks
         */
        public static Builder builder(String name, String reward, List<Task> tasks) {
            return new Builder(name, reward, tasks);
        }

        /** Returns a builder with the values of this part. */
        public Builder toBuilder() {
            return builder(name, reward, tasks)
                    .environment(environment, environmentOptions)
                    .agent(agent)
                    .model(model)
                    .tools(tools)
                    .settings(settings)
                    .limits(limits);
        }

        /** Builder of a part. */
        public static final class Builder {

            private final String name;
            private String reward;
            private List<Task> tasks;
            private String environment = "";
            private Map<String, String> environmentOptions = Map.of();
            private String agent = "tools";
            private String model = "";
            private List<String> tools = List.of();
            private Map<String, String> settings = Map.of();
            private RolloutLimits limits = RolloutLimits.turns(1);

            private Builder(String name, String reward, List<Task> tasks) {
                this.name = name;
                this.reward = reward;
                this.tasks = tasks;
            }

            /** Sets the name of the environment, and the options for it. */
            public Builder environment(String environmentName, Map<String, String> options) {
                environment = environmentName;
                environmentOptions = options;
                return this;
            }

            /** Sets the agent's kind. */
            public Builder agent(String kind) {
                agent = kind;
                return this;
            }

            /** Sets the model's spec. */
            public Builder model(String spec) {
                model = spec;
                return this;
            }

            /** Sets the names of the tools that are offered. */
            public Builder tools(List<String> names) {
                tools = names;
                return this;
            }

            /** Sets the agent's settings. */
            public Builder settings(Map<String, String> values) {
                settings = values;
                return this;
            }

            /** Sets the reward's name, or several. */
            public Builder reward(String names) {
                reward = names;
                return this;
            }

            /** Sets what each rollout may use. */
            public Builder limits(RolloutLimits value) {
                limits = value;
                return this;
            }

            /** Sets the tasks. */
            public Builder tasks(List<Task> others) {
                tasks = others;
                return this;
            }

            /** Returns the part. */
            public Part build() {
                return new Part(
                        name, environment, environmentOptions, agent, model, tools, settings, reward, limits, tasks);
            }
        }

        /** Returns the name of the reward that decides. */
        public String decidingReward() {
            return Registry.rewardNamesIn(reward).getFirst();
        }

        /** Returns the labels of the rewards whose scores are kept beside the one that decides. */
        public List<String> besideRewards() {
            return Registry.rewardNamesIn(reward).stream()
                    .skip(1)
                    .map(RewardEntry::labelOf)
                    .toList();
        }
    }

    /** Some tasks out of many, as {@code --tasks} names them: places from 0 such as {@code 0-9,12}, or ids. */
    public static final class TaskSelection {

        private static final Pattern PLACES = Pattern.compile("(\\d{1,9})(?:-(\\d{1,9}))?");

        private TaskSelection() {}

        /**
         * Returns the chosen tasks in the order in which they are named, each once.
         *
         * @throws LabException for a place that is not there, or an id that no task has, with the nearest
         */
        public static List<Task> of(String selection, List<Task> tasks) {
            Set<Task> chosen = new LinkedHashSet<>();
            for (String item : selection.split(",", -1)) {
                String word = item.strip();
                Matcher places = PLACES.matcher(word);
                if (places.matches()) {
                    int first = Integer.parseInt(places.group(1));
                    int last = places.group(2) == null ? first : Integer.parseInt(places.group(2));
                    if (last < first || last >= tasks.size()) {
                        throw new LabException("expected places from 0 to " + (tasks.size() - 1)
                                + " for the tasks, found '" + word + "'");
                    }
                    chosen.addAll(tasks.subList(first, last + 1));
                } else {
                    chosen.add(byId(word, tasks));
                }
            }
            return List.copyOf(chosen);
        }

        public static Task byId(String id, List<Task> tasks) {
            return tasks.stream()
                    .filter(task -> task.id().equals(id))
                    .findFirst()
                    .orElseThrow(() -> unknown(id, tasks));
        }

        private static LabException unknown(String id, List<Task> tasks) {
            String hint = NameRules.didYouMean(id, tasks.stream().map(Task::id).toList());
            return new LabException("there is no task '" + id + "'"
                    + (hint.isEmpty() ? "; expected ids or places such as 0-9,12" : hint));
        }
    }
}
