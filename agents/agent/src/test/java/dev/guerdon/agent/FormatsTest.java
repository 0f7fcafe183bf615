package dev.guerdon.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.agent.ActionFormat.LinesFormat;
import dev.guerdon.agent.ActionFormat.NativeFormat;
import dev.guerdon.agent.ActionFormat.ReactFormat;
import dev.guerdon.agent.ActionFormat.TagsFormat;
import dev.guerdon.agent.ActionText.FinalResponse;
import dev.guerdon.api.Context;
import dev.guerdon.api.Tool;
import dev.guerdon.api.ToolCall;
import dev.guerdon.api.agent.AgentTool;
import dev.guerdon.core.Registry;
import dev.guerdon.core.base.JsonCodec;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Actions as models write them. */
class FormatsTest {

    /** Tools of several shapes. */
    static final class Shapes {

        private Shapes() {}

        @Tool(value = "look", description = "Looks.")
        static String look(Context context) {
            return context.rolloutId();
        }

        @Tool(value = "go", description = "Goes.")
        static String go(String place) {
            return place;
        }

        @Tool(value = "shop", description = "Shops.")
        static String shop(String action, String value) {
            return action + value;
        }
    }

    private final List<AgentTool> tools = tools();

    private static List<AgentTool> tools() {
        Registry registry = new Registry();
        registry.tools(Shapes.class);
        return List.of(registry.tool("look"), registry.tool("go"), registry.tool("shop"));
    }

    private static String shown(ActionFormat.Reading reading) {
        return switch (reading) {
            case ActionFormat.Reading.Answer answer -> "answer:" + answer.text();
            case ActionFormat.Reading.Unreadable unreadable -> "unreadable";
            case ActionFormat.Reading.Calls calls ->
                String.join(";", calls.calls().stream().map(FormatsTest::shown).toList());
        };
    }

