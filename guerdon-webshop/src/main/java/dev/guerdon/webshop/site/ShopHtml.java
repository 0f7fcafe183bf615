package dev.guerdon.webshop.site;

import dev.guerdon.api.Internal;
import dev.guerdon.cpython.Floats;
import dev.guerdon.cpython.Repr;
import dev.guerdon.webshop.catalogue.Product;
import dev.guerdon.webshop.goal.Goal;
import dev.guerdon.webshop.goal.Percent;
import dev.guerdon.webshop.goal.RewardBreakdown;
import dev.guerdon.webshop.shop.Page;
import dev.guerdon.webshop.shop.Tab;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The shop's pages for people and for AgentFly's client.
 *
 * <p>That client reads one piece of text after another, and finds buttons by the class {@code btn}, products by {@code product-link}
 * and options by their radio inputs; between elements there is always a line break, because other white space would read as text.
 */
@Internal
public final class ShopHtml {

    private static final String STYLE = "/static/style.css";

    private final StringBuilder out = new StringBuilder(8192);
    private final String session;
    private final Goal goal;
    private final @Nullable RewardBreakdown breakdown;

    private ShopHtml(String session, Goal goal, @Nullable RewardBreakdown breakdown) {
        this.session = session;
        this.goal = goal;
        this.breakdown = breakdown;
    }

    public static String of(Visit visit, Page page, Goal goal) {
        ShopHtml html = new ShopHtml(visit.session(), goal, visit.breakdown());
        html.head();
        switch (page) {
            case Page.Start start -> html.start();
            case Page.Results results -> html.results(results);
            case Page.Item item -> html.item(item);
            case Page.Side side -> html.side(side);
            case Page.Done done -> html.done(done);
        }
        html.line("</main>");
        html.line("</body>");
        html.line("</html>");
        return html.out.toString();
    }

    private static String escape(String text) {
        return ReferenceHtml.escape(text);
    }

    private void line(String text) {
        out.append(text).append('\n');
    }

