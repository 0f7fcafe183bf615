package dev.guerdon.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guerdon.api.Context;
import dev.guerdon.api.Field.Default;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Step;
import dev.guerdon.api.Tool;
import dev.guerdon.api.Tool.Description;
import dev.guerdon.api.ToolOutcome;
import dev.guerdon.api.UnscoredException;
import dev.guerdon.core.base.JsonCodec;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ToolEntryTest {

    private static final CountDownLatch OVER = new CountDownLatch(1);

    static final class Tools {

        @Tool(value = "press", description = "Press a key.")
        static Map<String, Object> press(
                @Description("which") String keyName,
                @Default("2") int times,
                @Default("soft") String how,
                @Default("[]") List<String> held,
                Optional<Boolean> wait,
                Context context) {
            return Map.of("pressed", keyName + times + how + held + wait.isPresent() + context.metadata());
        }

        @Tool(value = "act", description = "Act.")
        static Step act() {
            return new Step(Step.Observation.of("There."), 0.5, true, Map.of("at", 2), Step.End.truncated("steps"));
        }

        @Tool(value = "hang", description = "Hangs.")
        static String hang() {
            while (OVER.getCount() > 0) {
                Thread.onSpinWait();
            }
            return "";
        }

        @Tool(value = "endless", description = "Gives a list without end.")
        static Iterable<Integer> endless() {
            return () -> Stream.iterate(0, i -> i + 1).iterator();
        }

        @Tool(value = "interrupt", description = "Leaves an interrupt behind.")
        static String interrupt() {
            Thread.currentThread().interrupt();
            return "interrupted";
        }

        @Tool(value = "sneaky", description = "Throws what it does not declare.")
        static String sneaky() {
            return Tools.<String, RuntimeException>thrown(new Throwable("nobody declared this"));
        }

        @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
        private static <R, T extends Throwable> R thrown(Throwable thrown) throws T {
            throw (T) thrown;
        }
    }

    private final Registry registry = new Registry();

    ToolEntryTest() {
        registry.tools(Tools.class);
    }

    @Test
    void schemaHasDefaultsOfTheParametersOwnType() {
        assertThat(JsonCodec.write(registry.tool("press").schema()))
                .isEqualTo("{\"type\":\"object\",\"properties\":{"
                        + "\"key_name\":{\"type\":\"string\",\"description\":\"which\"},"
                        + "\"times\":{\"type\":\"integer\",\"default\":2},"
                        + "\"how\":{\"type\":\"string\",\"default\":\"soft\"},"
                        + "\"held\":{\"type\":\"array\",\"items\":{\"type\":\"string\"},\"default\":[]},"
                        + "\"wait\":{\"type\":\"boolean\"}},"
                        + "\"required\":[\"key_name\"],\"additionalProperties\":false}");
    }

    @Test
    void argumentsAreConvertedAndResultsBecomeText() throws Exception {
        Context context = Context.detached(Map.of("a", 1));
        assertThat(registry.tool("press")
                        .call(Map.of("key_name", "x", "times", "3"), context)
                        .text())
                .isEqualTo("{\"pressed\":\"x3soft[]false{a=1}\"}");
        assertThatThrownBy(() -> registry.tool("press").call(Map.of("times", 1), context))
                .isInstanceOf(GuerdonException.class)
                .hasMessageContaining("press needs the field 'key_name'");
    }

    @Test
    void aStepEndsTheEpisodeAndATextDoesNot() throws Exception {
        ToolOutcome outcome = registry.tool("act").call(Map.of(), Context.detached(Map.of()));
        assertThat(outcome)
                .isEqualTo(new ToolOutcome("There.", 0.5, true, Map.of("at", 2, ToolOutcome.TRUNCATED_BY, "steps")));
        assertThat(registry.tool("act").canEndEpisode()).isTrue();
        assertThat(registry.tool("press").canEndEpisode()).isFalse();
    }

    @Test
    void aToolThatHangsIsGivenUp() {
        try (ResourcePools resources = new ResourcePools(Duration.ofSeconds(1));
                RolloutContext context = resources.rollout("r", "", Map.of())) {
            assertThatThrownBy(() -> registry.tool("hang").call(Map.of(), context, Duration.ofMillis(100)))
                    .isInstanceOf(UnscoredException.class)
                    .hasMessage("the tool hang took longer than 100ms");
        } finally {
            OVER.countDown();
        }
    }

    @Test
    void whatAToolDoesStaysWithinTheTool() throws Exception {
        Context context = Context.detached(Map.of());
        assertThatThrownBy(() -> registry.tool("endless").call(Map.of(), context))
                .hasMessageContaining("more than 100000 values");
        assertThatThrownBy(() -> registry.tool("sneaky").call(Map.of(), context))
                .isInstanceOf(GuerdonException.class)
                .hasMessageContaining("sneaky failed: java.lang.Throwable: nobody declared this");
        assertThat(registry.tool("interrupt").call(Map.of(), context).text()).isEqualTo("interrupted");
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }
}
