package dev.guerdon.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.agent.spi.Rollout;
import dev.guerdon.agent.spi.RolloutLimits;
import dev.guerdon.agent.spi.RolloutSetup;
import dev.guerdon.api.Message;
import dev.guerdon.api.Score;
import dev.guerdon.api.Step;
import dev.guerdon.api.Step.Observation;
import dev.guerdon.api.Tool;
import dev.guerdon.api.ToolOutcome;
import dev.guerdon.api.Trajectory.FinishReason;
import dev.guerdon.api.UnscoredException;
import dev.guerdon.api.agent.Agent;
import dev.guerdon.api.agent.Model;
import dev.guerdon.api.agent.ModelException;
import dev.guerdon.api.agent.TurnInfo;
import dev.guerdon.core.Registry;
import dev.guerdon.core.RewardEntry;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Who or what ended a rollout is told apart, and only what says something about the agent is scored. */
class EndingsTest {

    /** Tools of environments that end in every way. */
    static final class Tools {

        private Tools() {}

        @Tool(value = "lose", description = "Loses its page.")
        static ToolOutcome lose() {
            return ToolOutcome.of(new Step(
                    Observation.of("its page was lost"), 0, true, Map.of(), Step.End.lost("its page was lost")));
        }

        @Tool(value = "cut", description = "Reaches the limit of the environment.")
        static ToolOutcome cut() {
            return ToolOutcome.of(
                    new Step(Observation.of("time is up"), 0.25, true, Map.of(), Step.End.truncated("steps")));
        }

        @Tool(value = "finish", description = "Reaches the goal.")
        static ToolOutcome finish() {
            return ToolOutcome.of(new Step(Observation.of("done"), 1, true, Map.of()));
        }

        @Tool(value = "absent", description = "Has no environment.")
        @SuppressWarnings("DoNotCallSuggester") // it is called by name
        static ToolOutcome absent() {
            throw new UnscoredException(Score.Reason.RESOURCE, "there is no browser");
        }
    }

    private static Rollout roll(String agent, Map<String, String> settings, Model model) {
        Registry registry = new Registry();
        registry.tools(Tools.class);
        return roll(AgentCatalogue.create(Registry.discover(), agent, settings), registry, model);
    }

    private static Rollout roll(Agent agent, Registry registry, Model model) {
        return Fixture.one(RolloutSetup.builder(registry, agent, model)
                .reward(RewardEntry.of("half", sample -> 0.5))
                .tools(List.of("lose", "cut", "finish", "absent"))
                .limits(RolloutLimits.turns(20))
                .build());
    }

    private static Rollout calls(String tool) {
        return roll("tools", Map.of(), Fixture.script(Fixture.call(tool, Map.of()), Message.assistant("I go on.")));
    }

    @Test
    void aLostEnvironmentIsUnscoredAndNotCompleted() {
        Rollout rollout = calls("lose");
        assertThat(rollout.trajectory().finishReason()).isEqualTo(FinishReason.ENVIRONMENT_LOST);
        assertThat(rollout.trajectory().finishReason().completed()).isFalse();
        assertThat(rollout.score()).isInstanceOfSatisfying(Score.Unscored.class, unscored -> {
            assertThat(unscored.reason()).isEqualTo(Score.Reason.RESOURCE);
            assertThat(unscored.message()).contains("its page was lost");
        });
        assertThat(rollout.turns())
                .singleElement()
                .satisfies(turn -> assertThat(turn.info()).containsEntry(TurnInfo.ENVIRONMENT_FAULT, true));
    }

    @Test
    void anEnvironmentThatIsNotThereIsLostToo() {
        Rollout rollout = calls("absent");
        assertThat(rollout.trajectory().finishReason()).isEqualTo(FinishReason.ENVIRONMENT_LOST);
        assertThat(rollout.error()).contains("there is no browser");
    }

    @Test
    void anEpisodeThatTheEnvironmentCutsIsScoredAndMarked() {
        Rollout rollout = calls("cut");
        assertThat(rollout.trajectory().finishReason()).isEqualTo(FinishReason.ENVIRONMENT_LIMIT);
        assertThat(rollout.trajectory().finishReason().completed()).isFalse();
        assertThat(rollout.trajectory().reward()).hasValue(0.5);
        assertThat(rollout.turns().getFirst().info()).containsEntry(TurnInfo.TRUNCATED_BY, "steps");
        assertThat(calls("finish").trajectory().finishReason()).isEqualTo(FinishReason.TERMINAL);
    }

