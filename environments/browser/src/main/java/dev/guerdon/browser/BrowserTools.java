package dev.guerdon.browser;

import dev.guerdon.api.Context;
import dev.guerdon.api.Reward;
import dev.guerdon.api.Reward.Work;
import dev.guerdon.api.RewardResult;
import dev.guerdon.api.Score;
import dev.guerdon.api.Step;
import dev.guerdon.api.Tool;
import dev.guerdon.api.ToolOutcome;
import dev.guerdon.api.UnscoredException;
import dev.guerdon.browser.spi.ChatMessage;
import dev.guerdon.browser.view.BrowserObservation;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The tools with which a model uses the browser of its rollout, and the reward that the browser's own task gives. */
@Reward.Family("environments")
record BrowserTools(BrowserResource resource) {

    /** Key of the raw reward of MiniWoB's tasks; their reward is 1 for every success. */
    private static final String RAW_REWARD = "RAW_REWARD_GLOBAL";

    @Tool(
            value = "browser_action",
            description =
                    "Act in the web browser, one action at a time, and see the page. Elements are named by the ids in"
                            + " square brackets. Actions: click('12'), fill('15', 'text'), select_option('7', 'label'),"
                            + " press('15', 'Enter'), hover('9'), scroll(0, 400), goto('https://example.com'), go_back(),"
                            + " new_tab(), tab_focus(0), tab_close(), noop(1000), send_msg_to_user('the answer'),"
                            + " report_infeasible('why').",
            work = Work.WAIT)
    ToolOutcome act(Context context, @Tool.Description("the action, such as click('12')") String action) {
        BrowserEnvironment browser = resource.of(context);
        Step step = browser.step(action);
        ToolOutcome outcome = ToolOutcome.of(step);
        List<ChatMessage> chat =
                browser.lastObservation().map(BrowserObservation::chat).orElse(List.of());
        // The first message is the greeting, with which every episode begins.
        boolean answered = chat.size() > 1 && chat.getLast().role().equals(ChatMessage.ASSISTANT);
        if (step.end().kind() != Step.End.Kind.TERMINATED || !answered) {
            return outcome;
        }
        Map<String, @Nullable Object> info = new LinkedHashMap<>(outcome.info());
        info.put(ToolOutcome.FINAL_RESPONSE, chat.getLast().message());
        return new ToolOutcome(outcome.text(), outcome.reward(), outcome.done(), info);
    }

    @Tool(
            value = "browser_view",
            description = "See the goal, the page as it is now, and the actions that the web browser takes.",
            work = Work.WAIT,
            firstLook = true)
    String view(Context context) {
        BrowserEnvironment browser = resource.of(context);
        if (browser.end().kind() == Step.End.Kind.LOST) {
            throw new UnscoredException(
                    Score.Reason.RESOURCE,
                    "the browser was lost: " + browser.end().cause());
        }
        BrowserObservation seen = browser.lastObservation()
                .orElseThrow(() -> new UnscoredException(Score.Reason.RESOURCE, "the browser shows no page"));
        String goal = seen.goalText();
        return (goal.isEmpty() ? "" : "GOAL\n" + goal + "\n\n") + "PAGE\n" + seen.text() + "\n\nACTIONS"
                + browser.actionSet().describe(true, false);
    }

    /**
     * Returns the sum of what the task gave for each action; 0 where the agent did nothing. A task that does not judge and a browser that was
     * lost have no score.
     */
    @Reward(
            value = "browser_task_reward",
            description = "The verdict of the browser's own task, such as MiniWoB's or AssistantBench's (needs a live"
                    + " rollout)",
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
