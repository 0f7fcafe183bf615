package dev.guerdon.webshop;

import dev.guerdon.api.Context;
import dev.guerdon.api.Experimental;
import dev.guerdon.api.Score;
import dev.guerdon.api.UnscoredException;
import dev.guerdon.webshop.catalogue.ProductCatalogue;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The shop of a running rollout, for rewards and tools of your own: what was asked for, where the shopper is, what was bought.
 *
 * <p>It is the shop in which the tools {@code webshop_browser} and {@code webshop_browser_action} act, or the environment
 * {@code webshop} that an agent of your own has acquired. Like every live resource it belongs to one rollout, and one thread uses it at
 * a time. Each method looks at the shop as it is when it is called.
 *
 * <p>{@snippet :
 * @Reward("cheap_purchase")
 * static double cheapPurchase(Context context) {
 *     Webshop shop = Webshop.of(context);
 *     return shop.purchase()
 *             .map(bought -> bought.price() <= shop.goal().priceLimit() / 2 ? bought.parts().reward() : 0)
 *             .orElse(0.0);
 * }
 * }
 */
@Experimental
public final class Webshop {

    private final Supplier<ShopperState> looking;

    private Webshop(Supplier<ShopperState> looking) {
        this.looking = looking;
    }

    /**
     * Finds the shop of a rollout. Where nobody has used it yet, it opens at the goal that the task's {@code task_id} names.
     *
     * @throws UnscoredException outside of a rollout, and where the shop cannot be opened
     */
    public static Webshop of(Context context) {
        return new Webshop(ShopperState.of(context));
    }

    /** Looks at an environment that you opened yourself. */
    public static Webshop of(WebshopEnvironment environment) {
        return new Webshop(environment::shopper);
    }

    /**
     * Product that was asked for.
     *
     * @param instruction the instruction as the shopper reads it, with its price limit
     * @param attributes what the purchase must be like, such as {@code gluten free}
     * @param options the option values that must be chosen
     * @param priceLimit the most that it may cost, infinite if there is no limit
     * @param product the product that the instruction was written for; it is for rewards, and gives the answer away to an agent
     */
    public record Goal(
            String instruction, List<String> attributes, List<Choice> options, double priceLimit, Product product) {
        public Goal {
            attributes = List.copyOf(attributes);
            options = List.copyOf(options);
        }
    }

    /**
     * An option value that is wanted.
     *
     * @param name the option's name; empty in instructions that people wrote, which name only values
     * @param value the value
     */
    public record Choice(String name, String value) {}

    /**
     * A product of the shop.
     *
     * @param asin its id
     * @param title its name
     * @param description its description, often empty
     * @param features its features
     * @param attributes what is known about it, such as {@code gluten free}
     * @param options the values to choose from, by the option's name
     * @param query the search that it was found with when the shop was filled
     * @param category one of five broad words
     * @param departments the path in the shop's departments
     */
    public record Product(
            String asin,
            String title,
            String description,
            List<String> features,
            List<String> attributes,
            Map<String, List<String>> options,
            String query,
            String category,
            String departments) {}

    /** The kinds of pages. */
    public enum Place {
        /** Place where a search is typed. */
        START,
        /** Results of a search. */
        RESULTS,
        /** A product, if it can be bought. */
        PRODUCT,
        /** A product's description, features, reviews or attributes. */
        DETAILS,
        /** After the purchase. */
        BOUGHT
    }

    /**
     * The page that the shopper sees.
     *
     * @param place which kind of page it is
     * @param url its address
     * @param text its text
     * @param clickables what can be clicked on it
     * @param product the product that it shows or that was bought; null on the other pages
     */
    public record Page(
            Place place,
            String url,
            String text,
            List<String> clickables,
            @Nullable Product product) {}

    /**
     * Product that was bought.
     *
     * @param product the product
     * @param options the option values that were chosen, by the option's name
     * @param price what it cost
     * @param parts how well it fits the goal
     */
    public record Purchase(Product product, Map<String, String> options, double price, Parts parts) {
        public Purchase {
            options = Collections.unmodifiableMap(new LinkedHashMap<>(options));
        }
    }

