package dev.guerdon.webshop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guerdon.api.Environment;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Step;
import dev.guerdon.api.Task;
import dev.guerdon.core.VectorEnvironment;
import dev.guerdon.webshop.catalogue.ShopOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which goal an episode gets, and what comes after its purchase. */
class DrawingTest {

    private static final Task OPEN = Task.of("t", "", Map.of());

    @TempDir
    private Path folder;

    private static WebshopEnvironment open() {
        return new WebshopProvider().open(Map.of());
    }

    private static Task task(String field, @Nullable Object value) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put(field, value);
        return Task.of("t", "", fields);
    }

    private static String goal(Step step) {
        return String.valueOf(step.info().get("instruction"));
    }

    @Test
    void fiftyEnvironmentsAreNotOneEnvironment() {
        Set<String> unseeded = new HashSet<>();
        Set<String> seeded = new HashSet<>();
        Set<String> words = new HashSet<>();
        Set<String> ids = new HashSet<>();
        for (int i = 0; i < 50; i++) {
            Step first = open().reset(OPEN);
            unseeded.add(goal(first));
            ids.add(String.valueOf(first.info().get("session")));
            seeded.add(goal(open().reset(OPEN, i)));
            words.add(goal(open().reset(task("session", "worker-" + i))));
        }
        // 50 draws of 200 goals give 44 different ones on average.
        assertThat(List.of(unseeded.size(), seeded.size(), words.size()))
                .allSatisfy(different -> assertThat(different).isBetween(33, 50));
        assertThat(ids).hasSize(50);
    }

    @Test
    void aVectorOfEnvironmentsIsNotOneEnvironment() {
        WebshopProvider provider = new WebshopProvider();
        for (Task task : List.of(OPEN, provider.task(Map.of()), task("session", "one word for all"))) {
            List<String> goals;
            try (VectorEnvironment vector = VectorEnvironment.of(provider, Map.of(), 50)) {
                goals = vector.reset(task, 11).steps().stream()
                        .map(DrawingTest::goal)
                        .toList();
            }
            assertThat(new HashSet<>(goals)).as("%s", task).hasSizeBetween(33, 50);
            try (VectorEnvironment again = VectorEnvironment.of(provider, Map.of(), 50)) {
                assertThat(again.reset(task, 11).steps())
                        .extracting(DrawingTest::goal)
                        .isEqualTo(goals);
            }
            assertThat(goal(open().reset(task, 11))).as("alone, as the first").isEqualTo(goals.getFirst());
        }
    }

    @Test
    void theTaskOfTheCommandLineIsTheSameEachTime() {
        WebshopProvider provider = new WebshopProvider();
        assertThat(open().reset(provider.task(Map.of()))).isEqualTo(open().reset(provider.task(Map.of("seed", "0"))));
        assertThat(goal(open().reset(provider.task(Map.of("seed", "5")))))
                .isNotEqualTo(goal(open().reset(provider.task(Map.of("seed", "6")))));
        assertThat(goal(open().reset(provider.task(Map.of("session", "4", "seed", "6")))))
                .isEqualTo(goal(open().reset(task("session", 4))));
        assertThatThrownBy(() -> provider.task(Map.of("seed", "x"))).hasMessageContaining("--seed");
    }

    @Test
    void resetsOfOneEnvironmentDrawAnew() {
        WebshopEnvironment environment = open();
        assertThat(IntStream.range(0, 50)
                        .mapToObj(i -> goal(environment.reset(OPEN)))
                        .collect(Collectors.toSet()))
                .hasSizeBetween(33, 50);
    }

    @Test
    void theSameSeedGivesTheSameEpisodeWhateverHappenedBefore() {
        WebshopEnvironment used = open();
        IntStream.range(0, 20).forEach(i -> used.reset(OPEN));
        used.reset(task("session", "a word"));
        used.step("search[<r>]");
        for (long seed : new long[] {0, 1, -1, 42, Long.MIN_VALUE, Long.MAX_VALUE}) {
            WebshopEnvironment fresh = open();
            assertThat(used.reset(OPEN, seed)).isEqualTo(fresh.reset(OPEN, seed));
            assertThat(used.reset(task("seed", seed))).isEqualTo(fresh.reset(OPEN, seed));
            assertThat(used.step("search[<r>]")).as("fifty random products").isEqualTo(fresh.step("search[<r>]"));
        }
    }

    @Test
    void randomProductsAreDrawnFromTheSeed() {
        Set<String> pages = LongStream.range(0, 10)
                .mapToObj(seed -> {
                    WebshopEnvironment environment = open();
                    environment.reset(task("session", 3), seed);
                    return environment.step("search[<r>]").observation().text();
                })
                .collect(Collectors.toSet());
        assertThat(pages).hasSize(10);
    }

    @Test
    void aNumberNamesItsGoalWhateverTheSeed() {
        String third = goal(open().reset(task("session", 3)));
        for (Object same : Arrays.<Object>asList(3, 3L, 3.0, "3", "003", " 3", "3 ", "+3", "\uff13", "\u0663")) {
            assertThat(goal(open().reset(task("session", same), 7)))
                    .as("%s", same)
                    .isEqualTo(third);
            assertThat(goal(open().reset(task("task_id", same)))).as("%s", same).isEqualTo(third);
        }
    }

    @Test
    void aNumberThatNoGoalHasIsAnErrorThatLeavesTheEnvironmentUsable() {
        WebshopEnvironment environment = open();
        environment.reset(task("session", 0));
        for (Object none : List.of("-1", -1, "200", 200, "99999999999", 1e15, "-0", "8".repeat(5_000))) {
            assertThatThrownBy(() -> environment.reset(task("session", none)))
                    .as("%s", none)
                    .isInstanceOf(GuerdonException.class)
                    .hasMessageContaining("this shop has the goals 0 to 199");
        }
        assertThatThrownBy(() -> environment.reset(task("session", 1.5))).isInstanceOf(GuerdonException.class);
        assertThat(environment.step("search[tea]").done()).isFalse();
    }

    @Test
    void everythingElseIsAWordAndNothingIsNoName() {
        for (String word : List.of("1e3", "0x10", "3rd", "a b", "-", "--3", "\u00bd")) {
            assertThat(goal(open().reset(task("session", word))))
                    .as(word)
                    .isEqualTo(goal(open().reset(task("session", word))));
            assertThat(open().reset(task("session", word)).info()).containsEntry("session", word);
        }
        for (Object nothing : Arrays.<@Nullable Object>asList(null, "", "  ")) {
            assertThat(IntStream.range(0, 20)
                            .mapToObj(i -> goal(open().reset(task("session", nothing))))
                            .collect(Collectors.toSet()))
                    .hasSizeGreaterThan(5);
        }
    }

    @Test
    void everyGoalIsDrawnAboutAsOftenAsItsWeightSays() {
        var goals = ShopWorld.shared(ShopOptions.bundled()).goals();
        Map<Integer, Integer> counts = new HashMap<>();
        for (int seed = 0; seed < 20_000; seed++) {
            counts.merge(goals.drawn("", seed), 1, Integer::sum);
        }
        assertThat(counts).hasSize(200).containsKey(0);
        assertThat(counts.values()).allSatisfy(count -> assertThat(count).isBetween(50, 160)); // 100 on average
    }

    /** A shop of twenty products whose only instructions are of the given form. */
    private ShopWorld shop(String human, String mined) throws IOException {
        StringBuilder items = new StringBuilder("[");
        StringBuilder attributes = new StringBuilder("{");
        StringBuilder instructions = new StringBuilder("{");
        for (int i = 10; i < 30; i++) {
            String comma = i == 10 ? "" : ",";
            items.append(comma).append("{\"asin\":\"A" + i + "\",\"name\":\"thing " + i + "\",\"pricing\":\"$5.00\"}");
            attributes.append(comma).append("\"A" + i + "\":" + mined);
            instructions.append(comma).append("\"A" + i + "\":" + human);
        }
        Files.writeString(folder.resolve("items_shuffle_1000.json"), items + "]");
        Files.writeString(folder.resolve("items_ins_v2_1000.json"), attributes + "}");
        Files.writeString(folder.resolve("items_human_ins.json"), instructions + "}");
        return ShopWorld.open(ShopOptions.bundled().withData(folder).withGoals(!human.equals("[]"), true));
    }

    @Test
    void goalsWithoutWeightsAreDrawnAlike() throws IOException {
        ShopWorld shop = shop("[]", "{\"attributes\":[],\"instruction\":\"find it\",\"instruction_attributes\":[]}");
        assertThat(LongStream.range(0, 300)
                        .mapToObj(seed -> shop.goals().drawn("", seed))
                        .collect(Collectors.toSet()))
                .hasSize(20);
    }

    @Test
    void aShopWithoutGoalsSaysSo() throws IOException {
        WebshopEnvironment environment = WebshopEnvironment.of(shop("[]", "{\"attributes\":[]}"));
        assertThatThrownBy(() -> environment.reset(OPEN))
                .isInstanceOf(GuerdonException.class)
                .hasMessageContaining("no goals to draw from");
    }

    @Test
    void inCompatEveryEnvironmentDrawsAsTheReferenceDoes() {
        Set<String> drawn = new HashSet<>();
        for (int i = 0; i < 5; i++) {
            drawn.add(goal(new WebshopProvider().open(Map.of("compat", "true")).reset(OPEN, i)));
        }
        assertThat(drawn).hasSize(1);
    }

    private static List<Step> bought(Environment environment) {
        List<Step> steps = new ArrayList<>(List.of(environment.reset(task("session", 0))));
        steps.add(environment.step(environment.actions().getFirst()));
        steps.add(environment.step(environment.actions().get(2)));
        steps.add(environment.step("click[buy now]"));
        return steps;
    }

    @Test
    void afterAPurchaseAStepIsRefusedAndPaysNothing() {
        WebshopEnvironment environment = open();
        List<Step> episode = bought(environment);
        Step last = episode.getLast();
        assertThat(last.terminated()).isTrue();
        assertThat(last.reward()).isPositive();
        String state = environment.describeState();
        for (String action :
                List.of("search[tea]", "click[buy now]", "click[back to search]", "", "x".repeat(50_000))) {
            Step refused = environment.step(action);
            assertThat(refused.reward()).as(action).isZero();
            assertThat(refused.terminated()).as(action).isTrue();
            assertThat(refused.observation().text()).contains("The episode is over");
            assertThat(refused.info()).containsKey("error");
        }
        assertThat(environment.describeState()).isEqualTo(state);
        assertThat(bought(environment))
                .as("reset while the page is the last one")
                .isEqualTo(episode);
    }

    @Test
    void inCompatASearchStillWorksAfterAPurchase() {
        Environment environment = new WebshopProvider().open(Map.of("compat", "true"));
        bought(environment);
        Step after = environment.step("search[tea]");
        assertThat(after.done()).isFalse();
        assertThat(after.observation().text()).contains("Total results");
    }

    @Test
    void aSearchOfTwoHundredThousandWordsIsRefusedInASentence() {
        String words = IntStream.range(0, 200_000).mapToObj(i -> "w" + i).collect(Collectors.joining(" "));
        WebshopEnvironment environment = open();
        environment.reset(task("session", 0));
        Step refused = environment.step("search[" + words + "]");
        assertThat(refused.observation().text()).contains("1,488,897 characters", "16,384");
        Environment compat = new WebshopProvider().open(Map.of("compat", "true"));
        compat.reset(task("session", 0));
        assertThat(compat.step("search[" + words + "]").info().get("error"))
                .asString()
                .contains("the search has", "at most 16,384 are read");
        String many = IntStream.range(0, 1_001).mapToObj(i -> "w" + i).collect(Collectors.joining(" "));
        assertThat(environment.step("search[" + many + "]").info().get("error"))
                .asString()
                .contains("more than 1000 different words");
        assertThat(environment.step("search[" + "tea ".repeat(4_000) + "]").info())
                .doesNotContainKey("error");
    }
}
