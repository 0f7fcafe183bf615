package dev.guerdon.webshop.goal;

import dev.guerdon.api.Internal;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The reward of a purchase and its parts.
 *
 * @param reward the reward, 0 to 1
 * @param type how right the kind of product is
 * @param attributes the share of the wanted attributes that it has
 * @param attributeWeight the weight of the attributes
 * @param queryMatch whether it is found by the same search
 * @param categoryMatch whether it shares two departments
 * @param titleScore the share of the wanted title's nouns in its title
 * @param options the share of the wanted options that were chosen; null where none are wanted
 * @param optionWeight the weight of the options; null where none are wanted
 * @param price whether it is cheap enough
 * @param priceWeight the weight of the price
 */
@Internal
public record RewardBreakdown(
        double reward,
        double type,
        double attributes,
        double attributeWeight,
        boolean queryMatch,
        boolean categoryMatch,
        double titleScore,
        @Nullable Double options,
        @Nullable Double optionWeight,
        boolean price,
        double priceWeight) {

    /** The parts under the reference's names. */
    public Map<String, @Nullable Object> extras() {
        Map<String, @Nullable Object> extras = new LinkedHashMap<>();
        extras.put("r_type", type);
        extras.put("r_att", attributes);
        extras.put("w_att", attributeWeight);
        extras.put("query_match", queryMatch);
        extras.put("category_match", categoryMatch);
        extras.put("title_score", titleScore);
        if (options != null && optionWeight != null) {
            extras.put("r_option", options);
            extras.put("w_option", optionWeight);
        }
        extras.put("r_price", price);
        extras.put("w_price", priceWeight);
        return extras;
    }
}
