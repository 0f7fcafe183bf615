package dev.guerdon.offlineweb.sites;

import dev.guerdon.api.Internal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What the offline web's shop sells. */
@Internal
public final class Goods {

    /**
     * A category.
     *
     * @param noun what one of them is called
     * @param measure what its size is called
     * @param unit the size's unit
     * @param low the smallest size
     * @param step sizes go up by this
     */
    public record Category(String name, String noun, String measure, String unit, double low, double step) {}

    /** A product; the price is in cents. */
    public record Product(
            Category category, String name, String maker, double size, int cents, double rating, String text) {}

    public static final Map<String, Category> CATEGORIES = categories();

    private static final List<String> MAKERS =
            List.of("Cobble", "Crane", "Dunmore", "Ashby", "Tallis", "Verity", "Wexcombe", "Yarrow");
    private static final List<String> LINES =
            List.of("Aster", "Birch", "Comet", "Dune", "Echo", "Fjord", "Grove", "Halo");
    private static final List<String> TEXTS = List.of(
            "Two years of guarantee and spare parts for ten.",
            "Made from recycled material where it can be.",
            "Comes with a printed manual in six languages.",
            "Tested by our own staff for a whole winter.",
            "The one that most customers buy again.");

    private static final List<Product> ALL = make();

    private Goods() {}

    public static List<Product> all() {
        return ALL;
    }

    private static Map<String, Category> categories() {
        Map<String, Category> all = new LinkedHashMap<>();
        all.put("kettles", new Category("Kettles", "kettle", "Capacity", "litres", 0.8, 0.1));
        all.put("backpacks", new Category("Backpacks", "backpack", "Volume", "litres", 12, 4));
        all.put("lamps", new Category("Lamps", "lamp", "Brightness", "lumens", 200, 100));
        return all;
    }

    private static List<Product> make() {
        List<Product> products = new ArrayList<>();
        for (Category category : CATEGORIES.values()) {
            for (int i = 0; i < 48; i++) {
                String key = category.name + " ";
                // 48 of the 64 pairs of maker and line, each once.
                String maker = MAKERS.get(i % 8);
                String name = maker + " " + LINES.get((i / 8 + i) % 8) + " " + category.noun;
                double size = category.low + category.step * Draws.below(12, key + "size", i);
                int cents = 1299 + 100 * Draws.below(85, key + "price", i) + 3 * i;
                products.add(new Product(
                        category,
                        name,
                        maker,
                        Math.rint(size * 10) / 10,
                        cents,
                        Math.rint(Draws.between(2.8, 5, key + "rating", i) * 10) / 10,
                        TEXTS.get(Draws.below(TEXTS.size(), key + "text", i))));
            }
        }
        return List.copyOf(products);
    }
}
