package dev.guerdon.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guerdon.agent.spi.Rollout;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Json;
import dev.guerdon.api.Message;
import dev.guerdon.api.Score;
import dev.guerdon.api.Task;
import dev.guerdon.api.Trajectory.FinishReason;
import dev.guerdon.api.agent.Agent;
import dev.guerdon.api.agent.AgentProvider;
import dev.guerdon.api.agent.AgentResult;
import dev.guerdon.api.agent.Agents;
import dev.guerdon.api.agent.FewShotPrompt;
import dev.guerdon.api.agent.Turn;
import dev.guerdon.api.agent.Usage;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Agents of a few lines: a function, a builder, a chat. */
class FunctionAgentTest {

    private static Rollout play(AgentProvider provider) {
        return Fixture.one(AgentCatalogue.create(provider, Map.of()), Fixture.script(Message.assistant("unused")));
    }

    @Test
    void aFunctionIsAnAgent() {
        Rollout rollout = play(Agents.of(
                "desk", task -> task.id() + ": " + task.messages().getLast().text()));
        assertThat(rollout.finalResponse()).isEqualTo("t: Do it.");
        assertThat(rollout.trajectory().finishReason()).isEqualTo(FinishReason.NO_TOOL_CALLS);
        assertThat(rollout.trajectory().messages())
                .containsExactly(Message.user("Do it."), Message.assistant("t: Do it."));
        Turn turn = rollout.turns().getFirst();
        assertThat(turn.prompt()).isEqualTo("Do it.");
        assertThat(turn.reply()).isEqualTo("t: Do it.");
        assertThat(rollout.score()).isInstanceOf(Score.Scored.class);
    }

    @Test
    void whatAFunctionCostsIsUnknownAndNotNothing() {
        Rollout rollout = play(Agents.of("desk", task -> ""));
        assertThat(rollout.usage().costKnown()).isFalse();
        assertThat(rollout.turns().getFirst().usage()).isEqualTo(Usage.UNKNOWN);
    }

    @Test
    void aFunctionThatFailsOrReturnsNullIsNotScored() {
        Rollout failed = play(Agents.of("desk", task -> {
            throw new java.io.IOException("no connection");
        }));
        assertThat(failed.score()).isInstanceOf(Score.Unscored.class);
        assertThat(failed.error()).contains("no connection");
        @SuppressWarnings("NullAway") // what a program without annotations does
        Rollout nothing = play(Agents.of("desk", task -> null));
        assertThat(nothing.error()).contains("the agent 'desk' returned null for the task t");
    }

    @Test
    void aProviderIsBuiltFromAFunctionOfItsSettings() {
        AgentProvider provider = AgentProvider.builder("polite")
                .description("greets")
                .setting("greeting", "Hello", "what it says")
                .agentFactory(settings -> rollout -> AgentResult.answered(settings.text("greeting")))
                .build();
        assertThat(provider.usesModel()).isTrue();
        assertThat(play(provider).finalResponse()).isEqualTo("Hello");
        Agent other = AgentCatalogue.create(provider, Map.of("greeting", "Ahoy"));
        assertThat(Fixture.one(other, Fixture.script()).finalResponse()).isEqualTo("Ahoy");
        assertThatThrownBy(() -> AgentCatalogue.create(provider, Map.of("greetin", "Ahoy")))
                .hasMessageContaining("did you mean 'greeting'?");
        assertThatThrownBy(() -> AgentProvider.builder("none").build())
                .isInstanceOf(GuerdonException.class)
                .hasMessageContaining("the agent 'none' is missing");
    }

    @Test
    void aChatRecordsBothSidesAndWhatTheModelUsed() {
        FewShotPrompt prompt = FewShotPrompt.empty().example("One?", "1").example("Two?", "2");
        Rollout rollout = Fixture.one(
                scope -> AgentResult.answered(scope.chat(prompt.messagesFor(scope.task()))),
                (Fixture.Answers) (messages, tools) -> Message.assistant(" " + messages.size() + " messages\n"));
        assertThat(rollout.finalResponse()).isEqualTo("5 messages");
        assertThat(rollout.trajectory().segments())
                .containsExactly(List.of(
                        Message.user("One?"),
                        Message.assistant("1"),
                        Message.user("Two?"),
                        Message.assistant("2"),
                        Message.user("Do it."),
                        Message.assistant("5 messages")));
        assertThat(rollout.turns().getFirst().prompt()).isEqualTo("Do it.");
        assertThat(rollout.usage()).isEqualTo(new Usage(1, 10, 5, 0.01));
        assertThat(rollout.turns().getFirst().usage()).isEqualTo(rollout.usage());
    }

    @Test
    void aChatThatContinuesStaysInItsSegmentAndAnotherOneStartsAnew() {
        Rollout rollout = Fixture.one(
                scope -> {
                    List<Message> conversation = new ArrayList<>(scope.task().messages());
                    conversation.add(Message.assistant(scope.chat(conversation)));
                    conversation.add(Message.user("Sure?"));
                    scope.chat(conversation);
                    return AgentResult.answered(scope.chat(scope.task().messages()));
                },
                (Fixture.Answers) (messages, tools) -> Message.assistant(messages.size() + " messages"));
        assertThat(rollout.trajectory().segments())
                .containsExactly(
                        List.of(
                                Message.user("Do it."),
                                Message.assistant("1 messages"),
                                Message.user("Sure?"),
                                Message.assistant("3 messages")),
                        List.of(Message.user("Do it."), Message.assistant("1 messages")));
        assertThat(rollout.turns().stream().map(Turn::index)).containsExactly(0, 1, 2);
    }

    @Test
    void anEnvironmentReadsAndWritesJsonWithTheApiAlone() {
        Json json = Json.read("{\"b\": [1, 2.5, null], \"a\": \"x\"}");
        assertThat(json.get("b").asList().getFirst().asLong()).isEqualTo(1);
        assertThat(Json.write(json.value())).isEqualTo("{\"b\":[1,2.5,null],\"a\":\"x\"}");
        assertThat(Json.write(Map.of("answer", Task.of("t", "q", Map.of()).id())))
                .isEqualTo("{\"answer\":\"t\"}");
        assertThatThrownBy(() -> Json.read("{\"a\": 1} x"))
                .isInstanceOf(GuerdonException.class)
                .hasMessageContaining("is not JSON");
        assertThat(Json.write(Map.of("a", Double.NaN))).isEqualTo("{\"a\":null}");
    }
}
