package dev.guerdon.webshop;

import dev.guerdon.api.Context;
import dev.guerdon.webshop.goal.Goal;
import dev.guerdon.webshop.goal.RewardBreakdown;
import dev.guerdon.webshop.shop.Page;
import dev.guerdon.webshop.shop.PageView;
import dev.guerdon.webshop.shop.Shop;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Someone in a shop at one moment, in whichever dialect: what rewards look at.
 *
 * @param shop the shop
 * @param goal what was asked; null before the first page, like the page and its view
 * @param page the page
 * @param view the page as text
 * @param url its address
 */
record Shopper(
        Shop shop,
        @Nullable Goal goal,
        @Nullable Page page,
        @Nullable PageView view,
        String url) {

    /** The shopper of a rollout: of the environment that its agent has acquired, else the one of the tools. */
    static Supplier<Shopper> of(Context context) {
        Optional<WebshopEnvironment> environment = context.held(ShopResource.NAME, WebshopEnvironment.class);
        if (environment.isPresent()) {
            return environment.get()::shopper;
        }
        return ShopResource.of(context)::shopper;
    }

    /** What was bought, judged by a goal; empty as long as nothing was bought. */
    Optional<RewardBreakdown> judged(Goal wanted) {
        return page instanceof Page.Done done
                ? Optional.of(shop.score(done.product(), done.options().values(), wanted))
                : Optional.empty();
    }
}
