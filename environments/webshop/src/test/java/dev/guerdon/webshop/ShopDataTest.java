package dev.guerdon.webshop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guerdon.api.Step;
import dev.guerdon.api.Task;
import dev.guerdon.cpython.PythonRandom;
import dev.guerdon.webshop.catalogue.CatalogueGenerator;
import dev.guerdon.webshop.catalogue.ProductCatalogue;
import dev.guerdon.webshop.catalogue.ProductSources.Loaded;
import dev.guerdon.webshop.catalogue.ShopOptions;
import dev.guerdon.webshop.catalogue.ShopProduct;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reading catalogues: good, bad, large. */
class ShopDataTest {

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    private static final String GOOD = "{\"asin\":\"%s\",\"name\":\"Tea %s\",\"pricing\":\"$4.00\",\"query\":\"Tea \","
            + "\"category\":\"grocery\",\"product_category\":\"A › B\",\"small_description\":\"fine\",\"images\":[],"
            + "\"full_description\":null,\"average_rating\":NaN,\"customization_options\":{\"Size\":[{\"value\":\" Big/Wide \"}],\"Color\":null}}";

    private ShopWorld shop(String items) throws IOException {
        Files.writeString(folder.resolve("items_shuffle_1000.json"), items);
        Files.writeString(
                folder.resolve("items_ins_v2_1000.json"),
                "{\"B1\":{\"attributes\":[\"organic\"],"
                        + "\"instruction\":\"Find me organic tea\",\"instruction_attributes\":[\"organic\"]}}");
        return ShopWorld.open(ShopOptions.bundled().withData(folder).withGoals(false, true));
    }

    @Test
    void malformedProductsAreSkippedWithLineAndReasonAndCounted() throws IOException {
        ShopWorld shop = shop(String.join(
                "\n",
                "[",
                GOOD.formatted("B1", "one") + ",",
                "{\"asin\":\"B2\",\"name\":7},",
                "{\"asin\":\"B3\",\"name\":\"no price\",\"pricing\":\"call us\"},",
                "{\"asin\":\"B4\",\"name\":\"an unclosed text},",
                GOOD.formatted("B1", "again") + ",",
                GOOD.formatted("nan", "nan") + ",",
                GOOD.formatted("B1234567890", "long") + ",",
                "{\"asin\":\"B5\",,},",
                GOOD.formatted("B6", "six") + ",",
                "{\"asin\":\"B7\",\"name\":\"cut off"));
        Loaded loaded = shop.loaded();
        assertThat(loaded.products()).isEqualTo(2);
        assertThat(loaded.duplicates()).isEqualTo(1);
        assertThat(loaded.unusable()).isEqualTo(2);
        assertThat(loaded.malformed()).isEqualTo(5);
        assertThat(loaded.faults()).extracting(Loaded.Fault::line).containsExactly(3L, 4L, 5L, 9L, 11L);
        assertThat(loaded.faults().get(0).reason()).isEqualTo("expected a text in 'name', found 7");
        assertThat(loaded.faults().get(1).reason())
                .isEqualTo("expected a price such as $18.50 in 'pricing', found \"call us\"");
        assertThat(loaded.faults().get(4).reason()).isEqualTo("the file ends inside it");
        assertThat(loaded.summary()).contains("2 products", "5 malformed; first at line 3");
        ShopProduct product = shop.catalogue().product(0);
        assertThat(product.options()).isEqualTo(Map.of("size", List.of("big | wide")));
        assertThat(product.query()).isEqualTo("tea");
        assertThat(product.bullets()).containsExactly("fine");
        assertThat(shop.instruction(0)).startsWith("Find me organic tea with size: big | wide, and price lower than ");
    }

    @Test
    void aCatalogueWithNothingUsableSaysSo() {
        assertThatThrownBy(() -> shop("[]")).hasMessageContaining("expected products, found none");
        assertThatThrownBy(() -> ShopWorld.open(ShopOptions.bundled().withData(folder.resolve("nowhere"))))
                .hasMessageContaining("found neither items_shuffle_1000.json nor items_shuffle.json");
    }

