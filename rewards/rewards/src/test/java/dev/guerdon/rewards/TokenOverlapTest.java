package dev.guerdon.rewards;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.rewards.TokenOverlap.F1;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class TokenOverlapTest {

    private static final String[] WORDS = {
        "the",
        "a",
        "an",
        "Nile",
        "nile.",
        "river",
        "ΟΔΟΣ",
        "İzmir",
        "x-y",
        "antidisestablishmentarianism",
        "\u0001",
        "the.",
        "𝔘nicode",
    };

    private static final String[] SPACES = {" ", "\n", "\t ", "\u2003", "\u001f", " \u00a0"};

    private static String text(Random random, int words) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < words; i++) {
            text.append(WORDS[random.nextInt(WORDS.length)]).append(SPACES[random.nextInt(SPACES.length)]);
        }
        return text.toString();
    }

    /** What a comparison must find, from all words of both texts at once. */
    private static F1 reference(String prediction, String gold) {
        NormalizedText said = new NormalizedText();
        said.read(prediction);
        NormalizedText expected = new NormalizedText();
        expected.read(gold);
        Map<String, Integer> left = new HashMap<>();
        for (int i = 0; i < expected.size(); i++) {
            left.merge(expected.word(i), 1, Integer::sum);
        }
        int common = 0;
        for (int i = 0; i < said.size(); i++) {
            if (left.merge(said.word(i), -1, Integer::sum) >= 0) {
                common++;
            }
        }
        double precision = (double) common / said.size();
        double recall = (double) common / expected.size();
        double em = said.toString().equals(expected.toString()) ? 1 : 0;
        return common == 0
                ? new F1(0, 0, 0, em)
                : new F1(2 * precision * recall / (precision + recall), precision, recall, em);
    }

    @RepeatedTest(20)
    @Tag("slow")
    void aLongAnswerReadInPiecesScoresAsOneReadAtOnce(RepetitionInfo repetition) {
        Random random = new Random(repetition.getCurrentRepetition());
        String prediction = text(random, 10_000 + random.nextInt(10_000));
        assertThat(prediction.length()).isGreaterThan(TokenOverlap.LONG);
        for (String gold : new String[] {text(random, 5), text(random, 500), text(random, 15_000)}) {
            assertThat(TokenOverlap.compare(prediction, gold)).isEqualTo(reference(prediction, gold));
        }
    }

    @Test
    void aLongAnswerThatIsTheGoldMatchesExactlyAndOneWordMoreDoesNot() {
        String text = text(new Random(7), 20_000);
        assertThat(TokenOverlap.compare(text, text)).isEqualTo(new F1(1, 1, 1, 1));
        assertThat(TokenOverlap.compare(text + " more", text).em()).isZero();
        assertThat(TokenOverlap.compare(text, text + " more").em()).isZero();
    }

    @Test
    void aVerdictInALongBlankAnswerStillMustMatchEntirely() {
        String blank = " ".repeat(3 * TokenOverlap.LONG);
        assertThat(TokenOverlap.compare(blank + "Yes." + blank, "yes")).isEqualTo(new F1(1, 1, 1, 1));
        assertThat(TokenOverlap.compare(blank + "no" + blank, "no way")).isEqualTo(new F1(0, 0, 0, 0));
        assertThat(TokenOverlap.compare(blank + "no" + blank + "way", "no").f1())
                .isZero();
        assertThat(TokenOverlap.compare(blank + "no" + blank + "way", "no one").f1())
                .isEqualTo(0.5);
    }

    @Test
    void aWordLongerThanAPieceStaysWhole() {
        String word = "x".repeat(5 * TokenOverlap.LONG / 2);
        assertThat(TokenOverlap.compare(word + " nile", word)).isEqualTo(new F1(2.0 / 3, 0.5, 1, 0));
    }
}
