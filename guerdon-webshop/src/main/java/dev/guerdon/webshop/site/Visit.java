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
 */
@Internal
public record Visit(
        int status,
        @Nullable Page page,
        String session,
        @Nullable Goal goal,
        @Nullable RewardBreakdown breakdown) {

    public static Visit failed(int status) {
        return new Visit(status, null, "", null, null);
    }
}
