package dev.guerdon.scienceworld;

import dev.guerdon.api.Context;
import dev.guerdon.api.EnvironmentProvider;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.ResourceSpec;
import dev.guerdon.api.Reward;
import dev.guerdon.api.Task;
import dev.guerdon.api.Tool;
import dev.guerdon.api.ToolOutcome;
import dev.guerdon.api.Trajectory;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One kind of laboratory as rollouts use it: the environment that tool, reward and policies share, and what they do with it.
 *
 * <p>The protocol is AgentFly's: the rollout's metadata names the task, the reward is 10 for a task solved and 0 otherwise, and play
 * goes on after a failure.
 */
final class LaboratoryKind {

    /** ScienceWorld; an environment takes a third of a MiB, and a thousand would keep any machine busy. */
    static final LaboratoryKind OFFICIAL =
            new LaboratoryKind(new ScienceworldProvider(JarLocation.ofThisProcess()), 1_000);

    static final LaboratoryKind MINILAB = new LaboratoryKind(new MinilabProvider(), 1_000);

    /** A steps-and-answers trajectory shorter than this cannot have done anything. */
    private static final int FEWEST_MESSAGES = 4;

    private final ResourceSpec<ScienceworldEnvironment> spec;

    /**
     * @param mostEnvironments how many may live at once
     */
    private LaboratoryKind(EnvironmentProvider provider, int mostEnvironments) {
        spec = ResourceSpec.local(provider.name(), ScienceworldEnvironment.class, mostEnvironments, () ->
                (ScienceworldEnvironment) provider.open(Map.of(EnvironmentProvider.COMPAT.name(), "true")));
    }

    String name() {
        return spec.name();
    }

    /** Returns the name of the tool that acts here. */
    String tool() {
        return spec.name() + "_explorer";
    }

    /** Returns the rollout's environment, reset to the rollout's task on first use. */
    ScienceworldEnvironment environment(Context context) {
        return context.acquire(
                spec,
                Context.Scope.GLOBAL,
                environment -> environment.reset(
                        new Task(context.rolloutId(), List.of(), context.metadata()), context.seed()));
    }

    /**
     * Performs an action; what goes wrong is told to the model. The episode ends once the task is solved, when no later step
     * could change the reward.
     */
    ToolOutcome act(String action, Context context) {
        try {
            ScienceworldEnvironment environment = environment(context);
            ToolOutcome outcome = ToolOutcome.of(environment.step(action));
            boolean solved = environment.bestScore() >= 1
                    && context.trajectory().messages().size() >= FEWEST_MESSAGES - 1;
            return new ToolOutcome(outcome.text(), outcome.reward(), solved, outcome.info());
        } catch (GuerdonException e) {
            return ToolOutcome.of("Error: " + e.getMessage());
        }
    }

    /** Returns the reward of a rollout, from the environment that its tools changed. */
    Map<String, @Nullable Object> reward(Trajectory trajectory, Context context) {
        Map<String, @Nullable Object> result = new LinkedHashMap<>();
        if (trajectory.messages().size() < FEWEST_MESSAGES) {
            result.put("reward", 0.0);
            result.put("acc", 0.0);
            result.put("output", "Not enough steps to get reward");
            return result;
        }
        double score = environment(context).bestScore();
        boolean solved = score >= 1;
        result.put("reward", solved ? 10.0 : 0.0);
        result.put("acc", solved ? 1.0 : 0.0);
        result.put("score", score);
        result.put("output", solved ? "Task completed" : "Task not completed");
        return result;
    }

    /** Returns the same reward between 0 and 1, so that it can be averaged with those of other environments. */
    Map<String, @Nullable Object> solved(Trajectory trajectory, Context context) {
        Map<String, @Nullable Object> result = reward(trajectory, context);
        result.put("reward", result.get("acc"));
        result.remove("acc");
        return result;
    }

