package dev.guerdon.rewards.overlap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.guerdon.rewards.Vectors;
import dev.guerdon.rewards.grading.GradingSteps;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class OverlapTest {

    static Stream<Vectors.Case> stems() {
        return Vectors.of("rouge.jsonl", "porter_stem");
    }

    @ParameterizedTest
    @MethodSource("stems")
    void stemsAsNltkDoes(Vectors.Case recorded) {
        String word = recorded.input().get("word").asString();
        assertThat(PorterStemmer.stem(word))
                .isEqualTo(recorded.output().get("stem").asString());
        assertThat(RougeTokens.ASCII.of(word, true))
                .isEqualTo(recorded.output().get("tokens").value());
    }

    /** Compared with NLTK 3.10 when this was written. */
    @ParameterizedTest
    @CsvSource({
        "flies, fli",
        "dies, die",
        "died, die",
        "tied, tie",
        "enjoy, enjoy",
        "happy, happi",
        "by, by",
        "agreed, agre",
        "hopping, hop",
        "hoping, hope",
        "falling, fall",
        "geologi, geolog",
        "rationally, ration",
        "yyyy, yyyi",
        "controlling, control",
        "oed, o",
        "using, use",
        "news, news",
        "skies, sky"
    })
    void stemsNearMisses(String word, String stem) {
        assertThat(PorterStemmer.stem(word)).isEqualTo(stem);
    }

    @Test
    void longestCommonSubsequenceIsThatOfTheTable() {
        Random random = new Random(3);
        for (int round = 0; round < 400; round++) {
            int[] a =
                    random.ints(random.nextInt(200), -1, 1 + random.nextInt(6)).toArray();
            int[] b =
                    random.ints(random.nextInt(200), -1, 1 + random.nextInt(6)).toArray();
            int[][] table = table(a, b);
            CommonSubsequence fast = new CommonSubsequence(a);
            assertThat(fast.length(b, 0, b.length, new GradingSteps(1_000_000))).isEqualTo(table[a.length][b.length]);
            boolean[] marked = new boolean[a.length];
            int[] positive = Arrays.stream(a).map(t -> t < 0 ? 99 : t).toArray();
            new CommonSubsequence(positive).mark(positive, b, marked, new GradingSteps(10_000_000));
            assertThat(marked).isEqualTo(walkedBack(table(positive, b), positive, b));
        }
    }

    private static int[][] table(int[] a, int[] b) {
        int[][] table = new int[a.length + 1][b.length + 1];
        for (int i = 1; i <= a.length; i++) {
            for (int j = 1; j <= b.length; j++) {
                table[i][j] = a[i - 1] == b[j - 1] && a[i - 1] >= 0
                        ? table[i - 1][j - 1] + 1
                        : Math.max(table[i - 1][j], table[i][j - 1]);
            }
        }
        return table;
    }

    private static boolean[] walkedBack(int[][] table, int[] a, int[] b) {
        boolean[] marked = new boolean[a.length];
        int i = a.length;
        int j = b.length;
        while (i > 0 && j > 0) {
            if (a[i - 1] == b[j - 1]) {
                marked[--i] = true;
                j--;
            } else if (table[i][j - 1] > table[i - 1][j]) {
                j--;
            } else {
                i--;
            }
        }
        return marked;
    }

    @Test
    void unicodeTokensReadEveryScript() {
        assertThat(RougeTokens.ASCII.of("Été à Zürich", false)).containsExactly("t", "z", "rich");
        assertThat(RougeTokens.UNICODE.of("Été à Zürich", false)).containsExactly("été", "à", "zürich");
        assertThat(RougeTokens.UNICODE.of("你好 world", false)).containsExactly("你", "好", "world");
        assertThat(RougeTokens.UNICODE.of("привет, мир!", false)).containsExactly("привет", "мир");
        assertThat(RougeTokens.UNICODE.of("x_1 😀", false)).containsExactly("x", "1");
    }

    @Test
    void bleuOfATextWithItselfIsHundredAndOrderOfReferencesDoesNotMatter() {
        Random random = new Random(5);
        for (int round = 0; round < 200; round++) {
            String a = sentence(random);
            String b = sentence(random);
            String c = sentence(random);
            for (BleuTokens tokens : BleuTokens.values()) {
                assertThat(bleu(a, List.of(a), tokens)).isCloseTo(100, within(1e-9));
                assertThat(bleu(a, List.of(b, c), tokens)).isEqualTo(bleu(a, List.of(c, b), tokens));
                assertThat(bleu(a, List.of(b, a), tokens)).isGreaterThanOrEqualTo(bleu(a, List.of(b), tokens) - 1e-9);
            }
        }
    }

    private static double bleu(String text, List<String> references, BleuTokens tokens) {
        return Bleu.of(text, references, tokens, Bleu.Smoothing.HALVING, true).score();
    }

    @Test
    void chrfOfATextWithItselfIsHundredAndOfNothingZero() {
        Chrf chrf = new Chrf(6, 2, 2);
        assertThat(chrf.score("Hello, wide world!", List.of("Hello, wide world!")))
                .isCloseTo(100, within(1e-9));
        assertThat(chrf.score("", List.of("Hello"))).isZero();
        assertThat(chrf.score("Hello", List.of(""))).isZero();
        assertThat(chrf.score(" \t", List.of("\n"))).isZero();
    }

    /** sacrebleu writes two planes of ideographs with four digits, so that arrows stand apart and rare ideographs do not. */
    @Test
    void chineseTokensKeepTheMistakeInTheTableOfBlocks() {
        assertThat(BleuTokens.CHINESE.of("a→b")).containsExactly("a", "→", "b");
        assertThat(BleuTokens.CHINESE.of("a\ud840\udc00b")).containsExactly("a\ud840\udc00b");
        assertThat(BleuTokens.CHINESE.of("中文ab")).containsExactly("中", "文", "ab");
    }

    private static String sentence(Random random) {
        String[] words = {"the", "cat", "sat.", "1,000", "3.14", "(ok)", "你好", "é", "😀", "a-b", "5-6", "&amp;", "“x”"};
        StringBuilder text = new StringBuilder("the");
        for (int i = random.nextInt(12); i >= 0; i--) {
            text.append(' ').append(words[random.nextInt(words.length)]);
        }
        return text.toString();
    }
}
