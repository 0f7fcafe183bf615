package dev.guerdon.browser;

import dev.guerdon.api.Context;
import dev.guerdon.api.Reward.Work;
import dev.guerdon.api.Tool;
import dev.guerdon.api.Tool.Description;
import dev.guerdon.api.ToolOutcome;

/** The tool with which a model uses the browser of its rollout. */
final class BrowserTools {

    private final BrowserResource resource;

    BrowserTools(BrowserResource resource) {
        this.resource = resource;
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
        return ToolOutcome.of(resource.of(context).step(action));
    }
}
