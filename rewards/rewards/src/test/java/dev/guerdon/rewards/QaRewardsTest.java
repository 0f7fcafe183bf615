package dev.guerdon.rewards;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guerdon.api.Json;
import dev.guerdon.api.Message;
import dev.guerdon.api.Message.Text;
import dev.guerdon.api.RewardResult;
import dev.guerdon.api.Trajectory;
import dev.guerdon.api.UnscoredException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class QaRewardsTest {

    private static final Trajectory TOOL_USED =
            Trajectory.of(List.of(Message.user("q"), Message.tool("1", "search", "r"), Message.assistant("a")));

    @Test
    void documentedToolRewardNeedsToolUseAndAnExactAnswer() {
        assertThat(QaRewards.qaF1Tool("the Nile", json("Nile"), TOOL_USED).reward())
                .isEqualTo(1.0);
        assertThat(QaRewards.qaF1Tool("Nile river", json("Nile"), TOOL_USED).reward())
                .isEqualTo(0.1);
        assertThat(QaRewards.qaF1Tool("Congo", json("Nile"), TOOL_USED).reward())
                .isEqualTo(0.1);
        assertThat(QaRewards.qaF1Tool("Nile", json("Nile"), Trajectory.empty()).reward())
                .isEqualTo(0.0);
    }

    @Test
    void documentedToolRewardKeepsTheTrueExtrasWithoutAToolWhereTheCodeZeroesThem() {
        RewardResult documented = QaRewards.qaF1Tool("Nile", json("Nile"), Trajectory.empty());
        RewardResult code = QaRewards.agentflyQaF1Tool("Nile", json("Nile"), Trajectory.empty());

        assertThat(documented.extras().values()).containsOnly(1.0);
        assertThat(code.extras().values()).containsOnly(0.0);
        assertThat(code.extras().keySet()).isEqualTo(documented.extras().keySet());
    }

    @Test
    void codeToolRewardNeedsTwoToolMessages() {
        Trajectory two = Trajectory.of(List.of(Message.tool("1", "s", "r"), Message.tool("2", "s", "r")));

        assertThat(QaRewards.agentflyQaF1Tool("Nile river", json("Nile"), TOOL_USED)
                        .reward())
                .isEqualTo(0.0);
        assertThat(QaRewards.agentflyQaF1Tool("Nile river", json("Nile"), two).reward())
                .isEqualTo(2 / 3.0);
    }

    @Test
    void aCallThatNeverRanIsNoUseOfATool() {
        Trajectory refused = Trajectory.of(List.of(
                Message.assistant("<think>where</think>"),
                Message.tool("1", "nope", "Error: unknown tool nope"),
                Message.tool("2", "search", " "),
                Message.assistant("done")));

        assertThat(QaRewards.qaF1Tool("Nile", json("Nile"), refused).reward()).isEqualTo(0.0);
        assertThat(format("<answer>Lima</answer>", refused)).isEqualTo(0.0);
        assertThat(QaRewards.qaEm("Lima", json("Lima"), refused).extras()).containsEntry("fmt_tool", 0.0);
        assertThat(QaRewards.qaEmToolCall("Lima", json("Lima"), refused).extras())
                .containsEntry("has_tool_calling", 0.0);
        assertThat(QaRewards.infoseek(
                        "garbage", java.util.Optional.of(json("Baikal")), java.util.Optional.empty(), refused))
                .isEqualTo(0.0);
        assertThat(QaRewards.agentflyQaF1Tool("Nile", json("Nile"), refused).reward())
                .isEqualTo(1.0);
    }

    @Test
    void formatRewardPaysForFormAndAnswer() {
        Trajectory formed = Trajectory.of(List.of(
                Message.assistant("<think>where</think>"), Message.tool("1", "s", "r"), Message.assistant("done")));

        assertThat(format("<answer>Lima</answer>", formed)).isEqualTo(1.0);
        assertThat(format("<answer>Quito</answer>", formed)).isEqualTo(0.1);
        assertThat(format("Lima", formed)).isEqualTo(0.0);
        assertThat(format("<answer>Lima</answer>", Trajectory.empty())).isEqualTo(0.0);
    }

    @Test
    void thinkTagsInListedContentCountForTheFormatRewardButNotForTheReferencesExtra() {
        Trajectory listed = Trajectory.of(List.of(
                new Message("assistant", List.of(new Text("<think>a</think>")), List.of(), null, null, true),
                Message.tool("1", "s", "r"),
                Message.assistant("done")));

        assertThat(format("<answer>Lima</answer>", listed)).isEqualTo(1.0);
        assertThat(QaRewards.qaEm("<answer>Lima</answer>", json(List.of("Lima")), listed)
                        .extras())
                .containsEntry("fmt_think", 0.0);
    }

    @Test
    void answerMayBeANumberOrAList() {
        assertThat(QaRewards.qaF1("it is 42", json(42)).extras()).containsEntry("recall", 1.0);
        assertThat(QaRewards.qaF1("42", json(42.0)).reward()).isEqualTo(1.0);
        assertThat(QaRewards.qaF1("2.5", json(2.5)).reward()).isEqualTo(1.0);
        assertThat(QaRewards.qaF1("Nile", json(List.of("the river Nile", "Nile", 7)))
                        .extras()
                        .values())
                .containsOnly(1.0);
    }

    @Test
    void answerOfAnotherKindIsUnscoredAndSaysWhatWasFound() {
        assertThatThrownBy(() -> QaRewards.qaF1("x", json(Map.of("value", 1))))
                .isInstanceOf(UnscoredException.class)
                .hasMessage(
                        "the field 'answer' must hold a text, a number or a list of these, found an object with [value]");
        assertThatThrownBy(() -> QaRewards.qaF1("x", json(true))).hasMessageContaining("found a boolean: true");
        assertThatThrownBy(() -> QaRewards.qaF1("x", json(List.of()))).hasMessageContaining("found an empty list");
        assertThatThrownBy(() -> QaRewards.qaF1("x", json(Arrays.asList("x", null))))
                .hasMessageContaining("found null");
    }

    @Test
    void yesAndNoMatchEntirelyOrNotAtAll() {
        assertThat(QaRewards.qaF1("yes it is", json("yes")).reward()).isEqualTo(0.0);
        assertThat(QaRewards.qaF1("Yes!", json("yes")).reward()).isEqualTo(1.0);
    }

    @Test
    void infoseekTakesATextWhereAListIsUsual() {
        assertThat(QaRewards.infoseek(
                        "Baikal", java.util.Optional.empty(), java.util.Optional.of(json("Baikal")), TOOL_USED))
                .isEqualTo(0.8);
    }

    private static double format(String response, Trajectory trajectory) {
        return QaRewards.qaEmFormat(response, json(List.of("Lima")), trajectory).reward();
    }

    private static Json json(Object value) {
        return new Json(value);
    }
}