    private void head() {
        line("<!DOCTYPE html>");
        line("<html lang=\"en\">");
        line("<head>");
        line("<meta charset=\"utf-8\">");
        line("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">");
        line("<title>WebShop</title>");
        line("<link rel=\"stylesheet\" href=\"" + STYLE + "\">");
        line("<link rel=\"icon\" href=\"data:,\">");
        line("</head>");
        line("<body>");
        line("<main>");
    }

    private void instruction() {
        line("<div id=\"instruction-text\">");
        line("<h4>Instruction:<br>" + escape(goal.instruction()) + "</h4>");
        line("</div>");
    }

    private void start() {
        line("<h2>WebShop</h2>");
        instruction();
        line("<form method=\"post\" action=\"/\" class=\"search\">");
        line("<input type=\"hidden\" name=\"session_id\" value=\"" + escape(session) + "\">");
        line(
                "<input id=\"search_input\" type=\"text\" name=\"search_query\" placeholder=\"Search...\" required autofocus>");
        line("<button class=\"btn btn-success\" type=\"submit\">Search</button>");
        line("</form>");
    }

    private void button(String address, String style, String label) {
        line("<form method=\"post\" action=\"" + escape(address) + "\">");
        line("<button type=\"submit\" class=\"btn " + style + "\">" + escape(label) + "</button>");
        line("</form>");
    }

    private void backToSearch() {
        button("/index/" + Percent.part(session), "btn-success", "Back to Search");
    }

    private String resultsAddress(List<String> keywords, int number) {
        return "/search_results/" + Percent.part(session) + "/" + Percent.part(Repr.of(keywords)) + "/" + number;
    }

    private String itemAddress(String kind, Page.Item item, String tab, Map<String, String> options) {
        return "/" + kind + "/" + Percent.part(session) + "/"
                + Percent.part(item.product().asin()) + "/"
                + Percent.part(Repr.of(item.keywords())) + "/" + item.number() + "/" + tab
                + Percent.part(Repr.of(options));
    }

    private void results(Page.Results page) {
        instruction();
        line("<nav>");
        backToSearch();
        line("<h3>Page " + page.number() + " (Total results: " + page.total() + ")</h3>");
        if (page.number() > 1) {
            button(resultsAddress(page.keywords(), page.number() - 1), "btn-primary", "< Prev");
        }
        button(resultsAddress(page.keywords(), page.number() + 1), "btn-primary", "Next >");
        line("</nav>");
        for (Product product : page.products()) {
            Page.Item item = new Page.Item(product, page.keywords(), page.number(), Map.of());
            line("<article class=\"searched-product\">");
            picture(product.image());
            line("<div>");
            line("<h4 class=\"product-asin\"><a class=\"product-link\" href=\""
                    + escape(itemAddress("item_page", item, "", Map.of())) + "\">" + escape(product.asin())
                    + "</a></h4>");
            line("<h4 class=\"product-title\">" + escape(product.title()) + "</h4>");
            line("<h5 class=\"product-price\">" + escape(product.pricing().tag()) + "</h5>");
            line("</div>");
            line("</article>");
        }
    }

    private void picture(String address) {
        line("<img src=\"" + escape(address) + "\" alt=\"\" loading=\"lazy\">");
    }

    private void item(Page.Item page) {
        instruction();
        line("<nav>");
        backToSearch();
        button(resultsAddress(page.keywords(), page.number()), "btn-primary", "< Prev");
        line("</nav>");
        line("<section class=\"item\">");
        line("<div>");
        picture(pictureOf(page));
        page.product().options().forEach((name, values) -> option(page, name, values));
        line("</div>");
        productPart(page);
        line("</section>");
        line("<script src=\"/static/options.js\"></script>");
    }

    private static String pictureOf(Page.Item page) {
        for (String value : page.options().values()) {
            String image = page.product().optionImages().get(value);
            if (image != null) {
                return image;
            }
        }
        return page.product().image();
    }

    private void option(Page.Item page, String name, List<String> values) {
        line("<div class=\"option\">");
        line("<h4>" + escape(name) + "</h4>");
        line("<div class=\"radio-toolbar\">");
        for (int i = 0; i < values.size(); i++) {
            String value = values.get(i);
            Map<String, String> chosen = new LinkedHashMap<>(page.options());
            chosen.put(name, value);
            String id = escape("radio_" + name + i);
            line("<input type=\"radio\" id=\"" + id + "\" name=\"" + escape(name) + "\" value=\"" + escape(value)
                    + "\" data-url=\"" + escape(itemAddress("item_page", page, "", chosen)) + "\""
                    + (value.equals(page.options().get(name)) ? " checked" : "") + ">");
            line("<label for=\"" + id + "\">" + escape(value) + "</label>");
        }
        line("</div>");
        line("</div>");
    }

    private void productPart(Page.Item page) {
        line("<div>");
        line("<h2>" + escape(page.product().title()) + "</h2>");
        line("<h4>Price: " + escape(page.product().pricing().tag()) + "</h4>");
        line("<h4>Rating: N.A.</h4>");
        line("<nav>");
        for (Tab tab : List.of(Tab.DESCRIPTION, Tab.FEATURES, Tab.REVIEWS)) {
            button(itemAddress("item_sub_page", page, tab.label() + "/", page.options()), "btn-primary", tab.label());
        }
        line("</nav>");
        String buy = "/done/" + Percent.part(session) + "/"
                + Percent.part(page.product().asin()) + "/" + Percent.part(Repr.of(page.options()));
        button(buy, "btn-lg purchase", "Buy Now");
        line("</div>");
    }

    private void side(Page.Side page) {
        instruction();
        line("<nav>");
        backToSearch();
        button(itemAddress("item_page", page.item(), "", page.item().options()), "btn-primary", "< Prev");
        line("</nav>");
        line("<section class=\"item\">");
        picture(pictureOf(page.item()));
        productPart(page.item());
        line("</section>");
        line("<section>");
        line("<h3>" + page.tab().label() + "</h3>");
        Product product = page.item().product();
        switch (page.tab()) {
            case DESCRIPTION -> line("<p>" + escape(product.description()) + "</p>");
            case FEATURES -> bullets(product.bullets());
            case REVIEWS -> {}
            case ATTRIBUTES -> bullets(product.attributes());
        }
        line("</section>");
    }

    private void bullets(List<String> texts) {
        line("<ul>");
        texts.forEach(text -> line("<li>" + escape(text) + "</li>"));
        line("</ul>");
    }

    private void done(Page.Done page) {
        line("<h1 id=\"thankyou\">Thank you for shopping with us!</h1>");
        line("<p>You bought " + escape(page.product().title()) + ".</p>");
        line("<h3 id=\"reward\">Your score (min 0.0, max 1.0)<pre>" + Floats.repr(page.reward()) + "</pre></h3>");
        RewardBreakdown parts = breakdown;
        if (parts != null) {
            line("<table>");
            parts.extras()
                    .forEach((name, value) -> line(
                            "<tr><th>" + escape(name) + "</th><td>" + escape(String.valueOf(value)) + "</td></tr>"));
            line("</table>");
        }
        line("<div id=\"goal\" hidden>");
        line("<p>" + escape(goal.asin() + " " + goal.name()) + "</p>");
        line("<p>" + escape(goal.instruction()) + "</p>");
        line("</div>");
        button("/", "btn-success", "Shop again");
    }
}
