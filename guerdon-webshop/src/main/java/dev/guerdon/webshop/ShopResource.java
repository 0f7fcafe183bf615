package dev.guerdon.webshop;

import dev.guerdon.api.Context;
import dev.guerdon.api.Json;
import dev.guerdon.api.ResourceSpec;
import dev.guerdon.webshop.catalogue.WebshopException;
import dev.guerdon.webshop.shop.ShopOptions;
import dev.guerdon.webshop.shop.Shops;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** How tools and the reward of one rollout come to the same shopper. */
final class ShopResource {

    /** The options that a task's fields may carry, with dashes written as underscores. */
    static final List<String> SHOP_OPTIONS =
            List.of("data", "products", "index", "goals", "order", "load-seed", "goal-limit", "nouns", "spacy");

    /** A shopper costs a few kilobytes; this bounds a runaway, not a use. */
    private static final int MAX_SHOPPERS = 50_000;

    private static final ResourceSpec<ShopBrowser> SPEC =
            ResourceSpec.local("webshop", ShopBrowser.class, MAX_SHOPPERS, () -> new ShopBrowser(false));

    private ShopResource() {}

    /** The rollout's shopper, who begins at the task that its metadata names. */
    static ShopBrowser of(Context context) {
        return context.acquire(SPEC, Context.Scope.GLOBAL, browser -> {
            Map<String, @Nullable Object> metadata = context.metadata();
            ShopSite site = ShopSite.of(Shops.shared(shop(metadata)));
            Optional<String> taskId = text(metadata, "task_id");
            browser.open(
                    site, "shopper-" + Integer.toHexString(context.rolloutId().hashCode()));
            taskId.ifPresent(browser::restart);
            if (taskId.isPresent() && browser.observation().isEmpty()) {
                throw new WebshopException("there is no goal " + taskId.get() + "; this shop has the goals 0 to "
                        + (site.shop().goalCount() - 1));
            }
        });
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
        return Optional.ofNullable(metadata.get(name)).map(Json::new).map(ShopResource::text);
    }

    static String text(Json value) {
        return value.isString() ? value.asString() : String.valueOf(value.value());
    }
}
