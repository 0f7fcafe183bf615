package dev.guerdon.browser;

import dev.guerdon.api.Context;
import dev.guerdon.api.Reward;
import dev.guerdon.api.Reward.Work;
import dev.guerdon.api.RewardResult;
import dev.guerdon.api.Score;
import dev.guerdon.api.Step;
import dev.guerdon.api.UnscoredException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The reward that the browser's own task gives. */
@Reward.Family("environments")
final class BrowserTaskReward {

    /** What MiniWoB's tasks tell beside the reward, which is 1 for every success. */
    private static final String RAW_REWARD = "RAW_REWARD_GLOBAL";

    private final BrowserResource resource;

    BrowserTaskReward(BrowserResource resource) {
        this.resource = resource;
    }

    /**
     * The sum of what the task gave for each action; 0 where the agent did nothing. A task that does not judge and a browser that was
     * lost have no score.
     */
    @Reward(
            value = "browser_task_reward",
            description =
                    "The verdict of the browser's own task, such as MiniWoB's or AssistantBench's (needs a live rollout)",
            example = "{\"final_response\": \"done\"}",
            work = Work.WAIT)
    RewardResult score(Context context) {
        Browser browser = Browser.of(resource.of(context));
        Step.End end = browser.end();
        if (end.kind() == Step.End.Kind.LOST) {
            throw new UnscoredException(Score.Reason.RESOURCE, "the browser was lost: " + end.cause());
        }
        Browser.Verdict verdict = browser.verdict()
                .orElseThrow(() -> new UnscoredException(
                        Score.Reason.RESOURCE,
                        "the browser's task has no verdict of its own, or its answer is kept secret; choose a task that"
                                + " judges, such as miniwob.click-test, or another reward"));
        Map<String, @Nullable Object> extras = new LinkedHashMap<>();
        extras.put("done", verdict.done());
        extras.put("end", end.kind().name().toLowerCase(Locale.ROOT));
        extras.put("steps", verdict.steps());
        if (verdict.info().get(RAW_REWARD) instanceof Number raw) {
            extras.put("raw_reward", raw);
        }
        if (!verdict.info().isEmpty()) {
            extras.put("task_info", verdict.info());
        }
        return new RewardResult(verdict.reward(), extras);
    }
}
