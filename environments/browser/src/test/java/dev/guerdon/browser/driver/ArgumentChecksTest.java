package dev.guerdon.browser.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guerdon.browser.spi.ActionException;
import dev.guerdon.cpython.PythonTuple;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class ArgumentChecksTest {

    @Test
    void bidsAndMessagesAreStrings() {
        refused(() -> ArgumentChecks.bid(12), "ValueError: expected a string, got 12");
        refused(() -> ArgumentChecks.bid(null), "ValueError: expected a string, got None");
        refused(
                () -> ArgumentChecks.bid(Arrays.asList("12", 1, null)),
                "ValueError: expected a string, got ['12', 1, None]");
        refused(
                () -> ArgumentChecks.bid(new PythonTuple(List.of(1, "b"))),
                "ValueError: expected a string, got (1, 'b')");
        refused(() -> ArgumentChecks.message(42), "ValueError: Forbidden value: 42 is not a string");
        assertThat(ArgumentChecks.bid("a12")).isEqualTo("a12");
    }

    @Test
    void whatGoesToPlaywrightIsCheckedAsItsProtocolDoes() {
        refused(
                () -> ArgumentChecks.button("Locator.click", "wrong"),
                "Error: Locator.click: button: expected one of (left|right|middle)");
        refused(
                () -> ArgumentChecks.modifiers("Locator.click", "Shift"),
                "Error: Locator.click: modifiers: expected array, got string");
        refused(
                () -> ArgumentChecks.modifiers("Locator.click", List.of("Hyper")),
                "Error: Locator.click: modifiers[0]: expected one of (Alt|Control|ControlOrMeta|Meta|Shift)");
        refused(
                () -> ArgumentChecks.string("Locator.fill", "value", 12),
                "Error: Locator.fill: value: expected string, got number");
        refused(
                () -> ArgumentChecks.string("Keyboard.press", "key", null),
                "Error: Keyboard.press: key: expected string, got undefined");
        refused(
                () -> ArgumentChecks.frameString("Locator.fill", "fill", "value", null),
                "TypeError: Frame.fill() missing 1 required positional argument: 'value'");
        refused(
                () -> ArgumentChecks.number("Page.wait_for_timeout", "wait_timeout", "x"),
                "Error: Page.wait_for_timeout: wait_timeout: expected float, got string");
        assertThat(ArgumentChecks.button("Locator.click", null)).isEqualTo("left");
        assertThat(ArgumentChecks.modifiers("Locator.click", new PythonTuple(List.of("Alt", "Shift"))))
                .containsExactly("Alt", "Shift");
    }

    @Test
    void coordinatesOptionsAndTabsFollowPythonsOperators() {
        refused(
                () -> ArgumentChecks.coordinate("a", 1),
                "TypeError: unsupported operand type(s) for /: 'str' and 'float'");
        refused(
                () -> ArgumentChecks.coordinate(null, 1),
                "TypeError: unsupported operand type(s) for /: 'NoneType' and 'float'");
        assertThat(ArgumentChecks.coordinate(300, 1.5)).isEqualTo(200);
        refused(() -> ArgumentChecks.options("Locator.select_option", 5), "TypeError: 'int' object is not iterable");
        refused(
                () -> ArgumentChecks.options("Locator.select_option", List.of("a", 5)),
                "Error: Locator.select_option: options[1].valueOrLabel: expected string, got number");
        assertThat(ArgumentChecks.options("Locator.select_option", Map.of("a", 1)))
                .containsExactly("a");
        refused(() -> ArgumentChecks.tab(5, 2), "IndexError: list index out of range");
        refused(() -> ArgumentChecks.tab("0", 2), "TypeError: list indices must be integers or slices, not str");
        refused(() -> ArgumentChecks.tab(1.0, 2), "TypeError: list indices must be integers or slices, not float");
        assertThat(ArgumentChecks.tab(-1, 3)).isEqualTo(2);
    }

    private static void refused(ThrowingCallable call, String error) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        ActionException.class,
                        e -> assertThat(e.lastActionError()).isEqualTo(error));
    }
}
