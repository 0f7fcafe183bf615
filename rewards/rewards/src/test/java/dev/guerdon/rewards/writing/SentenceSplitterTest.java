package dev.guerdon.rewards.writing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.rewards.Vectors;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SentenceSplitterTest {

    static Stream<Vectors.Case> sentences() {
        return Vectors.of("sentences.jsonl", "nltk:punkt_sentences");
    }

    static Stream<Vectors.Case> words() {
        return Vectors.of("sentences.jsonl", "nltk:word_tokenize");
    }

    @ParameterizedTest
    @MethodSource("sentences")
    void cutsAsPunktDoes(Vectors.Case recorded) {
        assertThat(SentenceSplitter.of(recorded.input().get("text").asString()))
                .isEqualTo(recorded.output().get("sentences").value());
    }

    @ParameterizedTest
    @MethodSource("words")
    void cutsWordsAsNltkDoes(Vectors.Case recorded) {
        assertThat(TreebankWords.of(recorded.input().get("text").asString()))
                .isEqualTo(recorded.output().get("tokens").value());
    }

    @Test
    void abbreviationEndsASentenceWhereACommonWordFollowsWithACapital() {
        assertThat(SentenceSplitter.of("She moved to the U.S. However, he stayed."))
                .hasSize(2);
        assertThat(SentenceSplitter.of("She met Mr. Brown in Jan. Then they left."))
                .hasSize(1);
        assertThat(SentenceSplitter.of("He met J. R. Hale. They spoke.")).hasSize(2);
        assertThat(SentenceSplitter.of("Look at item 3. it is red.")).hasSize(1);
    }

    @Test
    void closingQuotesAndBracketsStayWithTheirSentence() {
        assertThat(SentenceSplitter.of("(He left.) \"Really?\" They did!"))
                .isEqualTo(List.of("(He left.)", "\"Really?\"", "They did!"));
    }

    @Test
    void longTextsWithoutSpacesTakeLinearTime() {
        assertThat(SentenceSplitter.of("!".repeat(30_000)).size()).isPositive();
        assertThat(SentenceSplitter.of("a.".repeat(30_000))).hasSize(1);
        assertThat(SentenceSplitter.of(". ".repeat(20_000)).size()).isPositive();
        assertThat(TreebankWords.of("'".repeat(20_000)).size()).isPositive();
        assertThat(SentenceSplitter.of("")).isEmpty();
    }
}
