package dev.guerdon.webshop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.cpython.PythonRandom;
import dev.guerdon.webshop.NounExtractor.TitleTokenizer;
import dev.guerdon.webshop.catalogue.ProductCatalogue;
import dev.guerdon.webshop.catalogue.ShopOptions;
import dev.guerdon.webshop.catalogue.ShopProduct;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** How often {@code r_type} differs from what spaCy's recorded nouns give; the figures stand in docs/fidelity.md. */
class NounAgreementTest {

    @Test
    void theTokenizerKnowsTheUsualCuts() {
        TitleTokenizer tokenizer = new TitleTokenizer();
        assertThat(tokenizer.tokens("Men's Slim-Fit Shirt, 16oz (Pack of 2) Wood/Metal don't 3.5\" 50%..."))
                .containsExactly(
                        "Men", "'s", "Slim", "-", "Fit", "Shirt", ",", "16", "oz", "(", "Pack", "of", "2", ")", "Wood",
                        "/", "Metal", "don't", "3.5", "\"", "50", "%", "...");
        assertThat(tokenizer.tokens("(".repeat(3_000))).hasSizeLessThanOrEqualTo(3_000);
    }

    @Test
    void theHeuristicKeepsNounsAndDropsTheRest() {
        assertThat(NounExtractor.heuristic()
                        .nouns("Alder Works portable Hair Mask for dry hair, 12pcs - Classic Edition"))
                .containsExactly("alder", "works", "hair", "mask", "hair", "classic", "edition");
    }

    @Test
    @Tag("slow")
    void theHeuristicStaysWithinItsMeasuredDisagreement() {
        Path data = Vectors.officialData();
        ShopWorld shop = ShopWorld.shared(ShopOptions.bundled().withData(data).withGoals(false, true));
        ProductCatalogue catalogue = shop.catalogue();
        NounExtractor recorded = NounExtractor.recorded(data.resolve("nouns_1000.json"), title -> {
            throw new AssertionError("not recorded: " + title);
        });
        NounExtractor heuristic = remembering(NounExtractor.heuristic());
        Map<String, int[]> counts = new HashMap<>();
        SplittableRandom random = new SplittableRandom(1);
        for (int goal = 0; goal < catalogue.size(); goal++) {
            for (int i = 0; i < 20; i++) {
                count(counts, "random", catalogue, recorded, heuristic, goal, random.nextInt(catalogue.size()));
            }
            ShopProduct.Instruction instruction = catalogue.product(goal).instruction();
            if (instruction == null) {
                continue;
            }
            int[] found = catalogue.find(List.of(instruction.text()), () -> new PythonRandom(0));
            for (int rank = 0; rank < found.length; rank++) {
                if (rank == 0) {
                    count(counts, "first", catalogue, recorded, heuristic, goal, found[rank]);
                }
                count(counts, rank < 10 ? "top ten" : "11 to 50", catalogue, recorded, heuristic, goal, found[rank]);
            }
        }
        assertThat(percent(counts, "first")).isLessThan(3.2);
        assertThat(percent(counts, "top ten")).isLessThan(6.0);
        assertThat(percent(counts, "11 to 50")).isLessThan(5.3);
        assertThat(percent(counts, "random")).isLessThan(2.3);
    }

    private static double percent(Map<String, int[]> counts, String name) {
        int[] both = counts.getOrDefault(name, new int[2]);
        assertThat(both[1]).as(name).isGreaterThan(400);
        return 100.0 * both[0] / both[1];
    }

    private static void count(
            Map<String, int[]> counts,
            String name,
            ProductCatalogue catalogue,
            NounExtractor recorded,
            NounExtractor heuristic,
            int goal,
            int bought) {
        int[] both = counts.computeIfAbsent(name, key -> new int[2]);
        both[1]++;
        if (type(catalogue, recorded, goal, bought) != type(catalogue, heuristic, goal, bought)) {
            both[0]++;
        }
    }

    /** Nouns are looked up many times for the same titles. */
    private static NounExtractor remembering(NounExtractor extractor) {
        Map<String, List<String>> known = new HashMap<>();
        return title -> known.computeIfAbsent(title, extractor::nouns);
    }

    private static double type(ProductCatalogue catalogue, NounExtractor nouns, int goalNumber, int boughtNumber) {
        ShopProduct wanted = catalogue.product(goalNumber);
        ShopGoal goal = new ShopGoal(
                wanted.asin(),
                "",
                wanted.query(),
                wanted.title(),
                wanted.productCategory(),
                "",
                List.of(),
                0,
                List.of());
        return new PurchaseScorer(nouns)
                .score(catalogue.product(boughtNumber), 0, Arrays.asList(), goal)
                .type();
    }
}
