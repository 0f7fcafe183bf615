package dev.guerdon.webshop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.guerdon.api.Json;
import dev.guerdon.webshop.PurchaseScorer.Colours;
import dev.guerdon.webshop.PurchaseScorer.TokenSetRatio;
import dev.guerdon.webshop.catalogue.ProductCatalogue;
import dev.guerdon.webshop.catalogue.ShopOptions;
import dev.guerdon.webshop.catalogue.ShopProduct;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Compares rewards, fuzzy ratios and colours with the recorded ones. */
class RewardVectorTest {

    @Test
    void rewardsOfTheTestCatalogue() {
        assertThat(compare(Vectors.catalogue(), Vectors.folder().resolve("reward.jsonl.gz")))
                .isEqualTo(477);
    }

    @Test
    @Tag("slow")
    void rewardsOfTheOfficialProducts() {
        Path data = Vectors.officialData();
        assertThat(compare(data, data.resolve("reward_vectors.jsonl.gz"))).isEqualTo(2160);
    }

    private static int compare(Path data, Path vectors) {
        ShopWorld shop = ShopWorld.shared(ShopOptions.bundled().withData(data));
        ProductCatalogue catalogue = shop.catalogue();
        int compared = 0;
        for (Json line : Vectors.lines(vectors)) {
            Json wanted = line.get("goal");
            ShopGoal goal = goal(wanted);
            ShopProduct bought =
                    catalogue.product(catalogue.find(line.get("purchased_asin").asString()));
            Map<String, List<String>> nouns = new java.util.HashMap<>();
            nouns.put(goal.name(), texts(line.get("goal_nouns")));
            nouns.put(bought.title(), texts(line.get("purchased_nouns")));
            PurchaseScorer scorer = new PurchaseScorer(title -> nouns.getOrDefault(title, List.of()));
            List<String> chosen = line.get("options").asMap().values().stream()
                    .map(String.class::cast)
                    .toList();
            Webshop.Parts found = scorer.score(bought, line.get("price").asDouble(), chosen, goal);
            String where = vectors.getFileName() + " " + line.get("id").value();
            assertThat(found.reward()).as(where).isCloseTo(line.get("reward").asDouble(), within(1e-9));
            assertThat(found.extras()).as(where).isEqualTo(line.get("info").asMap());
            compared++;
        }
        return compared;
    }

    private static ShopGoal goal(Json wanted) {
        List<ShopGoal.Choice> options = new ArrayList<>();
        Json asked = wanted.get("goal_options");
        if (asked.isObject()) {
            asked.asMap().forEach((name, value) -> options.add(new ShopGoal.Choice(name, String.valueOf(value))));
        } else {
            asked.asList().forEach(value -> options.add(new ShopGoal.Choice(null, value.asString())));
        }
        return new ShopGoal(
                wanted.get("asin").asString(),
                "",
                wanted.get("query").asString(),
                wanted.get("name").asString(),
                wanted.get("product_category").asString(),
                wanted.get("instruction_text").asString(),
                texts(wanted.get("attributes")),
                wanted.get("price_upper").asDouble(),
                options);
    }

    private static List<String> texts(Json list) {
        return list.asList().stream().map(Json::asString).toList();
    }

    @Test
    void fuzzyRatios() {
        List<Json> lines = Vectors.lines(Vectors.folder().resolve("token_set_ratio.jsonl.gz"));
        assertThat(lines).hasSizeGreaterThan(1000);
        for (Json line : lines) {
            String second =
                    line.find("s2").map(Json::asString).orElseGet(() -> pair(texts(line.get("s2_tuple")), line));
            assertThat(TokenSetRatio.of(line.get("s1").asString(), second))
                    .as("%s", line.value())
                    .isEqualTo(line.get("token_set_ratio").asInt());
        }
    }

    private static String pair(List<String> tuple, Json line) {
        String printed = PurchaseScorer.printed(tuple.getFirst(), tuple.getLast());
        assertThat(printed).isEqualTo(line.get("s2_str").asString());
        return printed;
    }

    @Test
    void colours() {
        List<Json> lines = Vectors.lines(Vectors.folder().resolve("normalize_color.jsonl"));
        assertThat(lines).hasSizeGreaterThan(500);
        for (Json line : lines) {
            List<Json> pair = line.asList();
            assertThat(Colours.normalize(pair.getFirst().asString()))
                    .isEqualTo(pair.getLast().asString());
        }
    }
}