    private static String shown(ToolCall call) {
        return call.name() + (call.arguments().isEmpty() ? call.argumentsText() : JsonCodec.write(call.arguments()));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "look()|look{}",
                "look|look{}",
                "go({\"place\": \"fridge 1\"})|go{\"place\":\"fridge 1\"}",
                "go {\"place\": \"a\"}|go{\"place\":\"a\"}",
                "go(\"fridge 1\")|go{\"place\":\"fridge 1\"}",
                "go fridge 1|go{\"place\":\"fridge 1\"}",
                "open the fridge 1|go{\"place\":\"open the fridge 1\"}",
                "`go` {\"place\": \"a\"}|go{\"place\":\"a\"}",
                "{\"name\": \"shop\", \"arguments\": {\"action\": \"search\", \"value\":"
                        + " \"{x}\"}}|shop{\"action\":\"search\",\"value\":\"{x}\"}",
                "{\"tool\": \"go\", \"input\": \"there\"}|go{\"place\":\"there\"}",
                "shop {\"action\": \"search\", \"value\": \"a}b\"} and"
                        + " more|shop{\"action\":\"search\",\"value\":\"a}b\"}",
                "shop {\"action\": broken}|shop{\"action\": broken}",
                "fly(\"x\")|fly\"x\"",
                "{\"arguments\": {}}|unreadable",
                "{\"name\": |unreadable",
            })
    void tagsHoldActionsOfManyShapes(String body, String expected) {
        assertThat(shown(new TagsFormat().read("I think.\n<action>" + body + "</action>", tools)))
                .isEqualTo(expected);
        assertThat(shown(new TagsFormat().read("<action> ```json\n" + body + "\n``` ", tools)))
                .as("fenced, and without the closing tag")
                .isEqualTo(expected);
    }

    @Test
    void tagsWithoutActionAreAnAnswer() {
        assertThat(shown(new TagsFormat().read("x <answer> 42 </answer> y", tools)))
                .isEqualTo("answer:42");
        assertThat(shown(new TagsFormat().read("just text", tools)))
                .as("neither an action nor an answer")
                .isEqualTo("unreadable");
        assertThat(shown(new TagsFormat().read("<answer>42", tools))).isEqualTo("answer:42");
    }

    @Test
    void reactReadsTheFirstActionAndNothingThatTheModelMadeUp() {
        ReactFormat react = new ReactFormat();
        assertThat(shown(react.read("""
            Thought: first
            Action: go
            Action Input: {"place": "a"}
            Observation: you are at a
            Thought: now
            Final Answer: done
            """, tools))).isEqualTo("go{\"place\":\"a\"}");
        assertThat(shown(react.read("**Action:** go\n**Action Input:** kitchen", tools)))
                .isEqualTo("go{\"place\":\"kitchen\"}");
        assertThat(shown(react.read("Action: go({\"place\": \"b\"})", tools))).isEqualTo("go{\"place\":\"b\"}");
        assertThat(shown(react.read("Action: look\nAction Input: None", tools))).isEqualTo("look{}");
        assertThat(shown(react.read(
                        "Action: shop\nAction Input: {\n \"action\": \"a\",\n \"value\": \"b\"\n}\nThought: x", tools)))
                .isEqualTo("shop{\"action\":\"a\",\"value\":\"b\"}");
        assertThat(shown(react.read("Thought: I know.\nFinal Answer: 7\nAction: go", tools)))
                .isEqualTo("answer:7\nAction: go");
        assertThat(shown(react.read("I simply answer.", tools)))
                .as("neither an action nor an answer")
                .isEqualTo("unreadable");
    }

    @Test
    void linesReadTheFirstAction() {
        LinesFormat lines = new LinesFormat();
        assertThat(shown(lines.read("ACTION: go\nPARAMS: {\"place\": \"a\"}", tools)))
                .isEqualTo("go{\"place\":\"a\"}");
        assertThat(shown(lines.read("ok\n**ACTION: look**\nPARAMS: {}", tools))).isEqualTo("look{}");
        assertThat(shown(lines.read("ACTION: go\nPARAMS: ```json\n{\"place\": \"a\"}\n```\nACTION: look", tools)))
                .isEqualTo("go{\"place\":\"a\"}");
        assertThat(shown(lines.read("ACTION: look", tools))).isEqualTo("look{}");
        assertThat(shown(lines.read("no action: here", tools))).isEqualTo("answer:no action: here");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Final Answer: 42",
                "final answer : 42",
                "**Final Answer:** 42",
                "x\nFinal Answer: 1\nFinal Answer: 42",
                "<answer>42</answer>",
                "<answer>1</answer> no, <answer> 42 </answer>",
                "Final Answer: <answer>42</answer>",
                " 42 "
            })
    void theFinalResponseIsFound(String text) {
        assertThat(FinalResponse.in(text)).isEqualTo("42");
    }

    @Test
    void noTextMakesAFormatFail() {
        Random dice = new Random(3);
        String[] pieces = {
            "<action>",
            "</action>",
            "Action:",
            "Action Input:",
            "ACTION:",
            "PARAMS:",
            "{",
            "}",
            "\"",
            "\\",
            "go",
            "shop",
            "(",
            ")",
            "\n",
            " ",
            ":",
            "```",
            "Final Answer:",
            "Observation:",
            "Thought:",
            "[",
            "]",
            ",",
            "é",
            "\u0000"
        };
        List<ActionFormat> formats =
                List.of(new TagsFormat(), new ReactFormat(), new LinesFormat(), new NativeFormat());
        for (int i = 0; i < 20_000; i++) {
            StringBuilder text = new StringBuilder();
            int length = dice.nextInt(15);
            for (int j = 0; j < length; j++) {
                text.append(pieces[dice.nextInt(pieces.length)]);
            }
            for (ActionFormat format : formats) {
                assertThat(format.read(text.toString(), tools)).isNotNull();
                assertThat(format.read(text.toString(), List.of())).isNotNull();
            }
        }
    }
}
