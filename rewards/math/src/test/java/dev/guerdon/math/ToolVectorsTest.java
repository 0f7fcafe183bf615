package dev.guerdon.math;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.api.Json;
import dev.guerdon.api.Message;
import dev.guerdon.api.RewardResult;
import dev.guerdon.api.Sample;
import dev.guerdon.api.Score;
import dev.guerdon.core.Registry;
import dev.guerdon.core.RewardEntry;
import dev.guerdon.core.Scorer;
import dev.guerdon.core.base.MessageReader;
import dev.guerdon.math.extract.AnswerExtraction;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The recorded trajectory variants, through the registry as a user calls them. */
class ToolVectorsTest {

    private static final Registry REGISTRY = Registry.discover();

    @Test
    void everyRecordedRewardAgrees() {
        List<String> misses = new ArrayList<>();
        int compared = 0;
        try (Scorer scorer = Scorer.create()) {
            for (Json line : Vectors.read("math_tool")) {
                String function = line.get("fn").asString();
                if (!function.startsWith("math_") || function.equals("math_equal_naive")) {
                    continue;
                }
                Score score = scorer.score(REGISTRY.reward(function), sample(line.get("input")));
                if (!(score instanceof Score.Scored scored)) {
                    misses.add(line.get("id").asString() + " " + score);
                    continue;
                }
                if (line.get("output").isNull()) {
                    // The reference fails on malformed messages; ours scores them.
                    continue;
                }
                compared++;
                if (!agrees(scored.result(), line.get("output"))) {
                    misses.add(line.get("id").asString() + " " + scored.result());
                }
            }
        }
        assertThat(compared).isGreaterThan(190);
        assertThat(misses).isEmpty();
    }

    private static boolean agrees(RewardResult result, Json output) {
        return result.reward() == output.get("reward").asDouble()
                && output.find("acc")
                        .map(acc -> Double.valueOf(acc.asDouble())
                                .equals(result.extras().get("acc")))
                        .orElse(result.extras().isEmpty());
    }

    private static Sample sample(Json input) {
        return Sample.of(
                "1",
                input.get("final_response").asString(),
                MessageReader.trajectory(input.get("trajectory").value()).messages(),
                Map.of("answer", input.get("answer").asString()));
    }

    @Test
    void aCallThatNeverRanIsNoUseOfATool() {
        List<Message> messages = new ArrayList<>(List.of(
                Message.assistant("Thought: <think>a</think>"),
                Message.tool("1", "nope", "Error: unknown tool nope"),
                Message.tool("2", "calculator", "")));
        List<String> rewards = List.of(
                "math_equal_reward_tool",
                "math_reward_thought_with_tool",
                "math_equal_reward_think",
                "math_string_equal_reward_tool");
        assertThat(rewards).allSatisfy(name -> assertThat(paid(name, messages)).isZero());

        messages.add(Message.tool("3", "calculator", "Error: division by zero"));
        assertThat(rewards).allSatisfy(name -> assertThat(paid(name, messages)).isEqualTo(1.0));
    }

    private static double paid(String reward, List<Message> messages) {
        try (Scorer scorer = Scorer.create()) {
            Score score = scorer.score(REGISTRY.reward(reward), Sample.of("1", "4", messages, Map.of("answer", "4")));
            return ((Score.Scored) score).result().reward();
        }
    }

    @Test
    void theReferencesTextFunctionsAgree() {
        List<String> misses = new ArrayList<>();
        for (Json line : Vectors.read("math_tool")) {
            Json input = line.get("input");
            Object got = switch (line.get("fn").asString()) {
                case "extract_last_number" ->
                    AnswerExtraction.lastDigitsOfFirstLine(input.get("s").asString());
                case "math_equal_naive" ->
                    AnswerExtraction.lastDigitsOfFirstLine(
                                    input.get("final_answer").asString())
                            .equals(input.get("gold_answer").asString());
                case "extract_final_answers_batch" ->
                    input.get("responses").asList().stream()
                            .map(response -> AnswerExtraction.boxInAnswerTags(response.asString()))
                            .toList();
                case "parse_thinking_response" -> {
                    String response = input.get("response").asString();
                    List<Object> both = new ArrayList<>();
                    both.add(AnswerExtraction.thinking(response).orElse(null));
                    both.add(AnswerExtraction.answerTag(response).orElse(null));
                    yield both;
                }
                default -> line.get("output").value();
            };
            if (!String.valueOf(got).equals(String.valueOf(line.get("output").value()))) {
                misses.add(line.get("id").asString() + " " + got);
            }
        }
        assertThat(misses).isEmpty();
    }

    @Test
    void aNumberAsAnswerCountsAsItsText() {
        RewardEntry reward = REGISTRY.reward("math_equal_reward");
        try (Scorer scorer = Scorer.create()) {
            for (Object answer : List.of(4, 4.0, 4L, "4", List.of("4"))) {
                Score score = scorer.score(
                        reward, Sample.of("1", "\\boxed{\\frac{8}{2}}", List.of(), Map.of("answer", answer)));
                assertThat(score).isEqualTo(new Score.Scored(RewardResult.of(1.0)));
            }
        }
    }
}
