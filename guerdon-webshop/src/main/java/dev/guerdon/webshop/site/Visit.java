package dev.guerdon.webshop.site;

import dev.guerdon.api.Internal;
import dev.guerdon.webshop.goal.Goal;
import dev.guerdon.webshop.goal.RewardBreakdown;
import dev.guerdon.webshop.shop.Page;
import org.jspecify.annotations.Nullable;

/**
 * What a request found.
 *
 * @param status the HTTP status
 * @param page the page, where the status is 200
 * @param session whose page it is
 * @param goal their goal
 * @param breakdown the reward's parts, after a purchase
 * @param why why there is no page, where somebody knows
 */
@Internal
public record Visit(
        int status,
        @Nullable Page page,
        String session,
        @Nullable Goal goal,
        @Nullable RewardBreakdown breakdown,
        String why) {

    public static Visit failed(int status) {
        return failed(status, "");
    }

    public static Visit failed(int status, String why) {
        return new Visit(status, null, "", null, null, why);
    }
}
