package dev.guerdon.webshop;

import dev.guerdon.api.Context;
import dev.guerdon.api.Reward;
import dev.guerdon.api.RewardResult;
import dev.guerdon.api.UnscoredException;
import dev.guerdon.webshop.goal.Goal;
import dev.guerdon.webshop.goal.RewardBreakdown;
import dev.guerdon.webshop.shop.PageView;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The reward of what a rollout bought. */
@Reward.Family("environments")
final class WebshopReward {

    private WebshopReward() {}

    /**
     * Scores the purchase against the goal of {@code task_id}, or of the rollout's own session where that is no number.
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
            return scored(Shopper.of(context).get(), taskId.orElse(null));
        } catch (RuntimeException e) {
            if (e instanceof UnscoredException && context.rolloutId().isEmpty()) {
                throw e;
            }
            return new RewardResult(0, Map.of("output", "Error webshop reward function: " + e.getMessage()));
        }
    }

    private static RewardResult scored(Shopper shopper, @Nullable String taskId) {
        Map<String, @Nullable Object> extras = new LinkedHashMap<>();
        PageView view = shopper.view();
        Goal goal = taskId == null || !SessionName.of(taskId).isNumber()
                ? shopper.goal()
                : shopper.shop().goals().goal(SessionName.of(taskId).number(shopper.shop()));
        Optional<RewardBreakdown> judged = goal == null ? Optional.empty() : shopper.judged(goal);
        extras.put("output", judged.isPresent() ? ShopBrowser.THANKS : view == null ? "" : view.plainText());
        judged.ifPresent(breakdown -> extras.putAll(breakdown.extras()));
        return new RewardResult(judged.map(RewardBreakdown::reward).orElse(0.0), extras);
    }
}
