package dev.guerdon.webshop;

import dev.guerdon.api.Context;
import dev.guerdon.api.Json;
import dev.guerdon.api.ResourceSpec;
import dev.guerdon.api.Reward;
import dev.guerdon.api.RewardResult;
import dev.guerdon.api.Tool;
import dev.guerdon.api.Tool.Description;
import dev.guerdon.api.ToolOutcome;
import dev.guerdon.api.UnscoredException;
import dev.guerdon.webshop.catalogue.ShopOptions;
import dev.guerdon.webshop.catalogue.WebshopException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The tools with which a model shops, and the reward of what a rollout bought: both come to the same shopper. */
@Reward.Family("environments")
final class WebshopTools {

    /** What the resource is called. */
    static final String NAME = "webshop";

    /** The options that a task's fields may carry, with dashes written as underscores. */
    static final List<String> SHOP_OPTIONS =
            List.of("data", "products", "index", "goals", "order", "load-seed", "goal-limit", "nouns");

    /** A shopper costs a few kilobytes; this bounds a runaway, not a use. */
    private static final int MAX_SHOPPERS = 50_000;

    private static final ResourceSpec<ShopBrowser> SPEC =
            ResourceSpec.local(NAME, ShopBrowser.class, MAX_SHOPPERS, () -> new ShopBrowser(false));

    private WebshopTools() {}

    /** Returns the rollout's shopper, who begins at the task that its metadata names. */
    static ShopBrowser shopper(Context context) {
        return context.acquire(SPEC, Context.Scope.GLOBAL, browser -> {
            Map<String, @Nullable Object> metadata = context.metadata();
            ShopSite site = ShopSite.of(ShopWorld.shared(shop(metadata)));
            browser.open(site, name(context, site));
        });
    }

    /** Returns a goal's number, or a name by which one is drawn: from the task's seed and word if it has them, else from the rollout. */
    private static String name(Context context, ShopSite site) {
        Optional<SessionName> named = field(context, "task_id").or(() -> field(context, "session"));
        if (named.isPresent() && named.get().isNumber()) {
            return Integer.toString(named.get().number(site.shop()));
        }
        String ofRollout = named.isEmpty() && context.seed() != 0 ? Long.toString(context.seed()) : "";
        String seed = text(context.metadata(), "seed").orElse(ofRollout);
        String word = named.map(SessionName::text).orElse(seed.isEmpty() ? context.rolloutId() : "");
        // The name stands in addresses; a hash of what was given has no slash or blank.
        return "shopper-" + Integer.toHexString(word.hashCode()) + "-" + Integer.toHexString(seed.hashCode());
    }

    private static Optional<SessionName> field(Context context, String name) {
        return SessionName.of(new Json(context.metadata().get(name)));
    }

    private static ShopOptions shop(Map<String, @Nullable Object> metadata) {
        Map<String, String> options = new LinkedHashMap<>();
        for (String name : SHOP_OPTIONS) {
            text(metadata, name.replace('-', '_')).ifPresent(value -> options.put(name, value));
        }
        options.putIfAbsent("order", "product");
        return WebshopProvider.shop(options, text(metadata, "split").orElse(""));
    }

    static Optional<String> text(Map<String, @Nullable Object> metadata, String name) {
        return Optional.ofNullable(metadata.get(name)).map(Json::new).map(WebshopTools::text);
    }

    static String text(Json value) {
        return value.isString() ? value.asString() : String.valueOf(value.value());
    }

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
        ShopBrowser browser = shopper(context);
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

    /**
     * Scores the purchase against the goal of {@code task_id}, or of the rollout's own session if that is no number.
     *
     * <p>Inside a rollout a shop that fails is worth 0.0, and {@code output} says why, as the reference has it. A sample that no
     * rollout made has no shop and cannot be scored.
     */
    @Reward(
            value = "webshop_reward",
            description =
                    "What the rollout bought in WebShop, by kind, attributes, options and price (needs a live rollout)",
            example = "{\"final_response\": \"done\", \"task_id\": 0}")
    static RewardResult score(Context context, Optional<String> taskId) {
        try {
            return scored(ShopperState.of(context).get(), taskId.orElse(null));
        } catch (RuntimeException e) {
            if (e instanceof UnscoredException && context.rolloutId().isEmpty()) {
                throw e;
            }
            return new RewardResult(0, Map.of("output", "Error webshop reward function: " + e.getMessage()));
        }
    }

    private static RewardResult scored(ShopperState shopper, @Nullable String taskId) {
        Map<String, @Nullable Object> extras = new LinkedHashMap<>();
        PageView view = shopper.view();
        ShopGoal goal = taskId == null || !SessionName.of(taskId).isNumber()
                ? shopper.goal()
                : shopper.shop().goals().goal(SessionName.of(taskId).number(shopper.shop()));
        Optional<Webshop.Parts> judged = goal == null ? Optional.empty() : shopper.judged(goal);
        extras.put("output", judged.isPresent() ? ShopBrowser.THANKS : view == null ? "" : view.plainText());
        judged.ifPresent(breakdown -> extras.putAll(breakdown.extras()));
        return new RewardResult(judged.map(Webshop.Parts::reward).orElse(0.0), extras);
    }
}
