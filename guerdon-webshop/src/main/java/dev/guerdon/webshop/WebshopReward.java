package dev.guerdon.webshop;

import dev.guerdon.api.RewardFunction;
import dev.guerdon.api.RewardResult;
import dev.guerdon.api.Sample;
import dev.guerdon.api.UnscoredException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The reward of what the rollout bought, with its parts as extras.
 *
 * <p>A shop that fails is worth 0.0, and {@code output} says why, as the reference has it. A sample that no rollout made has no
 * shop and cannot be scored.
 */
final class WebshopReward implements RewardFunction {

    @Override
    public RewardResult score(Sample sample) {
        Map<String, @Nullable Object> extras = new LinkedHashMap<>();
        try {
            ShopBrowser browser = ShopResource.of(sample.context());
            String taskId = sample.find("task_id").map(ShopResource::text).orElse(null);
            ShopBrowser.Reply reply = browser.purchaseReward(taskId);
            extras.put("output", reply.text());
            RewardBreakdown breakdown = browser.breakdown();
            if (browser.bought() && breakdown != null) {
                extras.putAll(breakdown.extras());
            }
            return new RewardResult(reply.reward().orElse(0), extras);
        } catch (UnscoredException e) {
            throw e;
        } catch (RuntimeException e) {
            extras.put("output", "Error webshop reward function: " + e.getMessage());
            return new RewardResult(0, extras);
        }
    }
}
