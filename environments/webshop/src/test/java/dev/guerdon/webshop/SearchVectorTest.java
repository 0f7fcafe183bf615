package dev.guerdon.webshop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.api.Json;
import dev.guerdon.cpython.PythonRandom;
import dev.guerdon.cpython.PythonStrings;
import dev.guerdon.webshop.ShopPage.Tab;
import dev.guerdon.webshop.catalogue.ProductCatalogue;
import dev.guerdon.webshop.catalogue.ShopOptions;
import dev.guerdon.webshop.catalogue.ShopProduct;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Compares search results and page texts with those recorded on the official products. */
class SearchVectorTest {

    private final Path data = Vectors.officialData();
    private final ShopWorld shop = ShopWorld.shared(ShopOptions.bundled().withData(data));

    @Test
    @Tag("slow")
    void ranksAsTheReferenceDoes() {
        ProductCatalogue catalogue = shop.catalogue();
        List<Json> lines = Vectors.lines(data.resolve("search_vectors.jsonl.gz"));
        assertThat(lines).hasSize(3710);
        for (Json line : lines) {
            int[] found = catalogue.find(List.of(line.get("query").asString()), () -> new PythonRandom(0));
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
        ProductCatalogue catalogue = shop.catalogue();
        for (Json line : Vectors.lines(data.resolve("recordings").resolve(file))) {
            ShopProduct product =
                    catalogue.product(catalogue.find(line.get("asin").asString()));
            ShopPage.Item item = new ShopPage.Item(product, List.of("x"), 1, java.util.Map.of());
            PageView view = PageView.of(item, "INSTR", dialect, false);
            assertThat(view.plainText()).isEqualTo(line.get("item").asString());
            assertThat(view.clickables()).isEqualTo(line.get(clickables).value());
            for (Tab tab : Tab.values()) {
                line.find(PythonStrings.lower(tab.label()))
                        .ifPresent(text -> assertThat(PageView.of(new ShopPage.Side(item, tab), "INSTR", dialect, true)
                                        .plainText())
                                .as("%s %s", product.asin(), tab)
                                .isEqualTo(text.asString()));
            }
        }
    }
}