    @Test
    void theGeneratorRepeatsItselfByteForByte() throws IOException {
        new CatalogueGenerator(5, 50).writeTo(folder.resolve("a"));
        new CatalogueGenerator(5, 50).writeTo(folder.resolve("b"));
        new CatalogueGenerator(6, 50).writeTo(folder.resolve("c"));
        for (String name : List.of("items_shuffle.json", "items_ins_v2.json", "items_human_ins.json", "reviews.json")) {
            assertThat(folder.resolve("a").resolve(name))
                    .hasSameBinaryContentAs(folder.resolve("b").resolve(name));
        }
        assertThat(Files.mismatch(folder.resolve("a/items_shuffle.json"), folder.resolve("c/items_shuffle.json")))
                .isNotNegative();
    }

    @Test
    void theBundledCatalogueIsVaried() {
        ShopWorld shop = ShopWorld.shared(ShopOptions.bundled());
        assertThat(shop.loaded().products()).isEqualTo(400);
        assertThat(shop.loaded().malformed()).isZero();
        assertThat(shop.goalCount()).isEqualTo(200);
        ProductCatalogue catalogue = shop.catalogue();
        for (String category : List.of("beauty", "electronics", "fashion", "garden", "grocery")) {
            assertThat(catalogue.find(List.of("<c>", category), () -> new PythonRandom(0)))
                    .hasSizeGreaterThan(30);
        }
        assertThat(ShopWorld.shared(ShopOptions.bundled().withGoals(false, true))
                        .goalCount())
                .isGreaterThan(500);
    }

    @Test
    @Tag("slow")
    void aLargeSetStaysOnDiskAndAnswersAsInMemory() throws IOException {
        Path data = folder.resolve("large");
        new CatalogueGenerator(3, 6_000).writeTo(data);
        List<Long> told = new ArrayList<>();
        ShopOptions inMemory = ShopOptions.bundled().withData(data);
        ShopOptions onDisk = inMemory.withIndex(folder.resolve("index"));
        ShopWorld stored = ShopWorld.open(onDisk, (products, bytes, total) -> told.add(products));
        assertThat(told).containsExactly(5_000L, 6_000L);
        ShopWorld again = ShopWorld.open(onDisk, (products, bytes, total) -> told.add(products));
        assertThat(told).as("the second start reuses the index").hasSize(2);
        ShopWorld expected = ShopWorld.open(inMemory);
        assertThat(stored.loaded()).isEqualTo(expected.loaded());
        assertThat(again.loaded()).isEqualTo(expected.loaded());
        for (int goal : new int[] {0, 17, 1_400}) {
            assertThat(play(stored, goal)).isEqualTo(play(expected, goal));
        }
        assertThat(stored.goalCount()).isEqualTo(expected.goalCount());
        ShopOptions synthetic = onDisk.withGoals(false, true);
        ShopWorld storedSynthetic = ShopWorld.open(synthetic);
        ShopWorld expectedSynthetic = ShopWorld.open(inMemory.withGoals(false, true));
        assertThat(storedSynthetic.goalCount()).isEqualTo(expectedSynthetic.goalCount());
        assertThat(storedSynthetic.instruction(99)).isEqualTo(expectedSynthetic.instruction(99));
        Files.writeString(data.resolve("items_ins_v2.json"), "{}");
        ShopWorld.open(onDisk, (products, bytes, total) -> told.add(products));
        assertThat(told).as("other files make another index").hasSize(4);
    }

    private static List<Step> play(ShopWorld shop, int goal) {
        WebshopEnvironment environment = WebshopEnvironment.of(shop);
        List<Step> steps = new ArrayList<>();
        steps.add(environment.reset(Task.of("t", "", Map.of("session", goal))));
        steps.add(environment.step(environment.actions().getFirst()));
        steps.add(environment.step("click[next >]"));
        steps.add(environment.step(environment.actions().getLast()));
        steps.add(environment.step("click[features]"));
        steps.add(environment.step("search[<c> garden]"));
        steps.add(environment.step("click[next >]"));
        steps.add(environment.step(environment.actions().getLast()));
        steps.add(environment.step("click[buy now]"));
        assertThat(steps.getLast().done()).isTrue();
        return steps;
    }
}
