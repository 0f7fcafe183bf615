package dev.guerdon.rewards;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Json;
import dev.guerdon.core.Registry;
import dev.guerdon.core.ScoreJob;
import dev.guerdon.core.Scorer;
import dev.guerdon.core.base.JsonCodec;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the repaired rewards for texts do where the references are wrong, and what nobody may escape with. */
class TextRewardsTest {

    private final Registry registry = Registry.discover();

    private Json score(String reward, Map<String, ?> sample) throws IOException {
        ByteArrayOutputStream scores = new ByteArrayOutputStream();
        try (Scorer scorer = Scorer.builder().threads(1).build()) {
            byte[] line = (JsonCodec.write(sample) + "\n").getBytes(StandardCharsets.UTF_8);
            new ScoreJob(List.of(registry.reward(reward)), scorer, null, Long.MAX_VALUE, new ScoreJob.Listener() {})
                    .run(new ByteArrayInputStream(line), scores, ScoreJob.Progress.none(1));
        }
        return JsonCodec.read(scores.toString(StandardCharsets.UTF_8), "a score");
    }

    private double reward(String reward, Map<String, ?> sample) throws IOException {
        return score(reward, sample).get("reward").asDouble();
    }

    private double reward(String reward, String response, Object answer) throws IOException {
        return reward(reward, Map.of("final_response", response, "answer", answer));
    }

