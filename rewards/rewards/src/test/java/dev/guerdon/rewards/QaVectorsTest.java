package dev.guerdon.rewards;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Json;
import dev.guerdon.api.RewardResult;
import dev.guerdon.api.UnscoredException;
import dev.guerdon.rewards.RecordedCalls.Case;
import dev.guerdon.rewards.TokenOverlap.F1;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class QaVectorsTest {

    static Stream<Case> pairs() {
        return RecordedCalls.cases("qa_pairs.jsonl");
    }

    @ParameterizedTest
    @MethodSource("pairs")
    void pairsAgree(Case one) {
        NormalizedText prediction = new NormalizedText();
        prediction.read(one.text("final_response"));
        NormalizedText gold = new NormalizedText();
        gold.read(one.text("answer"));
        F1 found = TokenOverlap.compare(one.text("final_response"), one.text("answer"));

        one.output()
                .find("norm_prediction")
                .ifPresent(text -> assertThat(prediction).hasToString(text.asString()));
        one.output().find("norm_gold").ifPresent(text -> assertThat(gold).hasToString(text.asString()));
        List<Double> f1 = one.output().get("f1_score").asList().stream()
                .map(Json::asDouble)
                .toList();
        assertThat(List.of(found.f1(), found.precision(), found.recall())).isEqualTo(f1);
        assertThat(found.em()).isEqualTo(one.output().get("em_score").asDouble());
        assertAgrees(
                QaRewards.qaF1(one.text("final_response"), one.input().get("answer")),
                one.output().get("qa_f1_reward"));
    }

    static Stream<Case> toolCases() {
        return RecordedCalls.cases("qa_tool.jsonl");
    }

    @ParameterizedTest
    @MethodSource("toolCases")
    void toolRewardsAgree(Case one) {
        if (one.failed() && one.function().equals("infoseek_reward") && hasAnswer(one)) {
            // The reference fails on an empty answer_eval, although there are answers to compare with.
            double tools = one.trajectory().toolMessages() >= 2 ? 0.2 : 0.0;
            double best = GoldAnswers.all("answer", one.input().get("answer")).stream()
                    .mapToDouble(gold -> TokenOverlap.compare(one.text("final_response"), gold)
                            .f1())
                    .max()
                    .orElseThrow();
            assertThat(score(one).reward()).isEqualTo(tools + 0.8 * best);
        } else if (one.failed() && !one.function().equals("qa_f1_reward_tool")) {
            // The reference fails on a task without answers; it is unscored, and the message says why.
            assertThatThrownBy(() -> score(one))
                    .isInstanceOf(UnscoredException.class)
                    .hasMessageContaining("at least one answer");
        } else if (one.failed()
                && one.input()
                        .find("trajectory")
                        .filter(list -> list.asList().contains(new Json(null)))
                        .isPresent()) {
            assertThatThrownBy(() -> score(one))
                    .isInstanceOf(GuerdonException.class)
                    .hasMessageContaining("message 0 of the trajectory");
        } else if (one.failed()) {
            // Messages that are not objects count as assistant text, so no tool was used.
            assertThat(score(one).reward()).isEqualTo(0.0);
        } else {
            assertAgrees(score(one), one.output());
        }
    }

    static Stream<Case> emCases() {
        return RecordedCalls.cases("qa_em.jsonl").filter(one -> one.function().startsWith("qa_"));
    }

    @ParameterizedTest
    @MethodSource("emCases")
    void exactMatchRewardsAgree(Case one) {
        RewardResult found = score(one);
        if (!one.failed()) {
            assertAgrees(found, one.output());
        } else if (one.function().equals("qa_em_format_reward")) {
            assertThat(found.reward()).isEqualTo(documentedFormatReward(found.extras()));
        } else {
            assertThat(found.reward()).isEqualTo(found.extras().get("em"));
        }
    }

    static Stream<Case> formatCases() {
        return RecordedCalls.cases("qa_em.jsonl").filter(one -> one.function().equals("_format_ok") && !one.failed());
    }

    @ParameterizedTest
    @MethodSource("formatCases")
    void formatChecksAgree(Case one) {
        Json expected = one.output();

        assertThat(QaRewards.thinks(one.trajectory(), false))
                .isEqualTo(expected.get("has_think").asBoolean());
        assertThat(QaRewards.hasAnswerTags(one.text("final_response")))
                .isEqualTo(expected.get("has_answer_tags").asBoolean());
        assertThat(one.trajectory().toolMessages())
                .isEqualTo(expected.get("tool_call_count").asInt());
        assertThat(QaRewards.answerOfLastCall(one.trajectory()))
                .isEqualTo(expected.find("answer").map(Json::asString));
    }

    static Stream<Case> tagCases() {
        return RecordedCalls.cases("qa_em.jsonl").filter(one -> one.function().equals("_extract_answer_tag"));
    }

    @ParameterizedTest
    @MethodSource("tagCases")
    void answerTagsAgree(Case one) {
        assertThat(QaRewards.answerIn(one.text("text"))).isEqualTo(one.output().asString());
    }

    private static RewardResult score(Case one) {
        String response = one.text("final_response");
        return switch (one.function()) {
            case "qa_f1_reward_tool" ->
                QaRewards.agentflyQaF1Tool(response, one.input().get("answer"), one.trajectory());
            case "infoseek_reward" ->
                RewardResult.of(QaRewards.infoseek(
                        response, one.input().find("answer"), one.input().find("answer_eval"), one.trajectory()));
            case "ok_vqa_reward" ->
                RewardResult.of(QaRewards.okVqa(response, one.input().get("answers")));
            case "qa_em_reward" -> QaRewards.qaEm(response, one.input().get("golden_answers"), one.trajectory());
            case "qa_em_format_reward" ->
                QaRewards.qaEmFormat(response, one.input().get("golden_answers"), one.trajectory());
            case "qa_em_reward_tool_call" ->
                QaRewards.qaEmToolCall(response, one.input().get("golden_answers"), one.trajectory());
            default -> throw new AssertionError("no reward for " + one);
        };
    }

    private static boolean hasAnswer(Case one) {
        return one.input()
                .find("answer")
                .filter(answer -> !answer.equals(new Json(List.of())))
                .isPresent();
    }

    private static double documentedFormatReward(Map<String, Object> extras) {
        if (!Objects.equals(extras.get("fmt"), 1.0) || !Objects.equals(extras.get("fmt_tool"), 1.0)) {
            return 0.0;
        }
        return Objects.equals(extras.get("em"), 1.0) ? 1.0 : 0.1;
    }

    private static void assertAgrees(RewardResult found, Json expected) {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("reward", found.reward());
        all.putAll(found.extras());

        assertThat(all.keySet()).isEqualTo(expected.asMap().keySet());
        all.forEach(
                (name, value) -> assertThat((double) Optional.ofNullable(value).orElseThrow())
                        .as(name)
                        .isCloseTo(expected.get(name).asDouble(), within(1e-12)));
    }
}
