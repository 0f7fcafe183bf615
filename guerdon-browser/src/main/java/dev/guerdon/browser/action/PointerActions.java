package dev.guerdon.browser.action;

import dev.guerdon.browser.spi.BrowserAction;
import dev.guerdon.browser.tab.Input;
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

    private Input input() {
        return runner.page().input();
    }

    void run(BrowserAction action, Map<String, @Nullable Object> arguments) {
        switch (action) {
            case SCROLL -> {
                double deltaX = coordinate(arguments, "delta_x");
                double deltaY = coordinate(arguments, "delta_y");
                runner.api("Mouse.wheel", () -> input().wheel(deltaX, deltaY));
            }
            case SCROLL_AT -> {
                move(arguments, "x", "y");
                double dx = coordinate(arguments, "dx");
                double dy = coordinate(arguments, "dy");
                runner.api("Mouse.wheel", () -> input().wheel(dx, dy));
            }
            case MOUSE_MOVE -> move(arguments, "x", "y");
            case MOUSE_UP -> {
                move(arguments, "x", "y");
                String button = button("Mouse.up", arguments);
                runner.api("Mouse.up", () -> input().up(button));
            }
            case MOUSE_DOWN -> {
                move(arguments, "x", "y");
                String button = button("Mouse.down", arguments);
                runner.api("Mouse.down", () -> input().down(button));
            }
            case MOUSE_CLICK -> {
                double x = coordinate(arguments, "x");
                double y = coordinate(arguments, "y");
                String button = button("Mouse.click", arguments);
                runner.api("Mouse.click", () -> input().click(x, y, button, 1));
            }
            case MOUSE_DBLCLICK -> {
                double x = coordinate(arguments, "x");
                double y = coordinate(arguments, "y");
                String button = button("Mouse.dblclick", arguments);
                runner.api("Mouse.dblclick", () -> input().click(x, y, button, 2));
            }
            case MOUSE_DRAG_AND_DROP -> {
                move(arguments, "from_x", "from_y");
                runner.api("Mouse.down", () -> input().down("left"));
                move(arguments, "to_x", "to_y");
                runner.api("Mouse.up", () -> input().up("left"));
            }
            case KEYBOARD_DOWN -> {
                String key = ArgumentChecks.string("Keyboard.down", "key", arguments.get("key"));
                runner.api("Keyboard.down", () -> input().keyDown(key));
            }
            case KEYBOARD_UP -> {
                String key = ArgumentChecks.string("Keyboard.up", "key", arguments.get("key"));
                runner.api("Keyboard.up", () -> input().keyUp(key));
            }
            case KEYBOARD_PRESS -> {
                String key = ArgumentChecks.string("Keyboard.press", "key", arguments.get("key"));
                runner.api("Keyboard.press", () -> input().press(key));
            }
            case KEYBOARD_TYPE -> {
                String text = ArgumentChecks.string("Keyboard.type", "text", arguments.get("text"));
                runner.api("Keyboard.type", () -> input().type(text));
            }
            case KEYBOARD_INSERT_TEXT -> {
                String text = ArgumentChecks.string("Keyboard.insert_text", "text", arguments.get("text"));
                runner.api("Keyboard.insert_text", () -> input().insert(text));
            }
            default -> throw new IllegalArgumentException(action + " is no action of mouse or keyboard alone");
        }
    }

    private void move(Map<String, @Nullable Object> arguments, String xName, String yName) {
        double x = coordinate(arguments, xName);
        double y = coordinate(arguments, yName);
        runner.api("Mouse.move", () -> input().move(x, y));
    }

    /** A place or a distance on the screenshot, in pixels of the page. */
    double coordinate(Map<String, @Nullable Object> arguments, String name) {
        return ArgumentChecks.coordinate(arguments.get(name), scale);
    }

    private static String button(String api, Map<String, @Nullable Object> arguments) {
        return ArgumentChecks.button(api, arguments.get("button"));
    }
}