    private String unscored(String reward, Map<String, ?> sample) throws IOException {
        return score(reward, sample).get("unscored").get("reason").asString();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"rouge_reward", "bleu_reward", "chrf_reward", "ter_reward", "similarity_reward", "difflib_ratio"
            })
    void aTextIsLikeItselfAndTheBestOfSeveralReferencesCounts(String name) throws IOException {
        String text = "The ferry leaves the harbour at noon.";
        assertThat(reward(name, text, text)).isCloseTo(1, within(1e-12));
        assertThat(reward(name, text, List.of("Something else", text))).isCloseTo(1, within(1e-12));
        double near = reward(name, text, "The ferry left the harbour at midday.");
        assertThat(near).isGreaterThan(0).isLessThan(1);
        assertThat(reward(name, "", text)).isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"rouge_reward", "bleu_reward", "chrf_reward", "ter_reward", "similarity_reward", "difflib_ratio"
            })
    void taskWithoutAReferenceIsNotScored(String name) throws IOException {
        assertThat(unscored(name, Map.of("final_response", "x"))).isEqualTo("MISSING_FIELD");
        assertThat(unscored(name, Map.of("final_response", "x", "references", List.of())))
                .isEqualTo("MISSING_FIELD");
        assertThat(unscored(name, Map.of("final_response", "x", "answer", "y".repeat(1_000_001))))
                .isEqualTo("TIMEOUT");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "rouge",
                "rouge_reward",
                "sacrebleu:bleu",
                "bleu_reward",
                "sacrebleu:chrf",
                "chrf_reward",
                "ter_reward",
                "rapidfuzz",
                "similarity_reward",
                "difflib.ratio",
                "difflib_ratio"
            })
    void endlessResponseEarnsNothingAndSaysWhy(String name) throws IOException {
        Json score = score(name, Map.of("final_response", "noon ".repeat(400_001), "answer", "at noon"));
        assertThat(score.get("reward").asDouble()).isZero();
        assertThat(score.get("extras").get("reason").asString()).contains("2000005 characters");
    }

    @Test
    void rateOfAnEndlessResponseIsNotTheBestRate() throws IOException {
        Json score = score("sacrebleu:ter", Map.of("final_response", "noon ".repeat(400_001), "answer", "at noon"));
        assertThat(score.get("reward").asDouble()).isGreaterThan(1_000_000);
        assertThat(score.get("extras").get("reason").asString()).isNotEmpty();
    }

    @Test
    void rougeReadsEveryScriptWithTheUnicodeTokenizerAndWarnsWithoutIt() throws IOException {
        Map<String, String> russian = Map.of("final_response", "привет мир", "answer", "привет мир");
        assertThat(reward("rouge", russian)).isZero();
        Json warned = score("rouge_reward", russian);
        assertThat(warned.get("reward").asDouble()).isZero();
        assertThat(warned.get("extras").get("warning").asString()).contains("tokenizer=unicode");
        assertThat(reward("rouge_reward(tokenizer=unicode)", russian)).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "rouge_reward(type=rouge0)",
                "rouge_reward(type=rouge10)",
                "bleu_reward(tokenize=ja-mecab)",
                "bleu_reward(smooth_method=best)",
                "chrf_reward(char_order=-1)",
                "similarity_reward(metric=hamming)"
            })
    void optionsThatDoNotExistAreRefused(String name) {
        assertThatThrownBy(() -> registry.reward(name)).isInstanceOf(GuerdonException.class);
    }

    @Test
    void autojunkIsOffUnlessAskedFor() throws IOException {
        String answer = "ab".repeat(100);
        Map<String, String> pair = Map.of("final_response", "xab", "answer", answer);
        assertThat(reward("difflib.ratio", pair)).isZero();
        assertThat(reward("difflib_ratio", pair)).isPositive();
        assertThat(reward("difflib_ratio(autojunk=true)", pair)).isZero();
    }

    private Json ifeval(String name, String response, String instruction, Map<String, ?> arguments) throws IOException {
        return score(
                name,
                Map.of(
                        "final_response",
                        response,
                        "instruction_id_list",
                        List.of(instruction),
                        "kwargs",
                        List.of(arguments)));
    }

    /** Response, instruction, arguments, what lm-eval says, what the repaired test says. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    ccc                | keywords:existence         | {"keywords":["c++"]}                   | 1 | 0
                    I use C++.         | keywords:existence         | {"keywords":["c++"]}                   | 1 | 1
                    a.b                | keywords:frequency         | {"keyword":".","frequency":2,"relation":"at least"} | 1 | 0
                    the c++ code       | keywords:forbidden_words   | {"forbidden_words":["c++"]}            | 0 | 0
                    abc++              | keywords:forbidden_words   | {"forbidden_words":["c++"]}            | 1 | 1
                    12345              | language:response_language | {"language":"fr"}                      | 1 | 0
                    12345              | change_case:english_capital| {}                                     | 0 | 0
                    今天天气很好，我们散步。 | language:response_language | {"language":"zh"}                  | 0 | 1
                    甲，乙              | punctuation:no_comma       | {}                                     | 1 | 0
                    nxbx               | detectable_content:postscript | {"postscript_marker":"N.B."}        | 1 | 0
                    Sec1 Sec2          | detectable_format:multiple_sections | {"section_spliter":"S.c","num_sections":2} | 1 | 0
                    **a** and *b*      | detectable_format:number_highlighted_sections | {"num_highlights":2} | 1 | 1
                    * *                | detectable_format:number_highlighted_sections | {"num_highlights":1} | 0 | 0
                    <<>>               | detectable_format:title    | {}                                     | 0 | 0
                    "                  | startend:quotation         | {}                                     | 0 | 0
                    """)
    void instructionsWhereTheRepairedTestDiffersOrNearlyDoes(
            String response, String instruction, String arguments, double literal, double repaired) throws IOException {
        Map<String, ?> given = JsonCodec.read(arguments, "arguments").asMap();
        assertThat(ifeval("ifeval", response, instruction, given).get("reward").asDouble())
                .isEqualTo(literal);
        assertThat(ifeval("ifeval_reward", response, instruction, given)
                        .get("reward")
                        .asDouble())
                .isEqualTo(repaired);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    keywords:existence                  | {}
                    keywords:existence                  | {"keywords":[]}
                    keywords:existence                  | {"keywords":"tea"}
                    keywords:frequency                  | {"keyword":"tea","frequency":0,"relation":"at least"}
                    keywords:frequency                  | {"keyword":"tea","frequency":1,"relation":"exactly"}
                    length_constraints:number_words     | {"num_words":-3,"relation":"at least"}
                    length_constraints:nth_paragraph_first_word | {"num_paragraphs":2,"nth_paragraph":3,"first_word":"a"}
                    punctuation:no_comma                | {"num_words":3}
                    punctuation:no_commas               | {}
                    """)
    void instructionThatNobodyCanFollowIsNotScored(String instruction, String arguments) throws IOException {
        Map<String, ?> given = JsonCodec.read(arguments, "arguments").asMap();
        for (String name : List.of("ifeval", "ifeval_reward")) {
            assertThat(ifeval(name, "tea", instruction, given)
                            .get("unscored")
                            .get("reason")
                            .asString())
                    .isEqualTo("MISSING_FIELD");
        }
    }

    @Test
    void keywordThatIsNoPatternIsNotScoredByLmEvalAndFoundByOurs() throws IOException {
        Map<String, ?> given = Map.of("keywords", List.of("("));
        assertThat(ifeval("ifeval", "f(x)", "keywords:existence", given).find("unscored"))
                .isPresent();
        assertThat(ifeval("ifeval_reward", "f(x)", "keywords:existence", given)
                        .get("reward")
                        .asDouble())
                .isEqualTo(1);
    }

    @Test
    void emptyKeywordIsFoundEverywhereByLmEvalAndNotScoredByOurs() throws IOException {
        for (Map.Entry<String, Map<String, ?>> each : Map.<String, Map<String, ?>>of(
                        "keywords:existence", Map.of("keywords", List.of("")),
                        "keywords:forbidden_words", Map.of("forbidden_words", List.of("")))
                .entrySet()) {
            assertThat(ifeval("ifeval", "f x", each.getKey(), each.getValue()).find("unscored"))
                    .isEmpty();
            assertThat(ifeval("ifeval_reward", "f x", each.getKey(), each.getValue())
                            .get("unscored")
                            .get("reason")
                            .asString())
                    .isEqualTo("MISSING_FIELD");
        }
    }

    @Test
    void patternThatExplodesCountsAsNotFollowed() throws IOException {
        Map<String, ?> given = Map.of("keywords", List.of("(a+)+$b"));
        Json score = ifeval("ifeval", "a".repeat(60), "keywords:existence", given);
        assertThat(score.get("reward").asDouble()).isZero();
    }

    @Test
    void looseTestForgivesFirstAndLastLineAndStars() throws IOException {
        Map<String, ?> none = Map.of();
        Json score = ifeval("ifeval_reward(mode=loose)", "Sure!\n**\"quoted\"**", "startend:quotation", none);
        assertThat(score.get("reward").asDouble()).isEqualTo(1);
        assertThat(score.get("extras").get("strict").value()).isEqualTo(List.of(false));
        assertThat(ifeval("ifeval_reward", "\n \n", "punctuation:no_comma", none)
                        .get("reward")
                        .asDouble())
                .isZero();
    }

    @Test
    void deepJsonIsNotFollowed() throws IOException {
        Json score = ifeval("ifeval", "[".repeat(100_000), "detectable_format:json_format", Map.of());
        assertThat(score.get("reward").asDouble()).isZero();
    }

    @Test
    void shareOfInstructionsIsPaid() throws IOException {
        Map<String, ?> sample = Map.of(
                "final_response", "one, two",
                "instruction_id_list",
                        List.of(
                                "punctuation:no_comma",
                                "detectable_format:json_format",
                                "length_constraints:number_words"),
                "kwargs", List.of(Map.of(), Map.of(), Map.of("num_words", 2, "relation", "at least")));
        assertThat(reward("ifeval_reward", sample)).isCloseTo(1.0 / 3, within(1e-12));
        assertThat(reward("ifeval", sample)).isZero();
        assertThat(unscored(
                        "ifeval_reward",
                        Map.of("final_response", "x", "instruction_id_list", List.of(), "kwargs", List.of())))
                .isEqualTo("MISSING_FIELD");
    }

    @Test
    void languageOfTheResponseIsPaid() throws IOException {
        String french = "Le chat dort sur le canapé pendant que la pluie tombe doucement dehors.";
        assertThat(reward("language_reward", Map.of("final_response", french, "language", "fr")))
                .isEqualTo(1);
        assertThat(reward("language_reward", Map.of("final_response", french, "language", "en")))
                .isZero();
        Json none = score("language_reward", Map.of("final_response", "123", "language", "en"));
        assertThat(none.get("reward").asDouble()).isZero();
        assertThat(none.get("extras").get("reason").asString()).contains("no letters");
    }

    @Test
    void agreementOfOneValueIsUndefined() throws IOException {
        List<List<Integer>> same = List.of(List.of(1, 1, 1), List.of(1, 1, 1));
        assertThat(unscored("krippendorff_alpha", Map.of("ratings", same, "level", "nominal")))
                .isEqualTo("INVALID_RESULT");
        assertThat(unscored("cohen_kappa", Map.of("a", same.get(0), "b", same.get(1))))
                .isEqualTo("INVALID_RESULT");
        assertThat(unscored("fleiss_kappa", Map.of("ratings", same))).isEqualTo("INVALID_RESULT");
        assertThat(unscored("cohen_kappa", Map.of("a", List.of(1), "b", List.of(1, 2))))
                .isEqualTo("MISSING_FIELD");
        assertThat(unscored(
                        "krippendorff_alpha",
                        Map.of("ratings", List.of(List.of("a"), List.of("b")), "level", "interval")))
                .isEqualTo("MISSING_FIELD");
    }

    @Test
    void agreementReadsTextsAsLabelsAndNumbersByValue() throws IOException {
        List<List<String>> texts = List.of(List.of("a", "b", "b"), List.of("a", "b", "a"));
        List<List<Number>> numbers = List.of(List.of(0, 1, 1.0), List.of(0.0, 1, 0));
        double alpha = reward("krippendorff_alpha", Map.of("ratings", texts, "level", "nominal"));
        assertThat(reward("krippendorff_alpha", Map.of("ratings", numbers, "level", "nominal")))
                .isEqualTo(alpha);
        assertThat(reward("cohen_kappa", Map.of("a", texts.get(0), "b", texts.get(1))))
                .isEqualTo(reward("cohen_kappa", Map.of("a", numbers.get(0), "b", numbers.get(1))));
    }

    /** The example of Fleiss' paper, by hand: two raters, so that it is Scott's pi. */
    @Test
    void fleissKappaOfTwoRatersIsScottsPi() throws IOException {
        List<List<String>> ratings = List.of(List.of("x", "x", "y", "y"), List.of("x", "y", "y", "y"));
        double observed = 0.75;
        double expected = (3.0 / 8) * (3.0 / 8) + (5.0 / 8) * (5.0 / 8);
        assertThat(reward("fleiss_kappa", Map.of("ratings", ratings)))
                .isCloseTo((observed - expected) / (1 - expected), within(1e-12));
    }
}
