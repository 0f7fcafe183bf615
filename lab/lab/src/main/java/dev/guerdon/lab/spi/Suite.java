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

    /** All tasks of all parts. */
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

        /** The part with other options for its environment. */
        public Part withEnvironmentOptions(Map<String, String> options) {
            return new Part(name, environment, options, agent, model, tools, settings, reward, limits, tasks);
        }

        /** The part with other settings of its agent. */
        public Part withSettings(Map<String, String> others) {
            return new Part(name, environment, environmentOptions, agent, model, tools, others, reward, limits, tasks);
        }

        /** The part with other tools. */
        public Part withTools(List<String> others) {
            return new Part(
                    name, environment, environmentOptions, agent, model, others, settings, reward, limits, tasks);
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

    /** Some tasks out of many, as {@code --tasks} names them: places from 0 such as {@code 0-9,12}, or ids. */
    public static final class TaskSelection {

        private static final Pattern PLACES = Pattern.compile("(\\d{1,9})(?:-(\\d{1,9}))?");

        private TaskSelection() {}

        /**
         * The chosen tasks in the order in which they are named, each once.
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