    @ParameterizedTest
    @EnumSource(
            value = ModelException.Kind.class,
            mode = EnumSource.Mode.EXCLUDE,
            names = {"CANCELLED"})
    void aModelThatFailsIsToldFromAnAgentThatFails(ModelException.Kind kind) {
        Fixture.Answers model = (messages, tools) -> {
            throw new ModelException(kind, "nobody is there");
        };
        Rollout rollout = roll("tools", Map.of(), model);
        assertThat(rollout.trajectory().finishReason()).isEqualTo(FinishReason.MODEL_FAILED);
        assertThat(rollout.score())
                .isEqualTo(new Score.Unscored(Score.Reason.ERROR, "the model failed: nobody is there"));

        Agent wraps = scope -> {
            try {
                scope.ask(List.of(), List.of());
            } catch (ModelException e) {
                throw new IllegalStateException("no answer", e);
            }
            throw new AssertionError();
        };
        Registry registry = new Registry();
        registry.tools(Tools.class);
        assertThat(roll(wraps, registry, model).trajectory().finishReason()).isEqualTo(FinishReason.MODEL_FAILED);
        Agent fails = scope -> {
            throw new IllegalStateException("a fault of its own");
        };
        assertThat(roll(fails, registry, model).trajectory().finishReason()).isEqualTo(FinishReason.ERROR);
    }

    @ParameterizedTest
    @ValueSource(strings = {"react", "tags"})
    void aReplyWithoutFormIsAnsweredWithAReminder(String agent) {
        Rollout rollout = roll(
                agent,
                Map.of(),
                Fixture.script(Message.assistant("Let me think."), Message.assistant("Final Answer: 42")));
        assertThat(rollout.trajectory().finishReason()).isEqualTo(FinishReason.NO_TOOL_CALLS);
        assertThat(rollout.finalResponse()).isEqualTo("42");
        assertThat(rollout.turns()).hasSize(2);
        assertThat(rollout.turns().getFirst().info()).containsKey(TurnInfo.PARSE_ERROR);
        assertThat(rollout.turns().getLast().prompt()).startsWith("Your reply has neither an action nor");
    }

    @ParameterizedTest
    @ValueSource(strings = {"react", "tags"})
    void remindersAreBoundedAndTheEndingSaysSo(String agent) {
        Rollout rollout = roll(agent, Map.of(), Fixture.script(Message.assistant("It is 42.")));
        assertThat(rollout.turns()).hasSize(4);
        assertThat(rollout.trajectory().finishReason()).isEqualTo(FinishReason.FORMAT_LIMIT);
        assertThat(rollout.trajectory().finishReason().limit()).isEqualTo("format reminders");
        assertThat(rollout.finalResponse())
                .as("what it said is scored all the same")
                .isEqualTo("It is 42.");
        assertThat(rollout.trajectory().reward()).hasValue(0.5);
        assertThat(roll(agent, Map.of("format_reminders", "0"), Fixture.script(Message.assistant("It is 42.")))
                        .turns())
                .hasSize(1);
    }

    @Test
    void aReadableReplyBeginsTheCountAnew() {
        Message bad = Message.assistant("Hm.");
        Message good = Message.assistant("Action: nothing_of_the_kind\nAction Input: {}");
        Rollout rollout = roll(
                "react",
                Map.of("format_reminders", "1"),
                Fixture.script(bad, good, bad, good, bad, Message.assistant("Final Answer: yes")));
        assertThat(rollout.finalResponse()).isEqualTo("yes");
        assertThat(rollout.trajectory().finishReason()).isEqualTo(FinishReason.NO_TOOL_CALLS);
    }

    @ParameterizedTest
    @EnumSource(FinishReason.class)
    void everyReasonIsReadBackAndNamesALimitExactlyIfOneCutIt(FinishReason reason) {
        assertThat(FinishReason.of(reason.name())).isEqualTo(reason);
        assertThat(FinishReason.of(reason.word())).isEqualTo(reason);
        assertThat(reason.limit().isEmpty()).isEqualTo(reason.kind() != FinishReason.Kind.TRUNCATED);
    }

    @Test
    void aReasonOfALaterVersionIsUnknown() {
        assertThat(FinishReason.of("EATEN_BY_A_DOG")).isEqualTo(FinishReason.UNKNOWN);
    }
}
