package dev.guerdon.offlineweb.sites;

import dev.guerdon.offlineweb.sites.Goods.Category;
import dev.guerdon.offlineweb.sites.Goods.Product;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A shop: one long page for each category, and a page for each product. */
final class ShopSite implements Site {

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
        return "/product/" + Html.slug(product.name());
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
        StringBuilder out = new StringBuilder("<ul>");
        Goods.CATEGORIES.forEach((slug, category) -> out.append("<li>")
                .append(Html.link("/category/" + slug, category.name()))
                .append("</li>"));
        return Html.page("Larkfield shop", out.append("</ul>").toString());
    }

    private static String categoryPage(Category category) {
        StringBuilder out = new StringBuilder();
        Goods.all().stream()
                .filter(product -> product.category().equals(category))
                .forEach(product -> out.append("<article><h3>")
                        .append(Html.link(path(product), product.name()))
                        .append("</h3>")
                        .append(facts(product))
                        .append(Html.paragraph(product.text()))
                        .append("</article>"));
        return Html.page(category.name(), out.toString());
    }

    private static String productPage(Product product) {
        return Html.page(
                product.name(),
                facts(product)
                        + Html.paragraph("Made by " + product.maker() + ". " + product.text())
                        + "<button>Add to basket</button>");
    }

    private static String facts(Product product) {
        Category category = product.category();
        return Html.paragraph(String.format(Locale.ROOT, "Price: $%.2f", product.cents() / 100.0))
                + Html.paragraph(category.measure() + ": " + size(product) + " " + category.unit())
                + Html.paragraph("Rating: " + product.rating() + " of 5");
    }

    private static String size(Product product) {
        return product.category().step() < 1 ? Html.oneDecimal(product.size()) : String.valueOf((int) product.size());
    }
}
