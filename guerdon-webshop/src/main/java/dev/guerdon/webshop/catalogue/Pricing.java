package dev.guerdon.webshop.catalogue;

import dev.guerdon.api.Internal;
import dev.guerdon.cpython.Floats;
import dev.guerdon.cpython.PythonRandom;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The one or two prices that a product's price text names.
 *
 * @param values one price, or two between which the product's price is drawn; not necessarily in order
 */
@Internal
public record Pricing(List<Double> values) {

    /** What a product without a price costs. */
    private static final Pricing UNKNOWN = new Pricing(List.of(100.0));

    public Pricing {
        values = List.copyOf(values);
    }

    /** Reads texts such as {@code $18.50} or {@code $22.00 - $31.99}. */
    static Pricing parse(@Nullable String text) {
        if (text == null || text.isEmpty()) {
            return UNKNOWN;
        }
        List<Double> values = new ArrayList<>(2);
        String[] parts = text.split("\\$", -1);
        for (int i = 1; i < parts.length; i++) {
            StringBuilder digits = new StringBuilder();
            for (int j = 0; j < parts[i].length(); j++) {
                char c = parts[i].charAt(j);
                if ((c >= '0' && c <= '9') || c == '.') {
                    digits.append(c);
                }
            }
            try {
                values.add(Double.parseDouble(digits.toString()));
            } catch (NumberFormatException e) {
                throw new WebshopException("expected a price after '$' in 'pricing', found \"" + text + "\"");
            }
        }
        if (values.isEmpty()) {
            throw new WebshopException("expected a price such as $18.50 in 'pricing', found \"" + text + "\"");
        }
        return new Pricing(values.subList(0, Math.min(2, values.size())));
    }

    /** The price as pages show it. */
    public String tag() {
        String first = "$" + Floats.repr(values.getFirst());
        return values.size() == 1 ? first : first + " to $" + Floats.repr(values.getLast());
    }

    /** The product's price: the one value, or one drawn between the two. */
    double draw(PythonRandom random) {
        return values.size() == 1 ? values.getFirst() : random.uniform(values.getFirst(), values.getLast());
    }
}
