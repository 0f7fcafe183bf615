package dev.guerdon.webshop;

import dev.guerdon.api.Context;
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
record ShopperState(
        ShopWorld shop,
        @Nullable ShopGoal goal,
        @Nullable ShopPage page,
        @Nullable PageView view,
        String url) {

    /** Returns the shopper of a rollout: of the environment that its agent has acquired, else the one of the tools. */
    static Supplier<ShopperState> of(Context context) {
        Optional<WebshopEnvironment> environment = context.held(WebshopTools.NAME, WebshopEnvironment.class);
        if (environment.isPresent()) {
            return environment.get()::shopper;
        }
        return WebshopTools.shopper(context)::shopper;
    }

    /** Returns what was bought, judged by a goal; empty as long as nothing was bought. */
    Optional<Webshop.Parts> judged(ShopGoal wanted) {
        return page instanceof ShopPage.Done done
                ? Optional.of(shop.score(done.product(), done.options().values(), wanted))
                : Optional.empty();
    }
}
