package dev.guerdon.webshop;

import static dev.guerdon.webshop.ShopHtml.PageTemplate.escape;

import dev.guerdon.cpython.JsonWriter;
import dev.guerdon.cpython.PythonFloats;
import dev.guerdon.cpython.PythonRepr;
import dev.guerdon.cpython.PythonStrings;
import dev.guerdon.webshop.ShopPage.Tab;
import dev.guerdon.webshop.catalogue.ShopProduct;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The page source that WebShop's own environment gives in the mode {@code html}, byte for byte.
 *
 * <p>Agents were trained on these pages, so their markup, its slips and its blank lines are part of the interface. Pages for people are
 * made by {@code ShopHtml}.
 */
final class ReferenceHtml {

    private static final ShopHtml.PageTemplate TEMPLATE = new ShopHtml.PageTemplate("site/reference.html");

    private final String session;
    private final boolean attributesTab;
    private final Map<String, String> everywhere;

    private ReferenceHtml(String session, String instruction, boolean attributesTab) {
        this.session = session;
        this.attributesTab = attributesTab;
        this.everywhere = Map.of("home", address(), "instruction", escape(instruction));
    }

    static String of(ShopSession session, boolean attributesTab) {
        ReferenceHtml html = new ReferenceHtml(session.id(), session.goal().instruction(), attributesTab);
        String page = switch (session.page()) {
            case ShopPage.Start start -> html.block("start", Map.of());
            case ShopPage.Results results -> html.results(results);
            case ShopPage.Item item -> html.item(item);
            case ShopPage.Side side -> html.side(side);
            case ShopPage.Done done ->
                html.block(
                        "done",
                        Map.of(
                                "asin", escape(done.product().asin()),
                                "options", JsonWriter.template(done.options()),
                                "reward", PythonFloats.repr(done.reward())));
        };
        return page.substring(0, page.length() - 1);
    }

    private String block(String name, Map<String, String> values) {
        return TEMPLATE.fill(name, values, everywhere);
    }

    /** Returns an address with parameters, escaped for an attribute. Parameters come in pairs of name and value. */
    private String address(String... parameters) {
        StringBuilder url = new StringBuilder("/?session_id=").append(encode(session));
        for (int i = 0; i < parameters.length; i += 2) {
            url.append('&').append(parameters[i]).append('=').append(encode(parameters[i + 1]));
        }
        return escape(url.toString());
    }

    private static String encode(String value) {
        String encoded = URLEncoder.encode(value, StandardCharsets.UTF_8).replace("%7E", "~");
        for (char safe : "!$'(),/:;?@".toCharArray()) {
            encoded = encoded.replace(String.format(Locale.ROOT, "%%%02X", (int) safe), String.valueOf(safe));
        }
        return encoded;
    }

    private String itemAddress(ShopPage.Item item, Map<String, String> options, List<String> more) {
        List<String> parameters = new ArrayList<>(List.of("asin", item.product().asin()));
        parameters.addAll(search(item.keywords(), item.number()));
        parameters.addAll(more);
        parameters.addAll(List.of("options", PythonRepr.of(options)));
        return address(parameters.toArray(String[]::new));
    }

    private static List<String> search(List<String> keywords, int page) {
        List<String> parameters = new ArrayList<>();
        keywords.forEach(word -> parameters.addAll(List.of("keywords", word)));
        parameters.addAll(List.of("page", String.valueOf(page)));
        return parameters;
    }

    private String searchAddress(List<String> keywords, int page) {
        return address(search(keywords, page).toArray(String[]::new));
    }

    private String results(ShopPage.Results page) {
        StringBuilder products = new StringBuilder();
        page.products().forEach(product -> products.append(product(page, product)));
        int number = page.number();
        return block(
                "results",
                Map.of(
                        "number", String.valueOf(number),
                        "total", String.valueOf(page.total()),
                        "previous", number > 1 ? turn(page, number - 1, "< Prev") : "",
                        "next", turn(page, number + 1, "Next >"),
                        "products", products.toString()));
    }

