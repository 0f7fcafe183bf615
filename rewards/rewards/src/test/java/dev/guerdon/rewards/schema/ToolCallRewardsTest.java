package dev.guerdon.rewards.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guerdon.api.Json;
import dev.guerdon.api.Message;
import dev.guerdon.api.RewardResult;
import dev.guerdon.api.ToolCall;
import dev.guerdon.api.Trajectory;
import dev.guerdon.api.UnscoredException;
import dev.guerdon.core.base.JsonCodec;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ToolCallRewardsTest {

    private static final String FUNCTIONS = """
            [{"name":"g.f","parameters":{"type":"dict","properties":{"n":{"type":"integer"},"xs":{"type":"array","items":\
            {"type":"array","items":{"type":"integer"}}},"s":{"type":"string"},"d":{"type":"dict","properties":{"k":{"type":"float"}}}},\
            "required":["n"]}}]""";

    private static final String ANSWERS =
            "[{\"g.f\":{\"n\":[5],\"xs\":[[[1],[2]],\"\"],\"s\":[\"New York\",\"\"],\"d\":[{\"k\":[1.5,2]},\"\"]}}]";

    @ParameterizedTest
    @CsvSource(delimiter = '~', textBlock = """
            [g.f(n=5)]                      ~ 1
            [g_f(n=5)]                      ~ 1
            [g.f(n=5, xs=[[1], [2]])]       ~ 1
            [g.f(n=5, xs=((1,), (2,)))]     ~ 1
            [g.f(n=5, s='new-york')]        ~ 1
            [g.f(n=5, d={'k': 2})]          ~ 1
            [g.f(n=5, d={'k': 2.5})]        ~ 0
            [g.f(n=5.0)]                    ~ 0
            [g.f(n=True)]                   ~ 0
            [g.f(n='5')]                    ~ 0
            [g.f(n=5, xs=[[1.0], [2]])]     ~ 0
            [g.f(n=5, xs=[])]               ~ 0
            [g.f(n=5, xs=[[True], [2]])]    ~ 0
            [g.f(n=5, zz=1)]                ~ 0
            [g.f()]                         ~ 0
            [g.h(n=5)]                      ~ 0
            [g.f(n=5), g.f(n=5)]            ~ 0
            []                              ~ 0
            [g.f(n=2+3)]                    ~ 0
            [g.f(n=9**9**9)]                ~ 0
            [g.f(n=__import__('os').getpid())] ~ 0
            [g.f(n=5)] and more             ~ 0
            """)
    void textIsReadAsLiteralsAndTypesAreCheckedAtAnyDepth(String response, double reward) {
        assertThat(call(response.strip(), ANSWERS).reward()).isEqualTo(reward);
    }

    @ParameterizedTest
    @ValueSource(strings = {"[", "(", "{'a':", "[f(a="})
    void nestedTextsEndAndEarnNothing(String opening) {
        String response = "[g.f(n=" + opening.repeat(100_000) + ")]";

        assertThat(call(response, ANSWERS).reward()).isZero();
        assertThat(call(response, ANSWERS).extras().get("reason")).asString().isNotEmpty();
    }

    @Test
    void callsOfTheTrajectoryCountBeforeTheText() {
        Trajectory trajectory = Trajectory.of(List.of(Message.assistant(
                "[g.f(n=6)]", List.of(new ToolCall("1", "g_f", Map.of(), "{\"n\": 5, \"d\": {\"k\": 1.5}}")))));
        Trajectory broken = Trajectory.of(
                List.of(Message.assistant("[g.f(n=5)]", List.of(new ToolCall("1", "g_f", Map.of(), "{\"n\": 5")))));

        assertThat(call(trajectory, "[g.f(n=6)]", ANSWERS).reward()).isEqualTo(1.0);
        assertThat(call(broken, "[g.f(n=5)]", ANSWERS).extras().get("reason"))
                .asString()
                .startsWith("unreadable: ");
    }

    @Test
    void everyOrderOfCallsFindsTheAssignmentThatGreedySearchMisses() {
        String answers = "[{\"g.f\":{\"n\":[1,2]}},{\"g.f\":{\"n\":[1]}},{\"g.f\":{\"n\":[1,2,3]}}]";
        List<String> calls = new ArrayList<>(List.of("g.f(n=1)", "g.f(n=2)", "g.f(n=3)"));
        Random random = new Random(9);
        for (int i = 0; i < 30; i++) {
            Collections.shuffle(calls, random);
            assertThat(call("[" + String.join(",", calls) + "]", answers).reward())
                    .as(calls.toString())
                    .isEqualTo(1.0);
        }
        assertThat(call("[g.f(n=3), g.f(n=3), g.f(n=1)]", answers).extras()).containsEntry("matched", 2);
        Json greedy = json("[{\"g.f\":{\"n\":1}},{\"g.f\":{\"n\":2}}]");
        assertThat(ToolCallRewards.bfcl(
                                json(FUNCTIONS),
                                greedy,
                                json("[{\"g.f\":{\"n\":[1,2]}},{\"g.f\":{\"n\":[1]}}]"),
                                "parallel",
                                false)
                        .reward())
                .isZero();
    }

    @Test
    void tagsHoldCallsAsJson() {
        String text = "<think>x</think>\n<tool_call>\n{\"name\":\"g.f\",\"arguments\":{\"n\":5}}\n</tool_call>";

        assertThat(call(text, ANSWERS).reward()).isEqualTo(1.0);
        assertThat(call(text + "<tool_call>{}", ANSWERS).reward()).isZero();
        assertThat(call("no call needed", "[]").reward()).isEqualTo(1.0);
        assertThat(call(text, "[]").reward()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "[5]", "[{}]", "[{\"g.f\":5}]", "[{\"g.f\":{\"n\":5}}]", "[{\"nope\":{}}]"})
    void brokenAnswersAreUnscored(String answers) {
        assertThatThrownBy(() -> call("[g.f(n=5), nope()]", answers)).isInstanceOf(UnscoredException.class);
    }

    @Test
    void toolRlKeepsPythonsEqualityAndFindsTheGoldUnreadable() {
        String gold = "<tool_call>\n{\"name\":\"a\",\"parameters\":{\"x\":1}}\n</tool_call>";
        String given = "<think>t</think>\n<tool_call>\n{\"name\":\"a\",\"parameters\":{\"x\":true}}\n</tool_call>";

        assertThat(rlla(given, gold).reward()).isEqualTo(4.0);
        assertThat(rlla(given + " ", gold).reward()).isEqualTo(4.0);
        assertThat(rlla(given.replace("}\n<", "}<"), gold).extras()).containsEntry("format_reward", 0.0);
        assertThatThrownBy(() -> rlla(given, "<tool_call>\nnot json\n</tool_call>"))
                .isInstanceOf(UnscoredException.class);
        assertThat(rlla("<think>" + "</think>\n<tool_call>\n".repeat(20_000), gold)
                        .reward())
                .isEqualTo(-3.0);
    }

    private static RewardResult rlla(String response, String gold) {
        return ToolCallRewards.rlla(Optional.of(response), Optional.empty(), Optional.of(gold), Optional.empty());
    }

    private static RewardResult call(String response, String answers) {
        return call(Trajectory.empty(), response, answers);
    }

    private static RewardResult call(Trajectory trajectory, String response, String answers) {
        return ToolCallRewards.toolCall(response, trajectory, Optional.of(json(FUNCTIONS)), json(answers));
    }

    private static Json json(String text) {
        return JsonCodec.read(text, "the test");
    }
}