    /**
     * The reward of a purchase and its parts.
     *
     * @param reward the reward, 0 to 1: what {@code webshop_reward} gives
     * @param type how right the kind of product is: 1, 0.5, 0.1 or 0
     * @param attributes the share of the wanted attributes that it has
     * @param attributeWeight the weight of the attributes in the reward
     * @param queryMatch whether it is found by the same search
     * @param categoryMatch whether it shares two departments with the wanted one
     * @param titleScore the share of the wanted title's nouns in its title
     * @param options the share of the wanted options that were chosen; 0 if none are wanted
     * @param optionWeight the weight of the options in the reward; 0 if none are wanted
     * @param priceKept whether it costs no more than the limit
     * @param priceWeight the weight of the price in the reward
     */
    public record Parts(
            double reward,
            double type,
            double attributes,
            double attributeWeight,
            boolean queryMatch,
            boolean categoryMatch,
            double titleScore,
            double options,
            double optionWeight,
            boolean priceKept,
            double priceWeight) {

        /** Returns the parts under the reference's names; those of the options only where some are wanted. */
        Map<String, @Nullable Object> extras() {
            Map<String, @Nullable Object> extras = new LinkedHashMap<>();
            extras.put("r_type", type);
            extras.put("r_att", attributes);
            extras.put("w_att", attributeWeight);
            extras.put("query_match", queryMatch);
            extras.put("category_match", categoryMatch);
            extras.put("title_score", titleScore);
            if (optionWeight > 0) {
                extras.put("r_option", options);
                extras.put("w_option", optionWeight);
            }
            extras.put("r_price", priceKept);
            extras.put("w_price", priceWeight);
            return extras;
        }
    }

    /** Returns what was asked for. */
    public Goal goal() {
        ShopperState shopper = looking.get();
        dev.guerdon.webshop.ShopGoal goal = begun(shopper.goal());
        ProductCatalogue catalogue = shopper.shop().catalogue();
        return new Goal(
                goal.instruction(),
                goal.attributes(),
                goal.options().stream()
                        .map(choice -> new Choice(choice.name() == null ? "" : choice.name(), choice.value()))
                        .toList(),
                goal.hasPriceLimit() ? goal.priceUpper() : Double.POSITIVE_INFINITY,
                product(catalogue.product(catalogue.find(goal.asin()))));
    }

    /** Returns the page that the shopper sees. */
    public Page page() {
        ShopperState shopper = looking.get();
        PageView view = begun(shopper.view());
        String url = shopper.url();
        String text = view.plainText();
        List<String> clickables = view.clickables();
        return switch (begun(shopper.page())) {
            case dev.guerdon.webshop.ShopPage.Start start -> new Page(Place.START, url, text, clickables, null);
            case dev.guerdon.webshop.ShopPage.Results results -> new Page(Place.RESULTS, url, text, clickables, null);
            case dev.guerdon.webshop.ShopPage.Item item ->
                new Page(Place.PRODUCT, url, text, clickables, product(item.product()));
            case dev.guerdon.webshop.ShopPage.Side side ->
                new Page(
                        Place.DETAILS,
                        url,
                        text,
                        clickables,
                        product(side.item().product()));
            case dev.guerdon.webshop.ShopPage.Done done ->
                new Page(Place.BOUGHT, url, text, clickables, product(done.product()));
        };
    }

    /** Returns whether the shopper has bought something. */
    public boolean bought() {
        return looking.get().page() instanceof dev.guerdon.webshop.ShopPage.Done;
    }

    /** Returns what was bought, judged by the goal that the shopper was asked for; empty as long as nothing was bought. */
    public Optional<Purchase> purchase() {
        ShopperState shopper = looking.get();
        return purchase(shopper, begun(shopper.goal()));
    }

    /**
     * Returns what was bought, judged by the goal of another task; empty as long as nothing was bought.
     *
     * @param taskId the number of the goal
     */
    public Optional<Purchase> purchase(int taskId) {
        ShopperState shopper = looking.get();
        return purchase(shopper, shopper.shop().goals().goal(taskId));
    }

    private static Optional<Purchase> purchase(ShopperState shopper, dev.guerdon.webshop.ShopGoal goal) {
        if (!(shopper.page() instanceof dev.guerdon.webshop.ShopPage.Done done)) {
            return Optional.empty();
        }
        ProductCatalogue catalogue = shopper.shop().catalogue();
        double price = catalogue.price(catalogue.find(done.product().asin()));
        return shopper.judged(goal).map(parts -> new Purchase(product(done.product()), done.options(), price, parts));
    }

    private static Product product(dev.guerdon.webshop.catalogue.ShopProduct product) {
        return new Product(
                product.asin(),
                product.title(),
                product.description(),
                product.bullets(),
                product.attributes(),
                product.options(),
                product.query(),
                product.category(),
                product.productCategory());
    }

    private static <T> T begun(@Nullable T state) {
        if (state == null) {
            throw new UnscoredException(
                    Score.Reason.RESOURCE,
                    "the shop of this rollout has no shopper yet; reset the environment with a task before looking at it");
        }
        return state;
    }
}
