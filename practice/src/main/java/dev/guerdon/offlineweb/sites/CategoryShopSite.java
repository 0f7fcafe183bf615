package dev.guerdon.offlineweb.sites;

import dev.guerdon.offlineweb.sites.CategoryShopSite.Goods.Category;
import dev.guerdon.offlineweb.sites.CategoryShopSite.Goods.Product;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A shop: one long page for each category, and a page for each product. */
final class CategoryShopSite implements OfflineSite {

    static final String HOST = "shop";

    @Override
    public String host() {
        return HOST;
    }

    @Override
    public List<Entry> entries() {
        List<Entry> entries = new ArrayList<>();
        Goods.CATEGORIES.forEach((slug, category) -> entries.add(new Entry(
                HOST,
                "/category/" + slug,
                category.name() + " - Larkfield shop",
                "Buy a " + category.noun() + ": all " + slug + " of the Larkfield shop with price, "
                        + category.measure().toLowerCase(Locale.ROOT) + " in " + category.unit() + " and rating.")));
        Goods.all()
                .forEach(product -> entries.add(new Entry(
                        HOST,
                        path(product),
                        product.name() + " - Larkfield shop",
                        product.name() + " by " + product.maker() + ". " + product.text())));
        return entries;
    }

    private static String path(Product product) {
        return "/product/" + SiteHtml.slug(product.name());
    }

    @Override
    public Reply answer(Request request) {
        List<String> parts = request.parts();
        String last = parts.getLast();
        return switch (parts.getFirst()) {
            case "" -> Reply.html(home());
            case "category" ->
                Goods.CATEGORIES.containsKey(last)
                        ? Reply.html(categoryPage(Goods.CATEGORIES.get(last)))
                        : Reply.missing("category " + last);
            case "product" ->
                Goods.all().stream()
                        .filter(product -> path(product).equals(request.path()))
                        .findFirst()
                        .map(product -> Reply.html(productPage(product)))
                        .orElse(Reply.missing("product " + last));
            default -> Reply.missing("page " + request.path());
        };
    }

    private static String home() {
        return SiteHtml.page(
                "Larkfield shop",
                SiteHtml.list(Goods.CATEGORIES.entrySet().stream()
                        .map(category -> SiteHtml.link(
                                "/category/" + category.getKey(),
                                category.getValue().name()))));
    }

    private static String categoryPage(Category category) {
        StringBuilder out = new StringBuilder();
        Goods.all().stream()
                .filter(product -> product.category().equals(category))
                .forEach(product -> out.append("<article><h3>")
                        .append(SiteHtml.link(path(product), product.name()))
                        .append("</h3>")
                        .append(facts(product))
                        .append(SiteHtml.paragraph(product.text()))
                        .append("</article>"));
        return SiteHtml.page(category.name(), out.toString());
    }

    private static String productPage(Product product) {
        return SiteHtml.page(
                product.name(),
                facts(product)
                        + SiteHtml.paragraph("Made by " + product.maker() + ". " + product.text())
                        + "<button>Add to basket</button>");
    }

    private static String facts(Product product) {
        Category category = product.category();
        return SiteHtml.paragraph(String.format(Locale.ROOT, "Price: $%.2f", product.cents() / 100.0))
                + SiteHtml.paragraph(category.measure() + ": " + size(product) + " " + category.unit())
                + SiteHtml.paragraph("Rating: " + product.rating() + " of 5");
    }

    private static String size(Product product) {
        return product.category().step() < 1
                ? SiteHtml.oneDecimal(product.size())
                : String.valueOf((int) product.size());
    }

    /** Goods of the offline web's shop. */
    static final class Goods {

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

        private static final List<String> MAKERS = KeyedRandom.list("makers of goods");
        private static final List<String> LINES = KeyedRandom.list("lines of goods");
        private static final List<String> TEXTS = KeyedRandom.list("texts on goods");

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
                    double size = category.low + category.step * KeyedRandom.below(12, key + "size", i);
                    int cents = 1299 + 100 * KeyedRandom.below(85, key + "price", i) + 3 * i;
                    products.add(new Product(
                            category,
                            name,
                            maker,
                            Math.rint(size * 10) / 10,
                            cents,
                            Math.rint(KeyedRandom.between(2.8, 5, key + "rating", i) * 10) / 10,
                            KeyedRandom.of(TEXTS, key + "text", i)));
                }
            }
            return List.copyOf(products);
        }
    }
}
