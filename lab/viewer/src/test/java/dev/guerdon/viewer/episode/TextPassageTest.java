package dev.guerdon.viewer.episode;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

final class TextPassageTest {

    @Test
    void shortTextsAreWhole() {
        TextPassage passage = TextPassage.of("abc", 10, "/whole");

        assertThat(passage).isEqualTo(new TextPassage("abc", "", "", 0, "/whole"));
    }

    @Test
    void whatIsNotOnThePageIsCounted() {
        TextPassage passage = TextPassage.of("x".repeat(1_000), 100, "/whole");

        assertThat(passage.seen()).hasSize(100);
        assertThat(passage.more()).isEqualTo(900);
        assertThat(passage.moreWords()).isEqualTo("900 more characters");
    }

    @Test
    void theCutStandsBetweenWhatTheModelSawAndWhatItDidNot() {
        TextPassage passage = TextPassage.cut("seen|unseen", 4, 100, "");

        assertThat(passage.seen()).isEqualTo("seen");
        assertThat(passage.unseen()).isEqualTo("|unseen");
        assertThat(passage.cut()).isEqualTo("cut here: the model saw 4 of 11 characters");
    }

    @Test
    void aCutDeepInALongTextIsStillShown() {
        String text = "a".repeat(50_000) + "LAST" + "NEXT" + "b".repeat(50_000);

        TextPassage passage = TextPassage.cut(text, 50_004, 1_000, "");

        assertThat(passage.seen()).endsWith("LAST").contains("\n…\n");
        assertThat(passage.unseen()).startsWith("NEXT");
        assertThat(passage.seen().length() + passage.unseen().length()).isLessThan(2_000);
    }

    @Test
    void everyCharacterIsShownOrCountedOnce() {
        Random random = new Random(5);
        for (int i = 0; i < 2_000; i++) {
            String text = "y".repeat(random.nextInt(300));
            int at = random.nextInt(320) - 10;
            int most = 2 * (1 + random.nextInt(100));

            TextPassage passage = TextPassage.cut(text, at, most, "");

            int shown = passage.seen().replace("\n…\n", "").length()
                    + passage.unseen().length();
            assertThat(shown + passage.more())
                    .as("%s at %s of %s", most, at, text.length())
                    .isEqualTo(text.length());
        }
    }

    @Test
    void pairsAreNotTornApart() {
        String text = "😀".repeat(50);
        for (int most = 1; most < 20; most++) {
            assertThat(TextPassage.of(text, most, "").seen()).doesNotContain("\\u");
            assertThat(TextPassage.cut(text, most, 40, "").seen()).doesNotContain("\\u");
        }
    }

    @Test
    void controlCharactersAndMarksOfDirectionCanBeSeen() {
        assertThat(TextPassage.visible("a\u001b[31mred\u202egnp\u0000\r\n\tb"))
                .isEqualTo("a\\u001b[31mred\\u202egnp\\u0000\n\tb");
    }

    @Test
    void aLineIsOneLine() {
        assertThat(TextPassage.line("a\n\t b\u2028c", 40)).isEqualTo("a b\\u2028c");
        assertThat(TextPassage.line("word ".repeat(100), 20)).hasSize(21).endsWith("…");
    }
}
