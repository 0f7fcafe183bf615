package dev.guerdon.webshop.catalogue;

import dev.guerdon.api.Internal;
import dev.guerdon.cpython.PythonFloats;
import dev.guerdon.cpython.PythonRandom;
import dev.guerdon.cpython.PythonStrings;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A product as the shop knows it.
 *
 * @param asin its id, at most ten characters
 * @param title its name
 * @param description the full description, often empty
 * @param bullets the features
 * @param pricing its price or price range
 * @param options the values to choose from, by option name, in the order of the data
 * @param optionImages the picture of each option value, if it has one
 * @param attributes what was mined about it, such as {@code gluten free}
 * @param image the address of its picture
 * @param shelf where the shop has it
 * @param instruction the machine-written instruction and its attributes, for synthetic goals
 */
@Internal
public record ShopProduct(
        String asin,
        String title,
        String description,
        List<String> bullets,
        Pricing pricing,
        Map<String, List<String>> options,
        Map<String, @Nullable String> optionImages,
        List<String> attributes,
        String image,
        Shelf shelf,
        @Nullable Instruction instruction) {

    /** What the data gives a product that nothing was mined about. */
    static final List<String> NO_ATTRIBUTES = List.of("DUMMY_ATTR");

    /**
     * Places where the shop has a product.
     *
     * @param query the search it was found with
     * @param category one of five broad words
     * @param productCategory the path in the shop's departments
     */
    record Shelf(String query, String category, String productCategory) {}

    /**
     * Instruction for a shopper.
     *
     * @param text the sentence
     * @param attributes what the product must be like
     * @param options option values that must be chosen; machine-written instructions get theirs from the product
     */
    public record Instruction(String text, List<String> attributes, List<String> options) {
        public Instruction {
            attributes = List.copyOf(attributes);
            options = List.copyOf(options);
        }
    }

    public ShopProduct {
        bullets = List.copyOf(bullets);
        options = Collections.unmodifiableMap(options);
        optionImages = Collections.unmodifiableMap(optionImages);
        attributes = List.copyOf(attributes);
    }

    /** Returns the search it was found with. */
    public String query() {
        return shelf.query();
    }

    /** Returns one of five broad words. */
    public String category() {
        return shelf.category();
    }

    /** Returns the path in the shop's departments. */
    public String productCategory() {
        return shelf.productCategory();
    }

    /** Returns the same product with what the attribute file says about it. */
    ShopProduct with(List<String> minedAttributes, @Nullable Instruction synthetic) {
        return new ShopProduct(
                asin,
                title,
                description,
                bullets,
                pricing,
                options,
                optionImages,
                minedAttributes,
                image,
                shelf,
                synthetic);
    }

    /** Returns what a page of results shows of it; thousands of shoppers at such pages would otherwise hold ten descriptions each. */
    ShopProduct brief() {
        return new ShopProduct(asin, title, "", List.of(), pricing, Map.of(), Map.of(), List.of(), image, shelf, null);
    }

    /** Returns the text that is searched. */
    String searchText() {
        StringBuilder text = new StringBuilder(title)
                .append(' ')
                .append(description)
                .append(' ')
                .append(bullets.isEmpty() ? "" : bullets.getFirst())
                .append(' ');
        String separator = "";
        for (Map.Entry<String, List<String>> option : options.entrySet()) {
            text.append(separator).append(option.getKey()).append(": ").append(String.join(", ", option.getValue()));
            separator = ", and ";
        }
        return PythonStrings.lower(text.toString());
    }

    /** Returns the option name that a value belongs to: the last one, where several share the value. */
    public Map<String, String> optionNames() {
        Map<String, String> names = new LinkedHashMap<>();
        options.forEach((name, values) -> values.forEach(value -> names.put(value, name)));
        return names;
    }

    /**
     * The one or two prices that a product's price text names.
     *
     * @param values one price, or two between which the product's price is drawn; not necessarily in order
     */
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

        /** Returns the price as pages show it. */
        public String tag() {
            String first = "$" + PythonFloats.repr(values.getFirst());
            return values.size() == 1 ? first : first + " to $" + PythonFloats.repr(values.getLast());
        }

        /** Returns the product's price: the one value, or one drawn between the two. */
        double draw(PythonRandom random) {
            return values.size() == 1 ? values.getFirst() : random.uniform(values.getFirst(), values.getLast());
        }
    }
}
