package dev.guerdon.browser.cdp;

import dev.guerdon.browser.cdp.Wire.Deadline;
import dev.guerdon.browser.tab.Input;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Mouse and keyboard, as the browser takes them from a program. What belongs together is sent at once. */
final class PipedInput implements Input {

    private static final String MOUSE = "Input.dispatchMouseEvent";
    private static final String KEY = "Input.dispatchKeyEvent";
    private static final double MOST_FOR_DRAG_MILLIS = 1_000;
    private static final Map<String, Integer> BUTTONS = Map.of("left", 1, "right", 2, "middle", 4);
    private static final Map<String, Integer> MODIFIERS = Map.of("Alt", 1, "Control", 2, "Meta", 4, "Shift", 8);

    private final TargetTab tab;
    private final Set<String> held = new LinkedHashSet<>();
    private final Set<String> buttons = new LinkedHashSet<>();
    private double x;
    private double y;

    /** What the mouse carries; null for nothing. */
    private @Nullable Map<String, @Nullable Object> carried;

    private boolean intercepting;

    PipedInput(TargetTab tab) {
        this.tab = tab;
    }

    void dragIntercepted(Map<String, @Nullable Object> data) {
        carried = data;
    }

    private Wire.Sent mouse(String type, String button, int clicks) {
        return tab.post(
                tab.session(),
                MOUSE,
                Map.of(
                        "type", type,
                        "x", x,
                        "y", y,
                        "button", button,
                        "buttons", pressed(),
                        "clickCount", clicks,
                        "modifiers", modifiers()));
    }

    private int pressed() {
        return buttons.stream().mapToInt(name -> BUTTONS.getOrDefault(name, 0)).sum();
    }

    private int modifiers() {
        return held.stream()
                .mapToInt(code -> MODIFIERS.getOrDefault(Keys.of(code).key(), 0))
                .sum();
    }

    private void await(List<Wire.Sent> sent) {
        sent.forEach(one -> tab.await(one, Deadline.NEVER));
    }

    @Override
    public void move(double toX, double toY) {
        x = toX;
        y = toY;
        if (carried != null) {
            drag("dragOver");
            return;
        }
        boolean left = buttons.contains("left");
        if (left && !intercepting) {
            intercept(true);
        }
        await(List.of(mouse(
                "mouseMoved", buttons.isEmpty() ? "none" : buttons.iterator().next(), 0)));
        if (left && isDragging()) {
            tab.until(() -> carried != null, Deadline.in(MOST_FOR_DRAG_MILLIS));
            if (carried != null) {
                drag("dragEnter");
                drag("dragOver");
            }
        }
    }

    private void intercept(boolean on) {
        intercepting = on;
        tab.call(tab.session(), "Input.setInterceptDrags", Map.of("enabled", on), Deadline.NEVER);
    }

    private boolean isDragging() {
        return tab.tree().all().stream()
                .map(frame -> ((TargetFrame) frame))
                .anyMatch(frame -> Boolean.TRUE.equals(frame.askOwnWorld("guerdonAct.dragging()")));
    }

    private void drag(String type) {
        Map<String, @Nullable Object> parameters = new HashMap<>();
        parameters.put("type", type);
        parameters.put("x", x);
        parameters.put("y", y);
        parameters.put("data", carried);
        parameters.put("modifiers", modifiers());
        tab.call(tab.session(), "Input.dispatchDragEvent", parameters, Deadline.NEVER);
    }

    @Override
    public void down(String button) {
        await(List.of(press(button, 1)));
    }

    private Wire.Sent press(String button, int clicks) {
        buttons.add(button);
        return mouse("mousePressed", button, clicks);
    }

    @Override
    public void up(String button) {
        if (carried != null) {
            drag("drop");
            carried = null;
        }
        await(List.of(release(button, 1)));
        if (intercepting) {
            intercept(false);
        }
        tab.awaitConsequences();
    }

    private Wire.Sent release(String button, int clicks) {
        buttons.remove(button);
        return mouse("mouseReleased", button, clicks);
    }

    @Override
    public void click(double atX, double atY, String button, int times) {
        move(atX, atY);
        clickHere(button, times);
        tab.awaitConsequences();
    }

    /** Clicks where the mouse is. */
    void clickHere(String button, int times) {
        List<Wire.Sent> sent = new ArrayList<>();
        for (int click = 1; click <= times; click++) {
            sent.add(press(button, click));
            sent.add(release(button, click));
        }
        await(sent);
    }

    @Override
    public void wheel(double deltaX, double deltaY) {
        tab.call(
                tab.session(),
                MOUSE,
                Map.of(
                        "type", "mouseWheel",
                        "x", x,
                        "y", y,
                        "deltaX", deltaX,
                        "deltaY", deltaY,
                        "modifiers", modifiers()),
                Deadline.NEVER);
    }

    private Wire.Sent key(String type, Keys.Key key, boolean repeated) {
        Keys.Key meant = held.stream().anyMatch(code -> Keys.of(code).key().equals("Shift")) ? key.withShift() : key;
        // With a modifier other than Shift, a key is a command and writes nothing.
        boolean writes = type.equals("keyDown")
                && (modifiers() & ~8) == 0
                && !meant.text().isEmpty();
        Map<String, Object> parameters = new HashMap<>();
        parameters.put("type", type.equals("keyDown") && !writes ? "rawKeyDown" : type);
        parameters.put("modifiers", modifiers());
        parameters.put("windowsVirtualKeyCode", meant.number());
        parameters.put("code", meant.code());
        parameters.put("key", meant.key());
        parameters.put("location", meant.location());
        parameters.put("isKeypad", meant.location() == 3);
        if (type.equals("keyDown")) {
            parameters.put("autoRepeat", repeated);
        }
        if (writes) {
            parameters.put("text", meant.text());
            parameters.put("unmodifiedText", meant.text());
        }
        return tab.post(tab.session(), KEY, parameters);
    }

    private Wire.Sent press(Keys.Key key) {
        boolean repeated = !held.add(key.code());
        return key("keyDown", key, repeated);
    }

    private Wire.Sent release(Keys.Key key) {
        held.remove(key.code());
        return key("keyUp", key, false);
    }

    @Override
    public void keyDown(String key) {
        await(List.of(press(Keys.of(key))));
        tab.awaitConsequences();
    }

    @Override
    public void keyUp(String key) {
        await(List.of(release(Keys.of(key))));
    }

    @Override
    public void press(String combination) {
        pressKeys(combination);
        tab.awaitConsequences();
    }

    /** Presses keys without waiting for what they lead to. */
    void pressKeys(String combination) {
        List<String> names = Keys.combination(combination);
        List<Wire.Sent> sent = new ArrayList<>();
        // As in the reference, a key that there is not leaves the ones before it down.
        names.forEach(name -> sent.add(press(Keys.of(name))));
        names.reversed().forEach(name -> sent.add(release(Keys.of(name))));
        await(sent);
    }

    @Override
    public void type(String text) {
        text.codePoints().mapToObj(Character::toString).forEach(letter -> {
            if (Keys.find(letter).isPresent()) {
                pressKeys(letter);
            } else {
                insert(letter);
            }
        });
        tab.awaitConsequences();
    }

    @Override
    public void insert(String text) {
        tab.call(tab.session(), "Input.insertText", Map.of("text", text), Deadline.NEVER);
    }
}
