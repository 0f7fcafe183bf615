package dev.guerdon.webshop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.api.Json;
import dev.guerdon.cpython.Strings;
import dev.guerdon.webshop.catalogue.Catalogue;
import dev.guerdon.webshop.catalogue.Product;
import dev.guerdon.webshop.shop.Page;
import dev.guerdon.webshop.shop.PageView;
import dev.guerdon.webshop.shop.Shop;
import dev.guerdon.webshop.shop.ShopOptions;
import dev.guerdon.webshop.shop.Shops;
import dev.guerdon.webshop.shop.Tab;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Compares search results and page texts with those recorded on the official products. */
class SearchVectorTest {

    private final Path data = Vectors.officialData();
    private final Shop shop = Shops.shared(ShopOptions.bundled().withData(data));

    @Test
    void ranksAsTheReferenceDoes() {
        Catalogue catalogue = shop.storefront().catalogue();
        List<Json> lines = Vectors.lines(data.resolve("search_vectors.jsonl.gz"));
        assertThat(lines).hasSize(3710);
        for (Json line : lines) {
            int[] found = catalogue.index().search(line.get("query").asString());
            assertThat(found.length)
                    .as("%s", line.get("query").value())
                    .isEqualTo(line.get("n_hits").asInt());
            List<String> ids = new ArrayList<>();
            for (int i = 0; i < Math.min(found.length, line.get("k").asInt()); i++) {
                ids.add(catalogue.product(found[i]).asin());
            }
            assertThat(ids)
                    .as("%s", line.get("query").value())
                    .isEqualTo(line.get("docids").value());
        }
    }

    @Test
    void everyPageOfEveryProductReadsAsRecorded() {
        compare("pages_webshop.jsonl.gz", PageView.Dialect.UPSTREAM, "clickables");
        compare("pages_agentfly.jsonl.gz", PageView.Dialect.AGENTFLY, "item_clickables");
    }

    private void compare(String file, PageView.Dialect dialect, String clickables) {
        Catalogue catalogue = shop.storefront().catalogue();
        for (Json line : Vectors.lines(data.resolve("recordings").resolve(file))) {
            Product product = catalogue.product(catalogue.find(line.get("asin").asString()));
            Page.Item item = new Page.Item(product, List.of("x"), 1, java.util.Map.of());
            PageView view = PageView.of(item, "INSTR", dialect, false);
            assertThat(view.plainText()).isEqualTo(line.get("item").asString());
            assertThat(view.clickables()).isEqualTo(line.get(clickables).value());
            for (Tab tab : Tab.values()) {
                line.find(Strings.lower(tab.label()))
                        .ifPresent(text -> assertThat(PageView.of(new Page.Side(item, tab), "INSTR", dialect, true)
                                        .plainText())
                                .as("%s %s", product.asin(), tab)
                                .isEqualTo(text.asString()));
            }
        }
    }
}
