package dev.guerdon.webshop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.guerdon.api.Json;
import dev.guerdon.webshop.catalogue.ProductCatalogue;
import dev.guerdon.webshop.catalogue.ShopOptions;
import dev.guerdon.webshop.catalogue.WebshopException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ShopGoalsTest {

    private final ShopOptions own = ShopOptions.bundled().withData(Vectors.catalogue());
    private final Path recorded = Vectors.folder().resolve("transcripts");

    @Test
    void humanGoalsAreTheRecordedOnesInOrder() {
        ShopGoals goals = ShopWorld.shared(own).goals();
        List<Json> expected =
                Vectors.json(recorded.resolve("goals_human_seed0.json")).asList();
        assertThat(goals.size()).isEqualTo(expected.size());
        compare(goals, expected);
    }

    @Test
    void syntheticGoalsAreTheRecordedOnesInOrder() {
        compareSynthetic(own, recorded);
    }

    @Test
    void goalsOfTheOfficialData() {
        Path data = Vectors.officialData();
        ShopOptions official = ShopOptions.bundled().withData(data);
        Path recordings = data.resolve("recordings");
        compare(
                ShopWorld.shared(official).goals(),
                Vectors.json(recordings.resolve("goals_human_seed0.json")).asList());
        compareSynthetic(official, recordings);
        assertThat(ShopWorld.shared(official.withGoals(false, true)).goalCount())
                .isEqualTo(6910);
    }

    private static void compareSynthetic(ShopOptions options, Path recordings) {
        ShopWorld shop = ShopWorld.shared(options.withGoals(false, true));
        ShopGoals goals = shop.goals();
        Json meta = Vectors.json(recordings.resolve("goals_synthetic_seed0_meta.json"));
        assertThat(goals.size()).isEqualTo(meta.get("n_goals").asInt());
        List<String> order = new ArrayList<>();
        for (int i = 0; i < Math.min(200, goals.size()); i++) {
            order.add(goals.goal(i).asin());
        }
        assertThat(order)
                .isEqualTo(meta.get("order_asins_first200").asList().stream()
                        .map(Json::asString)
                        .toList());
        assertThat(goals.sums()[goals.size()]).isCloseTo(meta.get("sum_weights").asDouble(), within(1e-6));
        ProductCatalogue catalogue = shop.catalogue();
        meta.get("prices")
                .asMap()
                .forEach((asin, price) ->
                        assertThat(catalogue.price(catalogue.find(asin))).isEqualTo(new Json(price).asDouble()));
        compare(
                goals,
                Vectors.json(recordings.resolve("goals_synthetic_seed0_first60.json"))
                        .asList());
        ShopGoals limited = ShopWorld.shared(options.withGoals(false, true).withGoalLimit(20))
                .goals();
        List<Json> twenty = Vectors.json(recordings.resolve("goals_synthetic_seed0_limit20.json"))
                .asList();
        assertThat(limited.size()).isEqualTo(20);
        for (int i = 0; i < 20; i++) {
            assertThat(limited.goal(i).asin())
                    .isEqualTo(twenty.get(i).asList().get(0).asString());
            assertThat(limited.goal(i).instruction())
                    .isEqualTo(twenty.get(i).asList().get(1).asString());
        }
    }

    private static void compare(ShopGoals goals, List<Json> expected) {
        for (int i = 0; i < expected.size(); i++) {
            ShopGoal goal = goals.goal(i);
            Json recorded = expected.get(i);
            assertThat(goal.asin()).isEqualTo(recorded.get("asin").asString());
            assertThat(goal.instruction())
                    .isEqualTo(recorded.get("instruction_text").asString());
            assertThat(goal.attributes()).isEqualTo(recorded.get("attributes").value());
            assertThat(goal.priceUpper()).isEqualTo(recorded.get("price_upper").asDouble());
            assertThat(goal.query()).isEqualTo(recorded.get("query").asString());
            if (!goal.options().isEmpty()) {
                assertThat(goal.optionsValue())
                        .isEqualTo(recorded.get("goal_options").value());
            }
            assertThat(goals.weight(i)).isCloseTo(recorded.get("weight").asDouble(), within(1e-12));
        }
    }

    @Test
    void productOrderIsAgentFlys() {
        ShopGoals goals = ShopWorld.shared(own.withGoals(true, false)).goals();
        assertThat(goals.goal(0).instruction()).startsWith("i need an 8 oz hair mask for dry hair");
    }

    @Test
    void aGoalThatDoesNotExistIsNamedWithThoseThatDo() {
        ShopGoals goals = ShopWorld.shared(own).goals();
        assertThatThrownBy(() -> goals.goal(28))
                .isInstanceOf(WebshopException.class)
                .hasMessage("there is no goal 28; this shop has the goals 0 to 27");
    }
}
