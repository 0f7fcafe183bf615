package dev.guerdon.webshop;

import dev.guerdon.api.Context;
import dev.guerdon.api.Tool;
import dev.guerdon.api.Tool.Description;
import dev.guerdon.api.ToolOutcome;
import dev.guerdon.webshop.catalogue.WebshopException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The tools with which a model shops. */
final class WebshopTools {

    private WebshopTools() {}

    @Tool(value = "webshop_browser", description = "Search the shop, or click something on the current page.")
    static ToolOutcome browse(
            Context context,
            @Description("'search' or 'click'") String action,
            @Description("the search words, or one of the clickables of the page") String value) {
        if (!action.equals("search") && !action.equals("click")) {
            return ToolOutcome.of("Error: Invalid action '" + action + "'. Must be either 'search' or 'click'");
        }
        return act(context, action + "[" + value + "]");
    }

    @Tool(
            value = "webshop_browser_action",
            description = "Act in the shop with search[words] or click[one of the clickables].")
    static ToolOutcome action(
            Context context, @Description("the action, such as search[red shoes] or click[buy now]") String action) {
        return act(context, action.startsWith("choose") ? "click" + action.substring("choose".length()) : action);
    }

    private static ToolOutcome act(Context context, String action) {
        ShopBrowser browser = ShopResource.of(context);
        boolean before = browser.bought();
        ShopBrowser.Reply reply;
        try {
            // The shopper was opened at the task's goal, by which the site judges a purchase without being told again.
            reply = browser.step(action, null);
        } catch (WebshopException e) {
            return ToolOutcome.of("Error: " + e.getMessage());
        }
        Map<String, @Nullable Object> info = new LinkedHashMap<>();
        info.put("url", browser.url());
        double earned = browser.bought() && !before ? reply.reward().orElse(0) : 0;
        return new ToolOutcome(reply.text(), earned, browser.bought(), info);
    }
}
