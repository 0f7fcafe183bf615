package dev.guerdon.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.agent.spi.Rollout;
import dev.guerdon.agent.spi.RolloutLimits;
import dev.guerdon.agent.spi.RolloutSetup;
import dev.guerdon.api.Context;
import dev.guerdon.api.Message;
import dev.guerdon.api.Score;
import dev.guerdon.api.Tool;
import dev.guerdon.api.ToolOutcome;
import dev.guerdon.api.Trajectory.FinishReason;
import dev.guerdon.api.UnscoredException;
import dev.guerdon.api.agent.Model;
import dev.guerdon.core.Registry;
import dev.guerdon.core.RewardEntry;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A model sees what its environment shows before its first turn, and may answer through a tool. */
class FirstLookTest {

    /** Tools of an environment that begins with a page. */
    static final class Tools {

        private Tools() {}

        @Tool(value = "look", description = "Shows the page.", firstLook = true)
        static String look(Context context) {
            return "the first page of " + context.environmentOptions();
        }

        @Tool(value = "blind", description = "Has no page.", firstLook = true)
        @SuppressWarnings("DoNotCallSuggester")
        static String blind() {
            throw new UnscoredException(Score.Reason.RESOURCE, "there is no browser");
        }

        @Tool(value = "broken", description = "Breaks.", firstLook = true)
        @SuppressWarnings("DoNotCallSuggester")
        static String broken() {
            throw new IllegalStateException("out of order");
        }

        @Tool(value = "say", description = "Says the answer.")
        static ToolOutcome say(String text) {
            return new ToolOutcome("said", 0, true, Map.of(ToolOutcome.FINAL_RESPONSE, text));
        }
    }

    private static Rollout roll(Model model, String... tools) {
        Registry registry = new Registry();
        registry.tools(Tools.class);
        return Fixture.one(RolloutSetup.builder(registry, Fixture.tools(), model)
                .reward(RewardEntry.of(
                        "said_42", sample -> sample.finalResponse().equals("42") ? 1.0 : 0.0))
                .tools(List.of(tools))
                .environmentOptions(Map.of("max-steps", "3"))
                .limits(RolloutLimits.turns(3))
                .build());
    }

    @Test
    void theFirstPageStandsBehindTheTaskAndHasTheOptionsOfTheSuite() {
        Rollout rollout = roll(
                (Fixture.Answers) (messages, tools) ->
                        Message.assistant(messages.getLast().text()),
                "say",
                "look");
        assertThat(rollout.finalResponse()).isEqualTo("the first page of {max-steps=3}");
        assertThat(rollout.trajectory().messages().getFirst().text()).isEqualTo("Do it.");
        assertThat(rollout.turns().getFirst().prompt()).contains("Do it.").contains("the first page");
    }

    @Test
    void withoutAFirstPageTheEpisodeIsLostAndNotScored() {
        for (String tool : List.of("blind", "broken")) {
            Rollout rollout = roll(Fixture.script(Message.assistant("42")), tool);
            assertThat(rollout.trajectory().finishReason()).isEqualTo(FinishReason.ENVIRONMENT_LOST);
            assertThat(rollout.score()).as(tool).isInstanceOf(Score.Unscored.class);
            assertThat(rollout.error()).containsAnyOf("there is no browser", "out of order");
        }
    }

    @Test
    void anAnswerThatIsGivenThroughAToolIsTheFinalResponse() {
        Rollout rollout = roll(Fixture.script(Fixture.call("say", Map.of("text", "42"))), "say");
        assertThat(rollout.finalResponse()).isEqualTo("42");
        assertThat(rollout.score()).isInstanceOf(Score.Scored.class);
        assertThat(rollout.trajectory().reward()).hasValue(1.0);
    }
}