    /** Creates the tool and the reward of {@code minilab}. */
    @Reward.Family("environments")
    static final class MinilabFunctions {

        private final LaboratoryKind laboratory;

        MinilabFunctions(LaboratoryKind laboratory) {
            this.laboratory = laboratory;
        }

        @Tool(value = "minilab_explorer", description = """
                        Take one action in the small laboratory and see what happens. Actions: look around; inventory; task; \
                        look at <object>; open <object>; close <object>; go to <room>; pick up <object>; put down <object>; \
                        move <object> to <object>; pour <object> into <object>; mix <object>; activate <object>; \
                        deactivate <object>; use <object> on <object>; focus on <object>; wait; wait1. Focus only on what \
                        the task asks for: a wrong focus fails it.""")
        public ToolOutcome explore(
                @Tool.Description("the action, such as: go to kitchen") String action, Context context) {
            return laboratory.act(action, context);
        }

        @Reward(
                value = "minilab_reward",
                description =
                        "10 where the rollout solved its minilab task, else 0; 'score' has the best partial score.",
                example = """
                        {"task_name":"boil","variation_idx":0,"trajectory":[{"role":"user","content":"Boil water."},\
                        {"role":"assistant","content":"Done."}]}""")
        public Map<String, @Nullable Object> reward(Trajectory trajectory, Context context) {
            return laboratory.reward(trajectory, context);
        }

        @Reward(
                value = "minilab_solved_reward",
                description =
                        "1 where the rollout solved its minilab task, else 0; 'score' has the best partial score.",
                example = """
                        {"task_name":"boil","variation_idx":0,"trajectory":[{"role":"user","content":"Boil water."},\
                        {"role":"assistant","content":"Done."}]}""")
        public Map<String, @Nullable Object> solved(Trajectory trajectory, Context context) {
            return laboratory.solved(trajectory, context);
        }
    }

    /** Creates the tool and the reward of ScienceWorld. */
    @Reward.Family("environments")
    static final class ScienceworldFunctions {

        private final LaboratoryKind laboratory;

        ScienceworldFunctions(LaboratoryKind laboratory) {
            this.laboratory = laboratory;
        }

        @Tool(value = "scienceworld_explorer", description = """
                        Take one action in the science world and see what happens. Actions: look around; inventory; task; \
                        look at <object>; look in <object>; read <object>; open <object>; close <object>; go to <location>; \
                        pick up <object>; put down <object>; move <object> to <object>; pour <object> into <object>; \
                        dunk <object> into <object>; mix <object>; activate <object>; deactivate <object>; \
                        use <object> on <object>; connect <object> to <object>; disconnect <object>; eat <object>; \
                        flush <object>; focus on <object>; wait (ten turns); wait1 (one turn). Focus only on what the task \
                        asks for: a wrong focus fails it.""")
        public ToolOutcome explore(
                @Tool.Description("the action, such as: open door to kitchen") String action, Context context) {
            return laboratory.act(action, context);
        }

        @Reward(
                value = "scienceworld_reward",
                description =
                        "10 where the rollout solved its ScienceWorld task, else 0; 'score' has the best partial score.",
                example = """
                        {"task_name":"boil","variation_idx":0,"trajectory":[{"role":"user","content":"Boil water."},\
                        {"role":"assistant","content":"Done."}]}""")
        public Map<String, @Nullable Object> reward(Trajectory trajectory, Context context) {
            return laboratory.reward(trajectory, context);
        }

        @Reward(
                value = "scienceworld_solved_reward",
                description =
                        "1 where the rollout solved its ScienceWorld task, else 0; 'score' has the best partial score.",
                example = """
                        {"task_name":"boil","variation_idx":0,"trajectory":[{"role":"user","content":"Boil water."},\
                        {"role":"assistant","content":"Done."}]}""")
        public Map<String, @Nullable Object> solved(Trajectory trajectory, Context context) {
            return laboratory.solved(trajectory, context);
        }
    }
}