    private String turn(ShopPage.Results page, int number, String label) {
        return block("turn", Map.of("address", searchAddress(page.keywords(), number), "label", escape(label)));
    }

    private String product(ShopPage.Results page, ShopProduct product) {
        ShopPage.Item item = new ShopPage.Item(product, page.keywords(), page.number(), Map.of());
        Map<String, String> values = new HashMap<>(shelf(product));
        values.put("image", escape(product.image()));
        values.put("link", itemAddress(item, Map.of(), List.of()));
        values.put("asin", escape(product.asin()));
        values.put("title", escape(product.title()));
        values.put("price", escape(product.pricing().tag()));
        return block("product", values);
    }

    private static Map<String, String> shelf(ShopProduct product) {
        return Map.of(
                "category", escape(product.category()),
                "query", escape(product.query()),
                "product_category", escape(product.productCategory()));
    }

    private String item(ShopPage.Item page) {
        ShopProduct product = page.product();
        StringBuilder choices = new StringBuilder();
        product.options().forEach((name, values) -> choices.append(option(page, name, values)));
        String blank = "            \n";
        String tabs = tab(page, "description", Tab.DESCRIPTION)
                + tab(page, "bulletpoints", Tab.FEATURES)
                + tab(page, "reviews", Tab.REVIEWS)
                + blank
                + (attributesTab ? tab(page, "attributes", Tab.ATTRIBUTES) + blank : "");
        return block(
                "item",
                Map.of(
                        "address", searchAddress(page.keywords(), page.number()),
                        "image", escape(product.image()),
                        "choices", choices.toString(),
                        "title", escape(product.title()),
                        "price", escape(product.pricing().tag()),
                        "tabs", tabs,
                        "buy", address("asin", product.asin(), "options", PythonRepr.of(page.options())),
                        "options", JsonWriter.template(page.options()),
                        "images", JsonWriter.template(product.optionImages())));
    }

    private String option(ShopPage.Item page, String name, List<String> values) {
        StringBuilder choices = new StringBuilder();
        for (int i = 0; i < values.size(); i++) {
            Map<String, String> chosen = new LinkedHashMap<>(page.options());
            chosen.put(name, values.get(i));
            choices.append(block(
                    "value",
                    Map.of(
                            "name", escape(name),
                            "number", String.valueOf(i),
                            "value", escape(values.get(i)),
                            "address", itemAddress(page, chosen, List.of()))));
        }
        return block("option", Map.of("name", escape(name), "values", choices.toString()));
    }

    private String tab(ShopPage.Item page, String name, Tab tab) {
        String address = itemAddress(page, page.options(), List.of("sub_page", tab.label()));
        return block("tab", Map.of("name", name, "address", address, "label", tab.label()));
    }

    private String side(ShopPage.Side page) {
        ShopProduct product = page.item().product();
        String content = switch (page.tab()) {
            case DESCRIPTION -> block("description", Map.of("description", escape(product.description())));
            case FEATURES -> bullets("product-info", product.bullets());
            case REVIEWS -> block("reviews", Map.of());
            case ATTRIBUTES -> bullets("attribute", product.attributes()) + block("shelf", shelf(product));
        };
        boolean features = page.tab() == Tab.FEATURES;
        return block(
                "side",
                Map.of(
                        "address",
                        itemAddress(page.item(), page.item().options(), List.of()),
                        "name",
                        features
                                ? "bulletpoints"
                                : PythonStrings.lower(page.tab().label()),
                        "content",
                        content));
    }

    private String bullets(String style, List<String> texts) {
        StringBuilder items = new StringBuilder();
        texts.forEach(text -> items.append(block("bullet", Map.of("style", style, "text", escape(text)))));
        return block("bullets", Map.of("items", items.toString()));
    }
}
