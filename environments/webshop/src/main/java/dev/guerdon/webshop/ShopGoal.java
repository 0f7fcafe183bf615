package dev.guerdon.webshop;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Product that a shopper should buy.
 *
 * @param asin the product the instruction was written for
 * @param category its broad category
 * @param query the search it was found with
 * @param name its title
 * @param productCategory its departments
 * @param instruction the instruction as pages show it, price limit included
 * @param attributes what the purchase must be like
 * @param priceUpper the price limit; a million if there is none
 * @param options the option values that must be chosen
 */
record ShopGoal(
        String asin,
        String category,
        String query,
        String name,
        String productCategory,
        String instruction,
        List<String> attributes,
        double priceUpper,
        List<Choice> options) {

    /** The limit of a goal without a price limit. */
    static final double NO_LIMIT = 1_000_000;

    /**
     * An option value to choose.
     *
     * @param name the option's name, where the goal is machine-written; people only wrote values
     * @param value the value
     */
    public record Choice(@Nullable String name, String value) {}

    public ShopGoal {
        attributes = List.copyOf(attributes);
        options = List.copyOf(options);
    }

    /** Returns whether there is a price limit. */
    public boolean hasPriceLimit() {
        return priceUpper != NO_LIMIT;
    }

    /** Returns the goal's options as the reference prints them: a map of a machine-written goal, else a list. */
    public Object optionsValue() {
        if (!options.isEmpty() && options.getFirst().name() != null) {
            Map<String, String> map = new LinkedHashMap<>();
            options.forEach(choice -> map.put(String.valueOf(choice.name()), choice.value()));
            return map;
        }
        return options.stream().map(Choice::value).toList();
    }
}
