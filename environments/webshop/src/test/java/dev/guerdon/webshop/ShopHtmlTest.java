package dev.guerdon.webshop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.cpython.PythonRandom;
import dev.guerdon.webshop.ShopPage.Tab;
import dev.guerdon.webshop.ShopSite.Visit;
import dev.guerdon.webshop.catalogue.ProductCatalogue;
import dev.guerdon.webshop.catalogue.ShopOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The pages for browsers read, to AgentFly's client, exactly as the text of the same page. */
class ShopHtmlTest {

    private static final Pattern HIDDEN = Pattern.compile("(?s)<!--.*?-->|<head>.*?</head>|<script.*?</script>");
    private static final Pattern PIECE = Pattern.compile("(?s)<[^>]*>|[^<]+");

    /** What that client makes of a page: each text between tags, unless it is white space with a line break. */
    private static String read(String html) {
        List<String> segments = new ArrayList<>();
        Matcher piece = PIECE.matcher(HIDDEN.matcher(html).replaceAll(""));
        while (piece.find()) {
            String text = piece.group();
            if (!text.startsWith("<") && !(text.isBlank() && text.contains("\n"))) {
                segments.add(unescape(text).strip());
            }
        }
        return String.join(PageView.SEPARATOR, segments);
    }

    private static String unescape(String text) {
        return text.replace("&lt;", "<")
                .replace("&gt;", ">")
                .replace("&#34;", "\"")
                .replace("&#39;", "'")
                .replace("&amp;", "&");
    }

    @Test
    void everyPageReadsAsItsText() {
        ShopWorld shop = ShopWorld.shared(ShopOptions.bundled().withData(Vectors.catalogue()));
        ShopGoal goal = shop.goals().goal(0);
        ProductCatalogue catalogue = shop.catalogue();
        List<ShopPage> pages = new ArrayList<>(List.of(new ShopPage.Start()));
        for (String search : List.of("shoes", "free", "zzz")) {
            pages.add(shop.results(List.of(search), 1, () -> new PythonRandom(0)));
            pages.add(shop.results(List.of(search), 2, () -> new PythonRandom(0)));
        }
        for (int i = 0; i < catalogue.size(); i++) {
            ShopPage.Item item =
                    new ShopPage.Item(catalogue.product(i), List.of("women's", "<x>"), 2, Map.of("size", "8 oz"));
            pages.add(item);
            for (Tab tab : List.of(Tab.DESCRIPTION, Tab.FEATURES, Tab.REVIEWS)) {
                pages.add(new ShopPage.Side(item, tab));
            }
        }
        for (ShopPage page : pages) {
            String html = ShopHtml.of(new Visit(200, page, "7", goal, null, ""), page, goal);
            assertThat(read(html))
                    .isEqualTo(PageView.of(page, goal.instruction(), PageView.Dialect.AGENTFLY, false)
                            .plainText());
        }
    }

    @Test
    void whatShoppersTypeIsNeverMarkup() {
        ShopSite site = ShopSite.of(ShopWorld.shared(ShopOptions.bundled()));
        String session = "%3Cscript%3Ealert(1)%3C%2Fscript%3E%22%27";
        ShopSite.Answer start = site.answer("/index/" + session, true);
        assertThat(start.status()).isEqualTo(200);
        assertThat(start.body()).doesNotContain("<script>alert").contains("&lt;script&gt;");
        ShopSite.Answer results = site.answer("/search_results/" + session + "/%22%3E%3Cb%3Ebars/1", true);
        assertThat(results.status()).isEqualTo(200);
        assertThat(results.body()).doesNotContain("<b>").doesNotContain("<script>alert");
    }

    @Test
    void addressesOnPagesLeadToTheirPages() {
        ShopSite site = ShopSite.of(ShopWorld.shared(ShopOptions.bundled().withData(Vectors.catalogue())));
        site.answer("/index/0", true);
        List<String> open = new ArrayList<>(List.of("/search_results/0/women's%20%2F%20shoes%20%25/1"));
        for (int i = 0; i < 60 && i < open.size(); i++) {
            ShopSite.Answer answer = site.answer(open.get(i), true);
            assertThat(answer.status()).as(open.get(i)).isEqualTo(200);
            Matcher address = Pattern.compile("(?:action|href|data-url)=\"(/(?:item|search|index|done)[^\"]*)\"")
                    .matcher(answer.body());
            while (address.find()) {
                String next = unescape(address.group(1));
                if (!open.contains(next)) {
                    open.add(next);
                }
            }
        }
        assertThat(open).hasSizeGreaterThan(30);
    }
}
