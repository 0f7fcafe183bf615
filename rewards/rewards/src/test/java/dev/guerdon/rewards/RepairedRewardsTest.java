package dev.guerdon.rewards;

import static org.assertj.core.api.Assertions.assertThat;

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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the repaired rewards pay where the code that they come from is wrong, and near misses of it. */
class RepairedRewardsTest {

    private static final String OPTIONS =
            "\"options\":[{\"A\":\"iron\"},{\"B\":\"red iron\"},{\"C\":\"gold\"},{\"D\":\"no metal\"}]";

    private final Registry registry = Registry.discover();

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "<think>a</think>\\n<answer>b</answer> | 1 |",
                " \\n<think>a</think><answer>b</answer>\\n | 1 |",
                "<think>a</think><answer>b</answer>x | 0 | there is text outside the tags",
                "<think>a</think>x<answer>b</answer> | 0 | there is text outside the tags",
                "<think>a</think><think>c</think><answer>b</answer> | 0 | <think> is there 2 times",
                "<think>a</think><answer>b</answer><answer>c</answer> | 0 | <answer> is there 2 times",
                "<think>a<answer>b</answer></think> | 0 | the tags are not in the order <think></think><answer></answer>",
                "<answer>b</answer><think>a</think> | 0 | the tags are not in the order <think></think><answer></answer>",
                "<think>a</think> | 0 | there is no <answer>",
                "<think> </think><answer>b</answer> | 0 | the thought is empty",
                "<think>a</think><answer>\\n</answer> | 0 | the answer is empty",
            })
    void aFormIsOneThoughtAndOneAnswer(String response, double reward, String reason) throws IOException {
        Json score = score("think_answer_format_reward", "{\"final_response\":\"" + response + "\"}");

        assertThat(score.get("reward").asDouble()).isEqualTo(reward);
        assertThat(score.get("extras").find("reason").map(Json::asString).orElse(null))
                .isEqualTo(reason);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "<think>a</think>b | 1",
                "<think></think>b | 0",
                "<think>\\u200b</think>b | 0",
                "<think>a</think>\\u200b\\u2060 | 0",
                "<think>a</think> | 0",
                "<think>a</think><think>a</think>b | 0",
                "x<think>a</think>b | 0",
                "</think>a<think>b | 0",
            })
    void aThoughtIsNotEmptyAndSomethingFollows(String response, double reward) throws IOException {
        assertThat(reward("think_format_reward", "{\"final_response\":\"" + response + "\"}"))
                .isEqualTo(reward);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "Finally,Finally,Finally, | 0",
                "Finally, we add them up. Finally, we add them up. Finally, we add them up. | 1",
                "Step 1:Step 2:Step 3: | 0",
                "\\n-\\n-\\n- | 0",
                "First, halve the number. Next, add one to it. Finally, write it down there. | 3",
                "1. take the first number\\n2. add the second one\\n3. write the sum down | 3",
                "- take the first number\\n- take the first number | 1",
                "1.5 is a number that is not a step of anything | 0",
            })
    void stepsSaySomethingOfTheirOwn(String response, double steps) throws IOException {
        assertThat(reward("reasoning_steps_reward", "{\"final_response\":\"" + response + "\"}"))
                .isEqualTo(Math.min(1, steps / 3));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "<think>a</think><answer>b</answer> | 1",
                "<answer>b</answer><think>a</think> | 0.5",
                "<think><think>a</think> | 0.25",
                "<think></think><answer></answer> | 0",
                "<think>a</think><answer>\\u200b</answer> | 0.5",
                "<think></think><answer></answer><think></think><answer></answer> | 0",
            })
    void tagsCountOnceAndInOrder(String response, double reward) throws IOException {
        assertThat(reward("tag_count_reward", "{\"final_response\":\"" + response + "\"}"))
                .isEqualTo(reward);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "\\\\boxed{c} | C",
                "\\\\boxed{\\\\text{C}} | C",
                "\\\\boxed{C. coli} | -",
                "\\\\boxed{red iron} | B",
                "\\\\boxed{it is red iron} | B",
                "\\\\boxed{iron or gold} | -",
                "\\\\boxed{B: red iron} | B",
                "Answer: A. No, wait.\\nAnswer: C | C",
                "Answer: a cat | -",
                "Answer: a | A",
                "Answer: A or C | -",
                "Answer: (D) | D",
                "**Answer:** B because it shines | B",
                "The answer is gold. | C",
                "<answer>C</answer> | C",
                "golden | -",
                "I like ironing | -",
                "Answer: E | -",
                "The answer is not C | -",
                "I do not know whether the answer is C | -",
                "It is not red iron | -",
                "Not A, so the answer is C | C",
                "<think>Answer: C</think> | -",
                "`` | -",
            })
    void aChoiceIsReadAfterTheLastMarker(String response, String letter) throws IOException {
        for (String gold : List.of("A", "B", "C", "D")) {
            Json score = score(
                    "choice_reward",
                    "{\"final_response\":\"" + response + "\"," + OPTIONS + ",\"answer\":\"" + gold + "\"}");
            assertThat(score.get("reward").asDouble()).as(gold).isEqualTo(gold.equals(letter) ? 1.0 : 0.0);
            assertThat(score.get("extras").find("reason").isPresent()).isEqualTo(letter.equals("-"));
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "match_reward | it is 142 | \"42\" | 0",
                "match_reward | it is 42. | \"42\" | 1",
                "match_reward | 3.42 | \"42\" | 0",
                "match_reward | it is -42 | \"42\" | 0",
                "match_reward(numeric=true) | 3.14164 | \"3.14159\" | 0",
                "match_reward(numeric=true) | it costs $1,000.0 | \"1000\" | 1",
                "match_reward(numeric=true) | it is -0 | \"0\" | 1",
                "match_reward(location=begin) | catalog | \"cat\" | 0",
                "match_reward | The answer is not 42 | \"42\" | 0",
                "match_reward | 41, 42 | \"42\" | 0",
                "match_reward | <think>The answer is 42 | \"42\" | 0",
                "match_reward | -42 | \"-42\" | 1",
                "match_reward | -42 | \"42\" | 0",
                "match_reward(numeric=true) | 41, 42 | \"42\" | 0",
                "match_reward(numeric=true) | it is not $42. | \"42\" | 0",
                "match_reward(numeric=true) | $41 is wrong. It is $42. | \"42\" | 1",
                "includes_reward | 42 is wrong | \"42\" | 0",
                "includes_reward | It is 42. No, it is not 42. | \"42\" | 0",
                "includes_reward | 41-42 | \"42\" | 0",
                "includes_reward | It was Marie Curie, a Polish physicist. | \"Marie Curie\" | 1",
                "includes_reward | It was the Rhine, the Nile | \"Rhine\" | 0",
                "includes_reward | No, it is impossible. | \"No\" | 1",
                "includes_reward | It is not false. | \"false\" | 0",
                "search_r1_subem_reward | <answer>Rhine or Nile</answer> | \"Nile\" | 0",
                "search_r1_subem_reward | <answer>Rhine, Nile</answer> | \"Nile\" | 0",
                "search_r1_subem_reward | <answer>not the Nile</answer> | \"Nile\" | 0",
                "search_r1_subem_reward | <think>a</think><answer>It is the Nile.</answer> | \"Nile\" | 1",
                "search_r1_subem_reward | <think><answer>Nile</answer></think> | \"Nile\" | 0",
                "search_r1_em_reward | <answer>-42</answer> | \"42\" | 0",
                "search_r1_em_reward | <answer>4.2</answer> | \"42\" | 0",
                "search_r1_em_reward | <answer>$1,420</answer> | \"1420\" | 1",
                "search_r1_em_reward | <answer>Nile?</answer> | \"Nile\" | 0",
                "reasoning_gym_reward | it is not 42 | \"42\" | 0",
                "gsm8k_reward | #### 42 or 43 | \"42\" | 0",
                "gsm8k_reward | #### 42/2 | \"42\" | 0",
                "gsm8k_reward | <think>#### 42</think> | \"42\" | 0",
                "gsm8k_reward | #### 42\\n3 apples | \"42\" | 1",
                "gsm8k_reward(method=flexible) | it is not 42 | \"42\" | 0",
                "includes_reward | 1420 apples | \"42\" | 0",
                "includes_reward | of 42 apples | \"42\" | 1",
                "includes_reward | Yesterday | \"yes\" | 0",
                "search_r1_subem_reward | <answer>1420</answer> | \"42\" | 0",
                "search_r1_subem_reward | <answer>the river Nile</answer> | \"Nile\" | 1",
                "search_r1_em_reward | <answer>a</answer><answer>Nile</answer> | \"Nile\" | 0",
                "search_r1_em_reward | <answer>the Nile.</answer> | [\"x\", \"Nile\"] | 1",
                "reasoning_gym_reward | 1420 | \"42\" | 0",
                "reasoning_gym_reward | 42.0 | \"42\" | 1",
                "reasoning_gym_reward | it is 42 | \"42\" | 0.25",
                "reasoning_gym_reward | -42 | \"42\" | 0",
                "reasoning_gym_reward | 42.5 | \"42\" | 0",
                "reasoning_gym_reward | <answer>1e3</answer> | \"1,000\" | 1",
            })
    void numbersAndWordsAreWhole(String reward, String response, String gold, double expected) throws IOException {
        assertThat(reward(reward, "{\"final_response\":\"" + response + "\",\"answer\":" + gold + "}"))
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "search_r1_em_reward | {\"final_response\":\"<answer>x</answer>\",\"answer\":\"the\"} | MISSING_FIELD",
                "search_r1_subem_reward | {\"final_response\":\"<answer>x</answer>\",\"answer\":[]} | MISSING_FIELD",
                "match_reward | {\"final_response\":\"x\",\"answer\":\"...\"} | MISSING_FIELD",
                "includes_reward | {\"final_response\":\"x\"} | MISSING_FIELD",
                "reasoning_gym_reward | {\"final_response\":\"x\",\"answer\":\" \"} | MISSING_FIELD",
                "choice_reward | {\"final_response\":\"x\",\"options\":[\"a\",\"b\"],\"answer\":\"z\"} | MISSING_FIELD",
                "choice_reward | {\"final_response\":\"x\",\"options\":[],\"answer\":\"A\"} | MISSING_FIELD",
                "soft_overlong_reward | {\"length\":0,\"max_completion_len\":10,\"soft_punish_cache\":20} | INVALID_INPUT",
                "soft_overlong_reward | {\"length\":0,\"max_completion_len\":10,\"soft_punish_cache\":-1} | INVALID_INPUT",
                "cosine_scaled_reward | {\"length\":1,\"max_len\":10,\"correct\":null} | MISSING_FIELD",
                "cosine_scaled_reward | {\"length\":1,\"max_len\":0,\"correct\":true} | INVALID_INPUT",
                "repetition_reward | {\"final_response\":\"a\",\"max_penalty\":1} | INVALID_INPUT",
                "repetition_reward | {\"final_response\":\"a\",\"ngram_size\":0} | INVALID_INPUT",
                "length_reward | {\"length\":3,\"group_lengths\":[1,2],\"correct\":true} | MISSING_FIELD",
                "open_r1:len_reward | {\"lengths\":[],\"correct\":[]} | MISSING_FIELD",
                "inspect:pattern | {\"value\":\"x\",\"target\":\"x\",\"pattern\":\"(\"} | MISSING_FIELD",
                "inspect:pattern | {\"value\":\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!\",\"target\":\"x\",\"pattern\":\"(a+)+$\"} | TIMEOUT",
            })
    void faultsOfTheTaskAreUnscored(String reward, String sample, String reason) throws IOException {
        Json score = score(reward, sample);

        assertThat(score.find("unscored").map(unscored -> unscored.get("reason").asString()))
                .as(JsonCodec.write(score.value()))
                .hasValue(reason);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "ANSWER: B | B | 1",
                "ANSWER: $B$. | B | 1",
                "Answer: (b) | B | 1",
                "ANSWER: A\\nANSWER: B | B | 1",
                "ANSWER: A or B | B | 0",
                "B | B | 0",
                "ANSWER: E | B | 0",
            })
    void inspectReadsTheLetterAfterTheLastAnswer(String response, String target, double reward) throws IOException {
        String sample = "{\"final_response\":\"" + response + "\",\"choices\":[\"w\",\"x\",\"y\"],\"answer\":\"";

        assertThat(reward("inspect:choice", sample + target + "\"}")).isEqualTo(reward);
        assertThat(score("inspect:choice", sample + "F\"}")
                        .get("unscored")
                        .get("reason")
                        .asString())
                .isEqualTo("MISSING_FIELD");
    }

    @Test
    void lengthsAreTokensOrCodePoints() throws IOException {
        String limits = "\"max_completion_len\":10,\"soft_punish_cache\":5}";

        assertThat(reward("soft_overlong_reward", "{\"final_response\":\"😀😀😀😀😀😀😀\"," + limits))
                .isEqualTo(-0.4);
        assertThat(reward("soft_overlong_reward", "{\"completion_ids\":[1,2,3,4,5,6,7]," + limits))
                .isEqualTo(-0.4);
        assertThat(reward("length_reward", "{\"length\":2,\"group_lengths\":[2,4],\"correct\":false}"))
                .isEqualTo(0.0);
        assertThat(reward("length_reward", "{\"length\":2,\"group_lengths\":[2,4],\"correct\":true}"))
                .isEqualTo(0.5);
        assertThat(reward("cosine_scaled_reward", "{\"length\":200,\"max_len\":100,\"correct\":true}"))
                .isEqualTo(0.5);
    }

    @Test
    void hostileResponsesEndSoon() throws IOException {
        String tags = "<think><answer>Step 1: - First,".repeat(20_000);
        for (String reward : List.of(
                "think_answer_format_reward", "tag_count_reward", "reasoning_steps_reward", "repetition_reward")) {
            assertThat(score(reward, "{\"final_response\":\"" + tags + " ".repeat(200_000) + "\"}")
                            .find("reward"))
                    .isPresent();
        }
        String answers = "ANSWER: A B ".repeat(20_000);
        for (String reward : List.of("inspect:answer", "match_reward(location=any)", "search_r1_subem_reward")) {
            assertThat(score(reward, "{\"final_response\":\"" + answers + "\",\"answer\":\"zz\"}")
                            .find("reward"))
                    .isPresent();
        }
        assertThat(score("repetition_reward(ngram_size=50000)", "{\"final_response\":\"" + "a ".repeat(100_000) + "\"}")
                        .get("reward")
                        .asDouble())
                .isLessThan(-0.99);
    }

    private double reward(String reward, String sample) throws IOException {
        return score(reward, sample).get("reward").asDouble();
    }

    private Json score(String reward, String sample) throws IOException {
        ByteArrayOutputStream scores = new ByteArrayOutputStream();
        try (Scorer scorer = Scorer.builder().threads(1).build()) {
            new ScoreJob(List.of(registry.reward(reward)), scorer, null, Long.MAX_VALUE, new ScoreJob.Listener() {})
                    .run(
                            new ByteArrayInputStream(sample.getBytes(StandardCharsets.UTF_8)),
                            scores,
                            ScoreJob.Progress.none(1));
        }
        return JsonCodec.read(scores.toString(StandardCharsets.UTF_8), "a score");
    }
}
