package dev.guerdon.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guerdon.agent.model.MessageJson.TokenEstimate;
import dev.guerdon.agent.spi.Agent;
import dev.guerdon.agent.spi.AgentKind;
import dev.guerdon.agent.spi.Rollout;
import dev.guerdon.agent.spi.TurnInfo;
import dev.guerdon.api.Message;
import dev.guerdon.api.Task;
import dev.guerdon.api.ToolCall;
import dev.guerdon.api.Trajectory.FinishReason;
import dev.guerdon.core.Registry;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ToolLoopTest {

    @Test
    void aReplyWithoutACallIsTheFinalResponse() {
        Rollout rollout =
                Fixture.one(Fixture.tools(), Fixture.script(Message.assistant("So it is.\nFinal Answer: 42 ")));
        assertThat(rollout.finalResponse()).isEqualTo("42");
        assertThat(rollout.trajectory().finishReason()).isEqualTo(FinishReason.NO_TOOL_CALLS);
        assertThat(rollout.turns()).hasSize(1);
        assertThat(rollout.turns().getFirst().prompt()).isEqualTo("Do it.");
        assertThat(rollout.trajectory().metrics()).containsEntry("turns", 1.0).containsEntry("input_tokens", 10.0);
    }

    @Test
    void aToolThatEndsTheEpisodeEndsTheRollout() {
        Rollout rollout = Fixture.one(Fixture.tools(), Fixture.script(Fixture.call("count", Map.of("by", 100))));
        assertThat(rollout.trajectory().finishReason()).isEqualTo(FinishReason.TERMINAL);
        assertThat(rollout.turns()).singleElement().satisfies(turn -> {
            assertThat(turn.action()).isEqualTo("count({\"by\":100})");
            assertThat(turn.observation()).isEqualTo("now 100");
            assertThat(turn.reward()).isEqualTo(100);
            assertThat(turn.info()).containsEntry(TurnInfo.ACTION_NAME, "count");
        });
    }

    @Test
    void turnsAreLimited() {
        Rollout rollout = Fixture.one(Fixture.tools(), Fixture.script(Fixture.call("count", Map.of("by", 1))));
        assertThat(rollout.trajectory().finishReason()).isEqualTo(FinishReason.MAX_TURNS);
        assertThat(rollout.turns()).hasSize(10);
    }

    @Test
    void callsOfOneTurnRunInOrderAndNoneAfterTheEnd() {
        Rollout rollout = Fixture.one(
                Fixture.tools(),
                Fixture.script(Fixture.calls(
                        Fixture.toolCall("a", "count", Map.of("by", 60)),
                        Fixture.toolCall("b", "count", Map.of("by", 50)),
                        Fixture.toolCall("c", "count", Map.of("by", 1)))));
        assertThat(rollout.trajectory().finishReason()).isEqualTo(FinishReason.TERMINAL);
        assertThat(rollout.trajectory().messages().stream()
                        .filter(Message::isTool)
                        .map(Message::text))
                .containsExactly("now 60", "now 110", "Error: not done, because the episode is over.");
        assertThat(rollout.trajectory().messages().stream()
                        .filter(Message::isTool)
                        .map(Message::toolCallId))
                .containsExactly("a", "b", "c");
        assertThat(rollout.turns().getFirst().reward()).isEqualTo(110);
    }

    @Test
    void badCallsAreAnsweredToTheModel() {
        List<String> told = new ArrayList<>();
        Message[] script = {
            Fixture.call("cuont", Map.of("by", 1)),
            Fixture.call("count", Map.of()),
            Fixture.call("count", Map.of("by", "many")),
            Fixture.calls(new ToolCall("x", "count", Map.of(), "{\"by\": 1")),
            Fixture.calls(new ToolCall("x", "count", Map.of(), "[1]")),
            Fixture.call("fail", Map.of()),
            Message.assistant("I give up.")
        };
        Fixture.Answers model = (messages, tools) -> {
            if (messages.getLast().isTool()) {
                told.add(messages.getLast().text());
            }
            return Fixture.script(script).answer(messages, tools);
        };
        Rollout rollout = Fixture.one(Fixture.tools(), model);
        assertThat(rollout.trajectory().finishReason()).isEqualTo(FinishReason.NO_TOOL_CALLS);
        assertThat(told.get(0)).startsWith("Error: there is no tool 'cuont'; did you mean 'count'?");
        assertThat(told.get(1)).contains("by").contains("The arguments of count are: {\"by\":{\"type\":\"integer\"}}");
        assertThat(told.get(2)).contains("many");
        assertThat(told.get(3)).contains("is not JSON");
        assertThat(told.get(4)).contains("expected the arguments as a JSON object, found a list");
        assertThat(told.get(5)).isEqualTo("Error: fail failed: the tool is broken");
        assertThat(rollout.trajectory().toolUses())
                .as("only the broken tool ran")
                .isEqualTo(1);
        assertThat(rollout.turns().get(5).error()).isEqualTo("fail failed: the tool is broken");
        assertThat(rollout.turns().get(5).info()).containsKey(TurnInfo.TOOL_ERROR);
    }

    @Test
    void theSystemPromptGoesFirst() {
        Agent agent = AgentCatalogue.create(Registry.discover(), "tools", Map.of("system", "Be kind."));
        Rollout rollout = Fixture.one(agent, Fixture.script(Message.assistant("Hello")));
        assertThat(rollout.trajectory().messages().getFirst()).isEqualTo(Message.system("Be kind."));
    }

    @Test
    void reactIsSpokenInText() {
        List<String> prompts = new ArrayList<>();
        Fixture.Answers script = Fixture.script(
                Message.assistant("Thought: I count.\nAction: count\nAction Input: {\"by\": 3}\nObservation: now 99"),
                Message.assistant("Thought: done.\nFinal Answer: three"));
        Fixture.Answers model = (messages, tools) -> {
            assertThat(tools).isEmpty();
            prompts.add(messages.getLast().text());
            return script.answer(messages, tools);
        };
        Rollout rollout = Fixture.one(AgentCatalogue.create(Registry.discover(), "react", Map.of()), model);
        assertThat(rollout.finalResponse()).isEqualTo("three");
        assertThat(prompts).containsExactly("Do it.", "Observation: now 3");
        assertThat(rollout.trajectory().messages().getFirst().text())
                .contains("* count: Counts up.\n  arguments: {\"by\":{\"type\":\"integer\"}}", "Action Input:");
    }

    @Test
    void tagsAreSpokenInText() {
        Rollout rollout = Fixture.one(
                AgentCatalogue.create(Registry.discover(), "tags", Map.of()),
                Fixture.script(
                        Message.assistant("Two.<action>count({\"by\": 3})</action><action>echo: hi there</action>"),
                        Message.assistant("<action></action>"),
                        Message.assistant("<answer>three</answer>")));
        assertThat(rollout.finalResponse()).isEqualTo("three");
        assertThat(rollout.turns().getFirst().observation()).isEqualTo("now 3\nhi there");
        assertThat(rollout.turns().get(1).info()).containsKey(TurnInfo.PARSE_ERROR);
        assertThat(rollout.turns().get(1).observation()).contains("Name one of the tools: count, echo, fail");
    }

    @Test
    void linesAreSpokenInText() {
        Rollout rollout = Fixture.one(
                AgentCatalogue.create(Registry.discover(), "lines", Map.of()),
                Fixture.script(
                        Message.assistant("I see.\nACTION: count\nPARAMS: {\"by\": 3}"),
                        Message.assistant("Final Answer: three")));
        assertThat(rollout.finalResponse()).isEqualTo("three");
        assertThat(rollout.turns().getFirst().observation()).isEqualTo("now 3");
        assertThat(rollout.trajectory().messages()).contains(Message.user("RESULT of count:\nnow 3"));
    }

    @Test
    void nativeCallsCountInTextFormatsToo() {
        for (String kind : List.of("react", "tags", "lines")) {
            Rollout rollout = Fixture.one(
                    AgentCatalogue.create(Registry.discover(), kind, Map.of()),
                    Fixture.script(Fixture.call("count", Map.of("by", 100))));
            assertThat(rollout.trajectory().finishReason()).as(kind).isEqualTo(FinishReason.TERMINAL);
            assertThat(rollout.trajectory().messages().getLast().isTool()).isTrue();
        }
    }

    @Test
    void longConversationsAreFolded() {
        Agent agent = AgentCatalogue.create(
                Registry.discover(), "tools", Map.of("system", "Rules.", "fold_tokens", "300", "fold_keep", "1"));
        List<List<Message>> seen = new ArrayList<>();
        int[] turn = {0};
        Fixture.Answers model = (messages, tools) -> {
            seen.add(messages);
            turn[0]++;
            return Fixture.calls(Fixture.toolCall("c" + turn[0], "echo", Map.of("text", turn[0] + " x".repeat(200))));
        };
        Rollout rollout = Fixture.one(agent, model);
        assertThat(rollout.trajectory().segments()).hasSizeGreaterThan(2).allSatisfy(segment -> {
            assertThat(segment.get(0)).isEqualTo(Message.system("Rules."));
            assertThat(segment.get(1)).isEqualTo(Message.user("Do it."));
        });
        assertThat(seen).hasSize(10).allSatisfy(messages -> {
            assertThat(TokenEstimate.of(messages)).isLessThan(700);
            long calls = messages.stream()
                    .mapToLong(message -> message.toolCalls().size())
                    .sum();
            assertThat(messages.stream().filter(Message::isTool).count())
                    .as("no call is parted from its answer")
                    .isEqualTo(calls);
        });
        Message summary = rollout.trajectory().segments().getLast().get(2);
        assertThat(summary.role()).isEqualTo("user");
        assertThat(summary.text())
                .startsWith("What you did so far, in short:")
                .contains("turn 9: echo({\"text\":\"9 x", "(8 earlier turns are left out)");
        assertThat(rollout.trajectory().segments().get(1).get(2).text()).contains("turn 1: ");
    }

    @Test
    void wrongNamesAndValuesAreExplained() {
        assertThatThrownBy(() -> AgentCatalogue.create(Registry.discover(), "toools", Map.of()))
                .hasMessage("there is no agent 'toools'; did you mean 'tools'?");
        assertThatThrownBy(() -> AgentCatalogue.create(Registry.discover(), "tools", Map.of("fold_token", "1")))
                .hasMessageContaining("the agent 'tools' has no setting 'fold_token'; did you mean 'fold_tokens'");
        assertThatThrownBy(() -> AgentCatalogue.create(Registry.discover(), "tools", Map.of("fold_tokens", "many")))
                .hasMessage("expected a whole number from 0 on for the setting 'fold_tokens', found 'many'");
        assertThat(AgentCatalogue.kinds(Registry.discover()))
                .extracting(AgentKind::name)
                .contains("tools", "react", "tags", "lines");
    }

    @Test
    void aRunnerRunsFromAProgram() {
        AgentRunner runner = AgentRunner.of(
                        Fixture.registry(),
                        Fixture.script(Fixture.call("count", Map.of("by", 1)), Message.assistant("one")))
                .tools("count");
        Rollout rollout = runner.run(Task.of("t", "Count.", Map.of()), 5);
        assertThat(rollout.finalResponse()).isEqualTo("one");
        assertThat(rollout.score().toString()).contains("no reward was named");
        assertThat(runner.run(Fixture.tasks(3), 5, 2, 4)).hasSize(6);
        assertThatThrownBy(() -> runner.tools("cuont")).hasMessageContaining("did you mean 'count'");
    }
}
