package dev.guerdon.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guerdon.api.Json;
import dev.guerdon.browser.spi.ActionException;
import dev.guerdon.browser.spi.BrowserAction;
import dev.guerdon.browser.spi.PageAction.Call;
import dev.guerdon.browser.spi.PageAction.CustomAction;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class ActionSetTest {

    static List<Json> recordedSets() {
        List<Json> sets = Vectors.lines("action_sets.jsonl");
        assertThat(sets).hasSize(38);
        return sets;
    }

    @ParameterizedTest
    @MethodSource("recordedSets")
    void subsetsHaveTheReferencesActions(Json recorded) {
        ActionSet set = ActionSet.of(subsets(recorded.get("subsets")))
                .withMultiaction(recorded.get("multiaction").asBoolean());
        assertThat(set.actions().stream().map(action -> action.signature().name()))
                .isEqualTo(recorded.get("actions").asList().stream()
                        .map(Json::asString)
                        .toList());
        assertThat(set.actions().stream()
                        .collect(Collectors.toMap(
                                action -> action.signature().name(),
                                action -> action.signature().text())))
                .isEqualTo(recorded.get("signatures").asMap());
        Map<String, Object> parameters = recorded.get("tool_parameters").asMap();
        for (Map<String, Object> tool : set.tools(ActionSet.ToolFormat.OPENAI, true)) {
            if (!parameters.isEmpty()) {
                assertThat(tool.get("parameters")).isEqualTo(parameters.get((String) tool.get("name")));
            }
        }
    }

    @Test
    void impossibleSetsAreRefusedAsTheReferenceDoes() {
        List<Json> recorded = Vectors.json("action_set_ctor_errors.json").asList();
        assertThat(recorded).isNotEmpty();
        for (Json row : recorded) {
            assertThatThrownBy(() -> ActionSet.of(subsets(row.get("ctor").get("subsets"))))
                    .isInstanceOfSatisfying(
                            ActionException.class,
                            e -> assertThat(e.lastActionError())
                                    .isEqualTo(row.get("error").asString()));
        }
    }

    private static List<String> subsets(Json value) {
        return value.isString()
                ? List.of(value.asString())
                : value.asList().stream().map(Json::asString).toList();
    }

    @Test
    void toolsHaveTheShapeOfTheirApi() {
        ActionSet set = ActionSet.of("nav");
        assertThat(set.tools(ActionSet.ToolFormat.OPENAI, true).getLast())
                .containsKeys("name", "description", "parameters")
                .containsEntry("type", "function");
        assertThat(set.tools(ActionSet.ToolFormat.ANTHROPIC, false).getLast())
                .containsOnlyKeys("name", "description", "input_schema")
                .containsEntry("name", "goto");
        assertThat((String)
                        set.tools(ActionSet.ToolFormat.OPENAI, true).getFirst().get("description"))
                .endsWith("\n\nExamples:\n- noop()\n- noop(500)\n");
    }

    @Test
    void everyExampleIsACallOfItsAction() {
        for (BrowserAction action : BrowserAction.values()) {
            assertThat(action.examples()).isNotEmpty();
            ActionSet set = ActionSet.of(List.of("custom"), List.of(action));
            for (String example : action.examples()) {
                List<Call> calls = set.withStrict(true).parse(example);
                assertThat(calls).singleElement().satisfies(call -> {
                    assertThat(call.action()).isEqualTo(action);
                    assertThat(call.code()).isEqualTo(example);
                    assertThat(call.arguments())
                            .hasSameSizeAs(action.signature().parameters());
                });
            }
        }
    }

    @Test
    void descriptionsSayWhetherSeveralActionsMayBeGiven() {
        ActionSet set = ActionSet.of("chat", "bid");
        assertThat(set.describe(true, true))
                .startsWith(
                        "\n13 different types of actions are available.\n\nnoop(wait_ms: float = 1000)\n    Description: ")
                .contains("    Examples:\n        noop()\n\n        noop(500)\n\n")
                .contains("Several actions")
                .endsWith(" Example:\nfill('237', 'example value')\nclick('a51')\n");
        assertThat(set.withMultiaction(false).describe(false, false))
                .doesNotContain("Description:", "Examples:")
                .endsWith("Only one action can be given at a time. Example:\nfill('237', 'example value')\n");
    }

    @Test
    void customActionsJoinTheSetAndTakeDefaults() {
        CustomAction custom = CustomAction.of(
                "pick_date(bid: str, date: str = '2024-01-01', keep_open: bool = False)",
                "Picks a date.",
                (b, a) -> {});
        ActionSet set = ActionSet.of(List.of("chat", "custom"), List.of(custom));
        assertThat(set.parse("pick_date('12', keep_open=True)").getFirst().arguments())
                .isEqualTo(Map.of("bid", "12", "date", "2024-01-01", "keep_open", true));
        CustomAction clash = CustomAction.of("noop(x)", "Another.", (b, a) -> {});
        assertThatThrownBy(() -> ActionSet.of(List.of("custom"), List.of(clash)))
                .hasMessage("Duplicated action 'noop'");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            scroll('down')             | TypeError: scroll() missing 1 required positional argument: 'delta_y'
            scroll()                   | TypeError: scroll() missing 2 required positional arguments: 'delta_x' and 'delta_y'
            scroll_at(1)               | TypeError: scroll_at() missing 3 required positional arguments: 'y', 'dx', and 'dy'
            scroll(0, 100, 5)          | TypeError: scroll() takes 2 positional arguments but 3 were given
            click('14', 'left', [], 4) | TypeError: click() takes from 1 to 3 positional arguments but 4 were given
            focus('7', '8')            | TypeError: focus() takes 1 positional argument but 2 were given
            noop(1, 2)                 | TypeError: noop() takes from 0 to 1 positional arguments but 2 were given
            go_back(1)                 | TypeError: go_back() takes 0 positional arguments but 1 was given
            click('14', foo=1)         | TypeError: click() got an unexpected keyword argument 'foo'
            click('14', bid='3')       | TypeError: click() got multiple values for argument 'bid'
            click(1, 2, 3, 4, foo=1)   | TypeError: click() got an unexpected keyword argument 'foo'
            scroll(0, 1e400)           | NameError: name 'inf' is not defined
            click([{'a': -1e400}])     | NameError: name 'inf' is not defined
            noop(wait_ms=1, wait_ms=2) | SyntaxError: keyword argument repeated: wait_ms
            noop(lambda=1)             | SyntaxError: invalid syntax: 'lambda' cannot name an argument
            """)
    void argumentsThatDoNotFitAreRefusedInPythonsWords(String action, String error) {
        ActionSet set = ActionSet.of("bid", "coord", "nav");
        assertThatThrownBy(() -> set.parse(action).getFirst().arguments())
                .isInstanceOfSatisfying(
                        ActionException.class,
                        e -> assertThat(e.lastActionError()).isEqualTo(error));
    }

    @Test
    void argumentsOfLaterCallsWaitForTheirTurn() {
        List<Call> calls = ActionSet.standard().parse("click('1') click()");
        assertThat(calls.getFirst().arguments()).containsEntry("button", "left");
        assertThatThrownBy(calls.getLast()::arguments).hasMessageContaining("missing 1 required");
    }
}
