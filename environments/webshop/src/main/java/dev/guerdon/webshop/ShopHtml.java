package dev.guerdon.webshop;

import static dev.guerdon.webshop.ShopHtml.PageTemplate.escape;

import dev.guerdon.core.base.HtmlEscape;
import dev.guerdon.core.base.Utf8;
import dev.guerdon.cpython.PythonFloats;
import dev.guerdon.cpython.PythonRepr;
import dev.guerdon.webshop.ShopPage.Tab;
import dev.guerdon.webshop.catalogue.ShopProduct;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The shop's pages for people and for AgentFly's client.
 *
 * <p>That client reads one piece of text after another, and finds buttons by the class {@code btn}, products by {@code product-link}
 * and options by their radio inputs; between elements there is always a line break, because other white space would read as text.
 */
final class ShopHtml {

    private static final PageTemplate TEMPLATE = new PageTemplate("site/shop.html");

    private final String session;
    private final ShopGoal goal;
    private final Webshop.@Nullable Parts breakdown;
    private final Map<String, String> everywhere;

    private ShopHtml(String session, ShopGoal goal, Webshop.@Nullable Parts breakdown) {
        this.session = session;
        this.goal = goal;
        this.breakdown = breakdown;
        this.everywhere = Map.of("session", escape(session), "instruction", escape(goal.instruction()));
    }

    static String of(ShopSite.Visit visit, ShopPage page, ShopGoal goal) {
        ShopHtml html = new ShopHtml(visit.session(), goal, visit.breakdown());
        return switch (page) {
            case ShopPage.Start start -> html.block("start", Map.of());
            case ShopPage.Results results -> html.results(results);
            case ShopPage.Item item -> html.item(item);
            case ShopPage.Side side -> html.side(side);
            case ShopPage.Done done -> html.done(done);
        };
    }

    private String block(String name, Map<String, String> values) {
        return TEMPLATE.fill(name, values, everywhere);
    }

    private String button(String address, String style, String label) {
        return block("button", Map.of("address", escape(address), "style", style, "label", escape(label)));
    }

    private String backToSearch() {
        return button("/index/" + PercentEncoding.part(session), "btn-success", "Back to Search");
    }

    private String resultsAddress(List<String> keywords, int number) {
        return "/search_results/" + PercentEncoding.part(session) + "/" + PercentEncoding.part(PythonRepr.of(keywords))
                + "/" + number;
    }

    private String itemAddress(String kind, ShopPage.Item item, String tab, Map<String, String> options) {
        return "/" + kind + "/" + PercentEncoding.part(session) + "/"
                + PercentEncoding.part(item.product().asin()) + "/"
                + PercentEncoding.part(PythonRepr.of(item.keywords())) + "/" + item.number() + "/" + tab
                + PercentEncoding.part(PythonRepr.of(options));
    }

    private String results(ShopPage.Results page) {
        int number = page.number();
        StringBuilder products = new StringBuilder();
        for (ShopProduct product : page.products()) {
            ShopPage.Item item = new ShopPage.Item(product, page.keywords(), number, Map.of());
            products.append(block(
                    "product",
                    Map.of(
                            "image", escape(product.image()),
                            "link", escape(itemAddress("item_page", item, "", Map.of())),
                            "asin", escape(product.asin()),
                            "title", escape(product.title()),
                            "price", escape(product.pricing().tag()))));
        }
        String previous = number > 1 ? turn(page, number - 1, "< Prev") : "";
        return block(
                "results",
                Map.of(
                        "back", backToSearch(),
                        "number", String.valueOf(number),
                        "total", String.valueOf(page.total()),
                        "turns", previous + turn(page, number + 1, "Next >"),
                        "products", products.toString()));
    }

    private String turn(ShopPage.Results page, int number, String label) {
        return button(resultsAddress(page.keywords(), number), "btn-primary", label);
    }

    private String item(ShopPage.Item page) {
        StringBuilder choices = new StringBuilder();
        page.product().options().forEach((name, values) -> choices.append(option(page, name, values)));
        Map<String, String> values = productPart(page);
        values.put(
                "back",
                backToSearch() + button(resultsAddress(page.keywords(), page.number()), "btn-primary", "< Prev"));
        values.put("choices", choices.toString());
        return block("item", values);
    }

    private static String pictureOf(ShopPage.Item page) {
        for (String value : page.options().values()) {
            String image = page.product().optionImages().get(value);
            if (image != null) {
                return image;
            }
        }
        return page.product().image();
    }

