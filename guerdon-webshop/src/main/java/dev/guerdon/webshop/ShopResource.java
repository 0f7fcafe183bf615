package dev.guerdon.webshop;

import dev.guerdon.api.Context;
import dev.guerdon.api.Json;
import dev.guerdon.api.ResourceSpec;
import dev.guerdon.webshop.shop.ShopOptions;
import dev.guerdon.webshop.shop.Shops;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** How tools and the reward of one rollout come to the same shopper. */
final class ShopResource {

    /** What the resource is called. */
    static final String NAME = "webshop";

    /** The options that a task's fields may carry, with dashes written as underscores. */
    static final List<String> SHOP_OPTIONS =
            List.of("data", "products", "index", "goals", "order", "load-seed", "goal-limit", "nouns", "spacy");

    /** A shopper costs a few kilobytes; this bounds a runaway, not a use. */
    private static final int MAX_SHOPPERS = 50_000;

    private static final ResourceSpec<ShopBrowser> SPEC =
            ResourceSpec.local(NAME, ShopBrowser.class, MAX_SHOPPERS, () -> new ShopBrowser(false));

    private ShopResource() {}

    /** The rollout's shopper, who begins at the task that its metadata names. */
    static ShopBrowser of(Context context) {
        return context.acquire(SPEC, Context.Scope.GLOBAL, browser -> {
            Map<String, @Nullable Object> metadata = context.metadata();
            ShopSite site = ShopSite.of(Shops.shared(shop(metadata)));
            browser.open(site, name(context, site));
        });
    }

    /** A goal's number, or a name by which one is drawn: from the task's seed and word where it has them, else from the rollout. */
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
        return Optional.ofNullable(metadata.get(name)).map(Json::new).map(ShopResource::text);
    }

    static String text(Json value) {
        return value.isString() ? value.asString() : String.valueOf(value.value());
    }
}
