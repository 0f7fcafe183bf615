package dev.guerdon.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guerdon.api.Context;
import dev.guerdon.api.Field.Default;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Tool;
import dev.guerdon.api.Tool.Description;
import dev.guerdon.base.JsonCodec;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ToolEntryTest {

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
}