    private String option(ShopPage.Item page, String name, List<String> values) {
        StringBuilder choices = new StringBuilder();
        for (int i = 0; i < values.size(); i++) {
            String value = values.get(i);
            Map<String, String> chosen = new LinkedHashMap<>(page.options());
            chosen.put(name, value);
            choices.append(block(
                    "value",
                    Map.of(
                            "name", escape(name),
                            "number", String.valueOf(i),
                            "value", escape(value),
                            "address", escape(itemAddress("item_page", page, "", chosen)),
                            "checked", value.equals(page.options().get(name)) ? " checked" : "")));
        }
        return block("option", Map.of("name", escape(name), "values", choices.toString()));
    }

    /** Returns what item pages and their sides have in common. */
    private Map<String, String> productPart(ShopPage.Item page) {
        StringBuilder tabs = new StringBuilder();
        for (Tab tab : List.of(Tab.DESCRIPTION, Tab.FEATURES, Tab.REVIEWS)) {
            String address = itemAddress("item_sub_page", page, tab.label() + "/", page.options());
            tabs.append(button(address, "btn-primary", tab.label()));
        }
        String buy = "/done/" + PercentEncoding.part(session) + "/"
                + PercentEncoding.part(page.product().asin()) + "/"
                + PercentEncoding.part(PythonRepr.of(page.options()));
        Map<String, String> values = new HashMap<>();
        values.put("image", escape(pictureOf(page)));
        values.put("title", escape(page.product().title()));
        values.put("price", escape(page.product().pricing().tag()));
        values.put("tabs", tabs.toString());
        values.put("buy", button(buy, "btn-lg purchase", "Buy Now"));
        return values;
    }

    private String side(ShopPage.Side page) {
        ShopPage.Item item = page.item();
        Map<String, String> values = productPart(item);
        values.put(
                "back",
                backToSearch() + button(itemAddress("item_page", item, "", item.options()), "btn-primary", "< Prev"));
        values.put("label", page.tab().label());
        values.put(
                "content",
                switch (page.tab()) {
                    case DESCRIPTION ->
                        block(
                                "description",
                                Map.of("text", escape(item.product().description())));
                    case FEATURES -> bullets(item.product().bullets());
                    case REVIEWS -> "";
                    case ATTRIBUTES -> bullets(item.product().attributes());
                });
        return block("side", values);
    }

    private String bullets(List<String> texts) {
        StringBuilder items = new StringBuilder();
        texts.forEach(text -> items.append(block("bullet", Map.of("text", escape(text)))));
        return block("bullets", Map.of("items", items.toString()));
    }

    private String done(ShopPage.Done page) {
        StringBuilder rows = new StringBuilder();
        if (breakdown != null) {
            breakdown
                    .extras()
                    .forEach((name, value) -> rows.append(
                            block("part", Map.of("name", escape(name), "value", escape(String.valueOf(value))))));
        }
        return block(
                "done",
                Map.of(
                        "title", escape(page.product().title()),
                        "reward", PythonFloats.repr(page.reward()),
                        "parts", breakdown == null ? "" : block("parts", Map.of("rows", rows.toString())),
                        "wanted", escape(goal.asin() + " " + goal.name()),
                        "again", button("/", "btn-success", "Shop again")));
    }

    /**
     * Markup in a file of blocks, each begun by {@code === name}, with slots such as <code>{{title}}</code> for values.
     *
     * <p>An empty slot protects the blanks before it. The values are markup, so what is text is escaped first.
     */
    static final class PageTemplate {

        private static final Pattern SLOT = Pattern.compile("\\{\\{(\\w*)}}");

        private final Map<String, String> blocks = new HashMap<>();

        PageTemplate(String file) {
            for (String block : Utf8.resource(PageTemplate.class, file).split("(?m)^=== ", -1)) {
                int end = block.indexOf('\n');
                if (end >= 0) {
                    blocks.put(block.substring(0, end), block.substring(end + 1));
                }
            }
        }

        static String escape(String text) {
            return HtmlEscape.MARKUPSAFE.escape(text);
        }

        /** Returns a block with its slots filled, from the values or else from those that every block of a page may use. */
        String fill(String name, Map<String, String> values, Map<String, String> everywhere) {
            StringBuilder out = new StringBuilder(1024);
            Matcher slot = SLOT.matcher(blocks.getOrDefault(name, ""));
            while (slot.find()) {
                String value = values.getOrDefault(slot.group(1), everywhere.getOrDefault(slot.group(1), ""));
                slot.appendReplacement(out, Matcher.quoteReplacement(value));
            }
            return slot.appendTail(out).toString();
        }
    }
}
