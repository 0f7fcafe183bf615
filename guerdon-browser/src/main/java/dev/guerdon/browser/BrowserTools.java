package dev.guerdon.browser;

import dev.guerdon.api.Context;
import dev.guerdon.api.Context.Scope;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.ResourceSpec;
import dev.guerdon.api.Reward.Work;
import dev.guerdon.api.Score;
import dev.guerdon.api.Task;
import dev.guerdon.api.Tool;
import dev.guerdon.api.Tool.Description;
import dev.guerdon.api.ToolOutcome;
import dev.guerdon.api.UnscoredException;
import dev.guerdon.browser.driver.Browsers;
import java.util.List;

/** The tool with which a model uses the browser of its rollout. */
final class BrowserTools {

    private final ResourceSpec<BrowserEnvironment> spec;

    BrowserTools(BrowserProvider provider) {
        spec = ResourceSpec.local(provider.name(), BrowserEnvironment.class, Browsers.MOST_LANES, () ->
                (BrowserEnvironment) provider.open(BrowserProvider.FOR_MODELS));
    }

    @Tool(
            value = "browser_action",
            description =
                    "Act in the web browser, one action at a time, and see the page. Elements are named by the ids"
                            + " in square brackets. Actions: click('12'), fill('15', 'text'), select_option('7', 'label'),"
                            + " press('15', 'Enter'), hover('9'), scroll(0, 400), goto('https://example.com'), go_back(),"
                            + " new_tab(), tab_focus(0), tab_close(), noop(1000), send_msg_to_user('the answer'),"
                            + " report_infeasible('why').",
            work = Work.WAIT)
    ToolOutcome act(Context context, @Description("the action, such as click('12')") String action) {
        try {
            BrowserEnvironment environment = context.acquire(
                    spec,
                    Scope.GLOBAL,
                    fresh -> fresh.reset(new Task(context.rolloutId(), List.of(), context.metadata())));
            return ToolOutcome.of(environment.step(action));
        } catch (UnscoredException e) {
            throw e;
        } catch (GuerdonException e) {
            // What is wrong with an action is part of its step; this is a browser that is missing or a page that could
            // not begin.
            throw new UnscoredException(Score.Reason.RESOURCE, "there is no browser to act in: " + e.getMessage());
        }
    }
}
