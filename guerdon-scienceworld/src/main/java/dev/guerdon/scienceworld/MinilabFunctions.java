package dev.guerdon.scienceworld;

import dev.guerdon.api.Context;
import dev.guerdon.api.Reward;
import dev.guerdon.api.Tool;
import dev.guerdon.api.Tool.Description;
import dev.guerdon.api.ToolOutcome;
import dev.guerdon.api.Trajectory;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The tool and the reward of {@code minilab}. */
@Reward.Family("environments")
final class MinilabFunctions {

    private final Laboratory laboratory;

    MinilabFunctions(Laboratory laboratory) {
        this.laboratory = laboratory;
    }

    @Tool(value = "minilab_explorer", description = """
                    Take one action in the small laboratory and see what happens. Actions: look around; inventory; task; \
                    look at <object>; open <object>; close <object>; go to <room>; pick up <object>; put down <object>; \
                    move <object> to <object>; pour <object> into <object>; mix <object>; activate <object>; \
                    deactivate <object>; use <object> on <object>; focus on <object>; wait; wait1. Focus only on what \
                    the task asks for: a wrong focus fails it.""")
    public ToolOutcome explore(@Description("the action, such as: go to kitchen") String action, Context context) {
        return laboratory.act(action, context);
    }

    @Reward(
            value = "minilab_reward",
            description = "10 where the rollout solved its minilab task, else 0; 'score' has the best partial score.",
            example = """
                    {"task_name":"boil","variation_idx":0,"trajectory":[{"role":"user","content":"Boil water."},\
                    {"role":"assistant","content":"Done."}]}""")
    public Map<String, @Nullable Object> reward(Trajectory trajectory, Context context) {
        return laboratory.reward(trajectory, context);
    }

    @Reward(
            value = "minilab_solved_reward",
            description = "1 where the rollout solved its minilab task, else 0; 'score' has the best partial score.",
            example = """
                    {"task_name":"boil","variation_idx":0,"trajectory":[{"role":"user","content":"Boil water."},\
                    {"role":"assistant","content":"Done."}]}""")
    public Map<String, @Nullable Object> solved(Trajectory trajectory, Context context) {
        return laboratory.solved(trajectory, context);
    }
}
