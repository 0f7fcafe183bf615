package dev.guerdon.rewards;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.guerdon.api.Json;
import dev.guerdon.rewards.Readability.Figure;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class ReadabilityTest {

    /** What needs neither syllables nor familiar words. */
    private static final Set<Figure> EXACT = EnumSet.of(
            Figure.LEXICON_COUNT,
            Figure.SENTENCE_COUNT,
            Figure.CHAR_COUNT,
            Figure.LETTER_COUNT,
            Figure.LONG_WORD_COUNT,
            Figure.MINIWORD_COUNT,
            Figure.AVG_SENTENCE_LENGTH,
            Figure.AVG_CHARACTER_PER_WORD,
            Figure.AVG_LETTER_PER_WORD,
            Figure.AVG_SENTENCE_PER_WORD,
            Figure.COLEMAN_LIAU_INDEX,
            Figure.AUTOMATED_READABILITY_INDEX,
            Figure.LIX,
            Figure.RIX,
            Figure.MCALPINE_EFLAW,
            Figure.READING_TIME);

    static Stream<Json> texts() {
        return RecordedCalls.lines("readability_texts.jsonl");
    }

    @ParameterizedTest
    @MethodSource("texts")
    void countsAndTheIndicesMadeOfThemAgreeExactly(Json line) {
        Readability found = Readability.of(line.get("input").get("text").asString());

        assertThat(EXACT)
                .allSatisfy(figure -> assertThat(found.get(figure))
                        .isCloseTo(line.get("output").get(figure.word()).asDouble(), within(1e-9)));
    }

    @Test
    void thirtyFiguresAgreeWithinTwoPercentInTheMedian() {
        Map<Figure, List<Double>> errors = new EnumMap<>(Figure.class);
        texts().forEach(line -> {
            Readability found = Readability.of(line.get("input").get("text").asString());
            for (Figure figure : Figure.values()) {
                double expected = line.get("output").get(figure.word()).asDouble();
                double difference = Math.abs(found.get(figure) - expected);
                errors.computeIfAbsent(figure, f -> new ArrayList<>())
                        .add(difference == 0 ? 0 : difference / Math.max(Math.abs(expected), 1e-9));
            }
        });

        assertThat(errors).hasSize(30).allSatisfy((figure, all) -> {
            all.sort(null);
            assertThat(all.get(all.size() / 2)).isLessThanOrEqualTo(0.02);
        });
    }

    @Test
    void syllablesAgreeOnNinetySevenPercentOfTheRecordedWords() {
        List<Json> words = RecordedCalls.lines("readability_words.jsonl.gz").toList();
        long right = words.stream()
                .filter(line ->
                        TextWords.syllables(line.get("input").get("word").asString())
                                == line.get("output").asInt())
                .count();
        long wrongInDictionary = words.stream()
                .filter(line -> line.get("source").asString().equals("cmudict"))
                .filter(line ->
                        TextWords.syllables(line.get("input").get("word").asString())
                                != line.get("output").asInt())
                .count();

        assertThat((double) right / words.size()).isGreaterThanOrEqualTo(0.97);
        assertThat(wrongInDictionary).isLessThanOrEqualTo(2);
    }

    @Test
    void difficultyAgreesOnNinetyEightPercentOfTheRecordedWords() {
        List<Json> words = RecordedCalls.lines("readability_words.jsonl.gz").toList();
        long right = words.stream()
                .filter(line ->
                        TextWords.isDifficult(line.get("input").get("word").asString(), 2)
                                == line.get("difficult").asBoolean())
                .count();

        assertThat((double) right / words.size()).isGreaterThanOrEqualTo(0.98);
    }

    @ParameterizedTest
    @CsvSource({
        "syllable, 3",
        "strengths, 1",
        "queue, 1",
        "idea, 3",
        "jumped, 1",
        "wanted, 2",
        "reward, 2",
        "hmm, 1",
        "2024, 1"
    })
    void syllablesOfWords(String word, int syllables) {
        assertThat(TextWords.syllables(word)).isEqualTo(syllables);
    }

    @Test
    void emptyTextHasZerosAndNothingFails() {
        assertThat(Readability.of("").get(Figure.FLESCH_READING_EASE)).isEqualTo(0.0);
        assertThat(Readability.of("").get(Figure.SENTENCE_COUNT)).isEqualTo(0.0);
        assertThat(Readability.of(" ... !? ").figures().values())
                .allSatisfy(value -> assertThat(value.doubleValue()).isFinite());
        assertThat(Readability.of("x".repeat(1_000_000)).get(Figure.SYLLABLE_COUNT))
                .isEqualTo(1.0);
    }

    @Test
    void figuresHaveTextstatsNamesAndWholeCounts() {
        Map<String, Number> figures =
                Readability.of("The reward measures what happened.").figures();

        assertThat(figures).hasSize(30).containsEntry("lexicon_count", 5).containsKey("flesch_kincaid_grade");
    }

    @Test
    void standardNamesTwoGrades() {
        List<Json> lines = texts().toList();
        long same = lines.stream()
                .filter(line -> Readability.of(line.get("input").get("text").asString())
                        .textStandard()
                        .equals(line.get("output").get("text_standard").asString()))
                .count();

        assertThat(same).isGreaterThanOrEqualTo(34);
    }
}
