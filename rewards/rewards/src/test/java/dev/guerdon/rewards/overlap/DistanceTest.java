package dev.guerdon.rewards.overlap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.guerdon.cpython.EditDistance;
import dev.guerdon.rewards.grading.GradingSteps;
import dev.guerdon.rewards.grading.GradingSteps.StepsSpent;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class DistanceTest {

    private static GradingSteps steps() {
        return new GradingSteps(100_000_000);
    }

    @Test
    void editsAreThoseOfTheTable() {
        Random random = new Random(7);
        for (int round = 0; round < 600; round++) {
            String a = text(random);
            String b = random.nextBoolean() ? text(random) : a.replace("ab", "ba");
            RapidfuzzRatio similarity = new RapidfuzzRatio(a, b, true, steps());
            assertThat(similarity.levenshtein()).isEqualTo(EditDistance.levenshtein(a, b));
            assertThat(similarity.swaps()).as(a + " " + b).isEqualTo(EditDistance.withSwaps(a, b));
            assertThat(similarity.common()).isEqualTo(EditDistance.commonSubsequence(a, b));
        }
    }

    @Test
    void partialRatioIsTheBestOfAllWindows() {
        Random random = new Random(9);
        for (int round = 0; round < 200; round++) {
            String a = text(random);
            String b = text(random);
            String shorter = a.length() <= b.length() ? a : b;
            String longer = shorter.equals(a) ? b : a;
            double best = windows(shorter, longer);
            best = a.length() == b.length() ? Math.max(best, windows(longer, shorter)) : best;
            assertThat(new RapidfuzzRatio(a, b, true, steps()).partialRatio()).isCloseTo(best, within(1e-9));
        }
    }

    private static double windows(String shorter, String longer) {
        if (shorter.isEmpty()) {
            return longer.isEmpty() ? 100 : 0;
        }
        double best = 0;
        for (int end = 1; end < longer.length() + shorter.length(); end++) {
            String window = longer.substring(Math.max(0, end - shorter.length()), Math.min(end, longer.length()));
            double common = EditDistance.commonSubsequence(shorter, window);
            best = Math.max(best, 200 * common / (shorter.length() + window.length()));
        }
        return best;
    }

    @Test
    void countsCodePointsAndDoesNotNormalise() {
        assertThat(new RapidfuzzRatio("a😀b", "ab", false, steps()).levenshtein())
                .isEqualTo(1);
        assertThat(new RapidfuzzRatio("é", "e\u0301", false, steps()).levenshteinSimilarity())
                .isZero();
        assertThat(DifflibRatio.ratio("😀", "😁", false, steps())).isZero();
    }

    /** rapidfuzz splits at a no-break space only if the text has a character beyond Latin-1. */
    @Test
    void noBreakSpaceEndsAWordUnlessRapidfuzzSaysOtherwise() {
        assertThat(new RapidfuzzRatio("b\u00a0a", "a b", true, steps()).tokenSortRatio())
                .isLessThan(100);
        assertThat(new RapidfuzzRatio("b\u00a0a", "a b", false, steps()).tokenSortRatio())
                .isEqualTo(100);
        assertThat(new RapidfuzzRatio("你 b\u00a0a", "a b 你", true, steps()).tokenSortRatio())
                .isEqualTo(100);
    }

    @Test
    void autojunkHidesPopularCharactersOfLongTextsOnly() {
        String b = "ab".repeat(100);
        assertThat(DifflibRatio.ratio("xab", b, true, steps())).isZero();
        assertThat(DifflibRatio.ratio("xab", b, false, steps())).isPositive();
        assertThat(DifflibRatio.ratio("xab", b.substring(1), true, steps())).isPositive();
    }

    @Test
    void repeatedWordSpendsTheStepsInsteadOfTime() {
        String a = "word ".repeat(4000);
        String b = "wore ".repeat(4000);
        assertThatThrownBy(() -> DifflibRatio.ratio(a, b, false, new GradingSteps(5_000_000)))
                .isInstanceOf(StepsSpent.class);
        assertThatThrownBy(() -> Ter.score(a, List.of("x " + "word y ".repeat(3000)), new GradingSteps(500_000)))
                .isInstanceOf(StepsSpent.class);
    }

    @Test
    void shiftedBlockIsOneEdit() {
        assertThat(Ter.score("c d a b", List.of("a b c d"), steps())).isCloseTo(25, within(1e-9));
        assertThat(Ter.score("A B", List.of("a b"), steps())).isZero();
        assertThat(Ter.score("", List.of("a b"), steps())).isCloseTo(100, within(1e-9));
        assertThat(Ter.score("a b", List.of(""), steps())).isEqualTo(100);
        assertThat(Ter.score("", List.of(""), steps())).isZero();
        assertThat(Ter.score("a b c d e f", List.of("x"), steps())).isCloseTo(600, within(1e-9));
    }

    @Test
    @Tag("slow")
    void rateIsNeverAboveThatOfADifferentText() {
        Random random = new Random(13);
        for (int round = 0; round < 100; round++) {
            String a = text(random).replace("", " ");
            List<String> references =
                    List.of(text(random).replace("", " "), text(random).replace("", " "));
            assertThat(Ter.score(a, references, steps())).isLessThanOrEqualTo(Ter.bound(a, references));
        }
    }

    @Test
    void winklerLooksAtFourCharactersOfTextsThatAreAlreadyAlike() {
        RapidfuzzRatio alike = new RapidfuzzRatio("martha", "marhta", true, steps());
        assertThat(alike.jaro()).isCloseTo(0.9444444444444445, within(1e-12));
        assertThat(alike.jaroWinkler()).isCloseTo(0.9611111111111111, within(1e-12));
        RapidfuzzRatio unlike = new RapidfuzzRatio("abcdefgh", "abzzzzzz", true, steps());
        assertThat(unlike.jaroWinkler()).isEqualTo(unlike.jaro());
    }

    private static String text(Random random) {
        StringBuilder text = new StringBuilder();
        for (int i = new int[] {0, 1, 5, 40, 64, 65, 150}[random.nextInt(7)]; i > 0; i--) {
            text.append((char) ('a' + random.nextInt(3)));
        }
        return text.toString();
    }
}
