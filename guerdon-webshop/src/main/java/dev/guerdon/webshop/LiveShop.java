package dev.guerdon.webshop;

import dev.guerdon.api.Context;
import dev.guerdon.api.Experimental;
import dev.guerdon.api.RewardResult;
import dev.guerdon.webshop.goal.RewardBreakdown;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The shop of a running rollout, for rewards and tools of your own.
 *
 * <p>It is the same shop in which the tools {@code webshop_browser} and {@code webshop_browser_action} act. Like every live
 * resource it belongs to one rollout, and one thread uses it at a time.
 */
@Experimental
public final class LiveShop {

    private final ShopBrowser browser;

    private LiveShop(ShopBrowser browser) {
        this.browser = browser;
    }

    /** Finds the shop of a rollout. On first use it opens at the goal that the task's {@code task_id} names. */
    public static LiveShop of(Context context) {
        return new LiveShop(ShopResource.of(context));
    }

    /** The text of the page that the shopper sees. */
    public String page() {
        return browser.observation();
    }

    /** The address of that page. */
    public String url() {
        return browser.url();
    }

    /** Whether the shopper has bought something. */
    public boolean bought() {
        return browser.bought();
    }

    /** Scores the purchase against the goal that the shop was opened with. The reward is 0.0 before anything is bought. */
    public RewardResult purchase() {
        return scored(null);
    }

    /** Scores the purchase against the goal of a task. The reward is 0.0 before anything is bought. */
    public RewardResult purchase(int taskId) {
        return scored(Integer.toString(taskId));
    }

    RewardResult scored(@Nullable String taskId) {
        ShopBrowser.Reply reply = browser.purchaseReward(taskId);
        Map<String, @Nullable Object> extras = new LinkedHashMap<>();
        extras.put("output", reply.text());
        RewardBreakdown breakdown = browser.breakdown();
        if (browser.bought() && breakdown != null) {
            extras.putAll(breakdown.extras());
        }
        return new RewardResult(reply.reward().orElse(0), extras);
    }
}
