package dev.guerdon.browser.spi;

import dev.guerdon.api.Experimental;
import java.util.List;

/** BrowserGym's actions. */
@SuppressWarnings("ImmutableEnumChecker") // the lists are copies that cannot change
@Experimental
public enum BrowserAction implements Action {
    NOOP(
            "noop(wait_ms: float = 1000)",
            "Does nothing but wait, one second or the given number of milliseconds.",
            "noop()",
            "noop(500)"),
    SEND_MSG_TO_USER(
            "send_msg_to_user(text: str)",
            "Writes a message to the user, such as the answer to the question.",
            "send_msg_to_user('The bridge was opened in 1932.')"),
    REPORT_INFEASIBLE(
            "report_infeasible(reason: str)",
            "Tells the user that the task cannot be done, and why. This ends the task.",
            "report_infeasible('The form has no field for a second address.')"),
    SCROLL(
            "scroll(delta_x: float, delta_y: float)",
            "Turns the mouse wheel where the pointer is. In pixels; positive is to the right and down, negative to the left and up.",
            "scroll(0, 200)",
            "scroll(-50.2, -100.5)"),
    FILL(
            "fill(bid: str, value: str, enable_autocomplete_menu: bool = False)",
            "Replaces the content of an input, a text area or an editable element. With enable_autocomplete_menu the last character"
                    + " is typed, so that suggestions appear.",
            "fill('237', 'example value')",
            "fill('45', 'several\\nlines')",
            "fill('b534', 'Montr', True)"),
    CHECK("check(bid: str)", "Makes sure that a checkbox or a radio button is checked.", "check('55')"),
    UNCHECK("uncheck(bid: str)", "Makes sure that a checkbox is not checked.", "uncheck('a52')"),
    SELECT_OPTION(
            "select_option(bid: str, options: str | list[str])",
            "Selects one or several options of a select element, by value or by label.",
            "select_option('a48', 'blue')",
            "select_option('c48', ['red', 'green', 'blue'])"),
    CLICK(
            Words.clickSignature("click"),
            "Clicks an element.",
            "click('a51')",
            "click('b22', button='right')",
            "click('48', button='middle', modifiers=['Shift'])"),
    DBLCLICK(
            Words.clickSignature("dblclick"),
            "Double clicks an element.",
            "dblclick('12')",
            "dblclick('ca42', button='right')"),
    HOVER("hover(bid: str)", "Moves the pointer over an element.", "hover('b8')"),
    PRESS(
            "press(bid: str, key_comb: str)",
            "Focuses an element and presses a combination of keys. " + Words.KEYS,
            "press('88', 'Backspace')",
            "press('a26', 'ControlOrMeta+a')"),
    FOCUS("focus(bid: str)", "Focuses an element.", "focus('b455')"),
    CLEAR("clear(bid: str)", "Empties an input field.", "clear('996')"),
    DRAG_AND_DROP(
            "drag_and_drop(from_bid: str, to_bid: str)",
            "Drags one element with the left mouse button and drops it on another.",
            "drag_and_drop('56', '498')"),
    UPLOAD_FILE(
            "upload_file(bid: str, file: str | list[str])",
            "Clicks an element that opens a file dialog and chooses one or several files. An empty list clears the choice.",
            "upload_file('572', 'receipt.pdf')",
            "upload_file('63', ['picture.jpg', 'papers.zip'])"),
    SCROLL_AT(
            "scroll_at(x: int, y: int, dx: int, dy: int)",
            "Moves the pointer to a place and turns the mouse wheel there. All in pixels.",
            "scroll_at(50, 100, -50, -100)"),
    MOUSE_MOVE("mouse_move(x: float, y: float)", "Moves the pointer to a place in pixels.", "mouse_move(65.2, 158.5)"),
    MOUSE_UP(
            Words.mouseSignature("mouse_up"),
            "Moves the pointer to a place and releases a mouse button.",
            "mouse_up(250, 120)",
            "mouse_up(47, 252, 'right')"),
    MOUSE_DOWN(
            Words.mouseSignature("mouse_down"),
            "Moves the pointer to a place and holds a mouse button down.",
            "mouse_down(140.2, 580.1)",
            "mouse_down(458, 254.5, 'middle')"),
    MOUSE_CLICK(
            Words.mouseSignature("mouse_click"),
            "Moves the pointer to a place and clicks.",
            "mouse_click(887.2, 68)",
            "mouse_click(56, 712.56, 'right')"),
    MOUSE_DBLCLICK(
            Words.mouseSignature("mouse_dblclick"),
            "Moves the pointer to a place and double clicks.",
            "mouse_dblclick(5, 236)",
            "mouse_dblclick(87.5, 354, 'right')"),
    MOUSE_DRAG_AND_DROP(
            "mouse_drag_and_drop(from_x: float, from_y: float, to_x: float, to_y: float)",
            "Drags from one place to another with the left mouse button.",
            "mouse_drag_and_drop(10.7, 325, 235.6, 24.54)"),
    MOUSE_UPLOAD_FILE(
            "mouse_upload_file(x: float, y: float, file: str | list[str])",
            "Clicks at a place that opens a file dialog and chooses one or several files.",
            "mouse_upload_file(132.1, 547, 'receipt.pdf')"),
    KEYBOARD_DOWN(
            "keyboard_down(key: str)",
            "Holds a key down. " + Words.KEYS,
            "keyboard_down('Shift')",
            "keyboard_down('c')"),
    KEYBOARD_UP("keyboard_up(key: str)", "Releases a key. " + Words.KEYS, "keyboard_up('Shift')", "keyboard_up('c')"),
    KEYBOARD_PRESS(
            "keyboard_press(key: str)",
            "Presses a combination of keys. " + Words.KEYS,
            "keyboard_press('Backspace')",
            "keyboard_press('ControlOrMeta+a')"),
    KEYBOARD_TYPE(
            "keyboard_type(text: str)",
            "Types a text key by key into what has the focus. Keys that are held down do not change it.",
            "keyboard_type('Hello world!')"),
    KEYBOARD_INSERT_TEXT(
            "keyboard_insert_text(text: str)",
            "Puts a text at once into what has the focus, without key events.",
            "keyboard_insert_text('Hello world!')"),
    GO_BACK("go_back()", "Goes to the page before in the history.", "go_back()"),
    GO_FORWARD("go_forward()", "Goes to the next page in the history.", "go_forward()"),
    GOTO("goto(url: str)", "Goes to an address.", "goto('https://www.example.com')"),
    TAB_CLOSE("tab_close()", "Closes the tab.", "tab_close()"),
    TAB_FOCUS("tab_focus(index: int)", "Brings a tab to the front; the first has the index 0.", "tab_focus(2)"),
    NEW_TAB("new_tab()", "Opens a new tab and makes it the active one.", "new_tab()");

    private final Signature signature;
    private final String description;
    private final List<String> examples;

    BrowserAction(String signature, String description, String... examples) {
        this.signature = Signature.parse(signature);
        this.description = description;
        this.examples = List.of(examples);
    }

    @Override
    public Signature signature() {
        return signature;
    }

    @Override
    public String description() {
        return description;
    }

    @Override
    public List<String> examples() {
        return examples;
    }

    /** What several of them say. */
    private static final class Words {

        static final String KEYS =
                "Keys have their DOM names, such as Enter, Tab, Escape, ArrowDown, PageDown, F1, Digit0 or KeyA, or are"
                        + " one character; Shift, Control, Alt, Meta and ControlOrMeta go before, with a plus sign.";
        private static final String BUTTON = "button: Literal['left', 'middle', 'right'] = 'left'";

        static String clickSignature(String name) {
            return name + "(bid: str, " + BUTTON
                    + ", modifiers: list[typing.Literal['Alt', 'Control', 'ControlOrMeta', 'Meta', 'Shift']] = [])";
        }

        static String mouseSignature(String name) {
            return name + "(x: float, y: float, " + BUTTON + ")";
        }
    }
}
