package dev.guerdon.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which messages of tools are the results of tools that ran. */
class ToolResultTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " \n\t",
                "\u200b\u2060\ufeff",
                "\u3164\u2800",
                "Error: unknown tool nope",
                "ERROR: unknown tool 'nope'",
                "[ERROR: unknown tool 'nope']",
                "Error: there is no tool 'nope'; did you mean 'note'? The tools are: note, search.",
                "Error: there is no tool 'nope', and no other one either; answer without tools.",
                "Error: not done, because the episode is over.",
                "Error: expected the arguments as a JSON object, found a list. The arguments of search are: {\"query\":{\"type\":\"string\"}}.",
                "Error: search needs 'query'. The arguments of search are: {\"query\":{\"type\":\"string\"}}.",
                "nope is not a valid tool, try one of [search, calculator].",
                "Error: nope is not a valid tool, try one of [search].",
                "Error: 'get-weather' isn't a registered tool",
                "Tool nope not found",
                "Tool 'nope' not found.",
                "Tool with name nope not found",
                "tool_not_found",
                "ToolNotFoundError: nope",
                "NoSuchToolError",
                "AI_NoSuchToolError: Model tried to call unavailable tool 'nope'. Available tools: search.",
                "The tool \"nope\" does not exist.",
                "Hallucinated tool: nope does not exist.",
                "Tool nope does not exists.",
                "Tool nope is not available",
                "The requested tool is unavailable.",
                "Error: Function nope not found.",
                "Function nope is not found in the tools_dict.",
                "Error: Requested function could not be found.",
                "Unknown function: nope",
                "No such tool available: nope",
                "<tool_use_error>Error: No such tool available: nope</tool_use_error>",
                "No tool named nope",
                "No ToolCallback found for tool name: nope",
                "Unknown tool name: 'nope'. Available tools: 'search'",
                "MCP error -32602: Unknown tool: nope",
                "{\"error\": \"Unknown tool: nope\"}",
                "{\"error\": {\"code\": -32602, \"message\": \"Tool nope not found\"}}",
                "{\"status\": \"error\", \"message\": \"invalid tool\"}",
                "Error executing tool nope: Unknown tool: nope",
                "Action 'nope' don't exist, these are the only available Actions: search",
                "Error: Invalid arguments for tool search: [{\"code\": \"invalid_type\"}]",
                "InputValidationError: search failed due to the following issue: ...",
                "TypeError: search() missing 1 required positional argument: 'query'",
                "search() got an unexpected keyword argument 'q'",
                "Error: missing required argument 'query'",
                "Missing required parameter: query",
                "Found 1 validation errors parsing tool input arguments:",
                "2 validation errors for search\nquery\n  Field required",
                "1 validation error: query: missing",
                "Error invoking tool 'search' with kwargs {'q': 1} with error:\n 1 validation error for search",
                "Failed to parse arguments: Expecting value: line 1 column 1",
                "Could not parse tool arguments as JSON",
                "Invalid JSON input for tool search: {",
                "Tool arguments must be a JSON object",
                "Error: arguments are not valid JSON",
                "Error: unable to find tool nope",
                "The tool call was rejected by the user.",
            })
    void aCallThatNeverRanIsNoUse(String text) {
        assertThat(Message.tool("1", "search", text).isToolResult()).as(text).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "42",
                "0",
                "None",
                "null",
                "[]",
                "{}",
                "No results found.",
                "No matches.",
                "(no output)",
                "\ud83d\udc4d",
                "Error: division by zero",
                "Error: no such city: Atlantis",
                "Error: file not found: notes.txt",
                "Error: Invalid action 'jump'. Must be either 'search' or 'click'",
                "Nothing happens.",
                "The action failed: the fridge 1 is closed.",
                "Traceback (most recent call last):\n  File \"a.py\", line 1\nNameError: name 'x' is not defined",
                "ZeroDivisionError: division by zero",
                "ValueError: math domain error",
                "Tool error: the page answered 404",
                "search failed: the server answered 503",
                "Error executing tool search: timed out after 10 s",
                "An error occurred while running the tool. Please try again. Error: HTTP 500",
                "{\"error\": \"city not found\"}",
                "{\"status\": \"error\", \"message\": \"the order is already cancelled\"}",
                "Error: order not found",
                "User not found",
                "The function f(x) = 1/x is not defined at x = 0.",
                "No function of this kind has a minimum.",
                "A hammer is a tool. It is not known who made the first one.",
                "Invalid move",
                "syntax error near SELECT",
                "The capital of Peru is Lima.",
                "Toolmaking did not exist before the Stone Age.",
                "undefined",
                "undefined function 'foo' near line 1",
            })
    void aToolThatRanWasUsedWhateverItSays(String text) {
        assertThat(Message.tool("1", "search", text).isToolResult()).as(text).isTrue();
    }

    @Test
    void aLongPageIsAResultWhateverItBeginsWith() {
        String page = "Missing parameters in regression models. " + "They are estimated. ".repeat(50);

        assertThat(Message.tool("1", "search", page).isToolResult()).isTrue();
        assertThat(Message.tool("1", "search", "Error: unknown tool. " + page).isToolResult())
                .isFalse();
    }

    @Test
    void aPictureIsAResultAndOnlyToolsGiveOnes() {
        Message picture = new Message("tool", List.of(new Message.Media("image_url", Map.of())), List.of(), null, null);

        assertThat(picture.isToolResult()).isTrue();
        assertThat(Message.user("found").isToolResult()).isFalse();
        assertThat(new Message("tool", List.of(), List.of(), null, null).isToolResult())
                .isFalse();
        assertThat(Trajectory.of(List.of(
                                Message.tool("1", "a", "Error: unknown tool a"),
                                Message.tool("2", "b", "found"),
                                Message.tool("3", "c", "")))
                        .toolUses())
                .isEqualTo(1);
    }
}
