package dev.guerdon.browser.action;

import com.microsoft.playwright.Mouse;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.KeyboardModifier;
import com.microsoft.playwright.options.MouseButton;
import dev.guerdon.browser.spi.BrowserAction;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Carries out the actions of mouse and keyboard that name no element. */
final class PointerActions {

    private final Runner runner;
    private final double scale;

    /**
     * The actions of a runner.
     *
     * @param scale screenshot pixels for one pixel of the page
     */
    PointerActions(Runner runner, double scale) {
        this.runner = runner;
        this.scale = scale;
    }

    private Page page() {
        return runner.page();
    }

    void run(BrowserAction action, Map<String, @Nullable Object> arguments) {
        switch (action) {
            case SCROLL -> {
                double deltaX = coordinate(arguments, "delta_x");
                double deltaY = coordinate(arguments, "delta_y");
                runner.api("Mouse.wheel", () -> page().mouse().wheel(deltaX, deltaY));
            }
            case SCROLL_AT -> {
                move(arguments, "x", "y");
                double dx = coordinate(arguments, "dx");
                double dy = coordinate(arguments, "dy");
                runner.api("Mouse.wheel", () -> page().mouse().wheel(dx, dy));
            }
            case MOUSE_MOVE -> move(arguments, "x", "y");
            case MOUSE_UP -> {
                move(arguments, "x", "y");
                MouseButton button = button("Mouse.up", arguments);
                runner.api("Mouse.up", () -> page().mouse().up(new Mouse.UpOptions().setButton(button)));
            }
            case MOUSE_DOWN -> {
                move(arguments, "x", "y");
                MouseButton button = button("Mouse.down", arguments);
                runner.api("Mouse.down", () -> page().mouse().down(new Mouse.DownOptions().setButton(button)));
            }
            case MOUSE_CLICK -> {
                double x = coordinate(arguments, "x");
                double y = coordinate(arguments, "y");
                MouseButton button = button("Mouse.click", arguments);
                runner.api("Mouse.click", () -> page().mouse().click(x, y, new Mouse.ClickOptions().setButton(button)));
            }
            case MOUSE_DBLCLICK -> {
                double x = coordinate(arguments, "x");
                double y = coordinate(arguments, "y");
                MouseButton button = button("Mouse.dblclick", arguments);
                runner.api(
                        "Mouse.dblclick",
                        () -> page().mouse().dblclick(x, y, new Mouse.DblclickOptions().setButton(button)));
            }
            case MOUSE_DRAG_AND_DROP -> {
                move(arguments, "from_x", "from_y");
                runner.api("Mouse.down", () -> page().mouse().down());
                move(arguments, "to_x", "to_y");
                runner.api("Mouse.up", () -> page().mouse().up());
            }
            case KEYBOARD_DOWN -> {
                String key = ArgumentChecks.string("Keyboard.down", "key", arguments.get("key"));
                runner.api("Keyboard.down", () -> page().keyboard().down(key));
            }
            case KEYBOARD_UP -> {
                String key = ArgumentChecks.string("Keyboard.up", "key", arguments.get("key"));
                runner.api("Keyboard.up", () -> page().keyboard().up(key));
            }
            case KEYBOARD_PRESS -> {
                String key = ArgumentChecks.string("Keyboard.press", "key", arguments.get("key"));
                runner.api("Keyboard.press", () -> page().keyboard().press(key));
            }
            case KEYBOARD_TYPE -> {
                String text = ArgumentChecks.string("Keyboard.type", "text", arguments.get("text"));
                runner.api("Keyboard.type", () -> page().keyboard().type(text));
            }
            case KEYBOARD_INSERT_TEXT -> {
                String text = ArgumentChecks.string("Keyboard.insert_text", "text", arguments.get("text"));
                runner.api("Keyboard.insert_text", () -> page().keyboard().insertText(text));
            }
            default -> throw new IllegalArgumentException(action + " is no action of mouse or keyboard alone");
        }
    }

    private void move(Map<String, @Nullable Object> arguments, String xName, String yName) {
        double x = coordinate(arguments, xName);
        double y = coordinate(arguments, yName);
        runner.api("Mouse.move", () -> page().mouse().move(x, y));
    }

    /** A place or a distance on the screenshot, in pixels of the page. */
    double coordinate(Map<String, @Nullable Object> arguments, String name) {
        return ArgumentChecks.coordinate(arguments.get(name), scale);
    }

    static MouseButton button(String api, Map<String, @Nullable Object> arguments) {
        return MouseButton.valueOf(
                ArgumentChecks.button(api, arguments.get("button")).toUpperCase(Locale.ROOT));
    }

    static List<KeyboardModifier> modifiers(String api, Map<String, @Nullable Object> arguments) {
        return ArgumentChecks.modifiers(api, arguments.get("modifiers")).stream()
                .map(name -> KeyboardModifier.valueOf(name.toUpperCase(Locale.ROOT)))
                .toList();
    }
}
