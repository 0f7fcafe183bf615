package dev.guerdon.browser.driver;

import dev.guerdon.browser.spi.PageException;
import dev.guerdon.core.base.Utf8;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Mouse and keyboard, as the browser takes them from a program. What belongs together is sent at once. */
final class PipedInput {

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

    /** Data that the mouse drags; null for none. */
    private @Nullable Map<String, @Nullable Object> carried;

    private boolean intercepting;

    PipedInput(TargetTab tab) {
        this.tab = tab;
    }

    void dragIntercepted(Map<String, @Nullable Object> data) {
        carried = data;
    }

    private CdpConnection.Sent mouse(String type, String button, int clicks) {
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

    private void await(List<CdpConnection.Sent> sent) {
        sent.forEach(one -> tab.await(one, CdpConnection.Deadline.NEVER));
    }

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
            tab.until(() -> carried != null, CdpConnection.Deadline.in(MOST_FOR_DRAG_MILLIS));
            if (carried != null) {
                drag("dragEnter");
                drag("dragOver");
            }
        }
    }

    private void intercept(boolean on) {
        intercepting = on;
        tab.call("Input.setInterceptDrags", Map.of("enabled", on));
    }

    private boolean isDragging() {
        return tab.tree().all().stream()
                .anyMatch(frame -> Boolean.TRUE.equals(frame.askOwnWorld("guerdonAct.dragging()")));
    }

    private void drag(String type) {
        Map<String, @Nullable Object> parameters = new HashMap<>();
        parameters.put("type", type);
        parameters.put("x", x);
        parameters.put("y", y);
        parameters.put("data", carried);
        parameters.put("modifiers", modifiers());
        tab.call("Input.dispatchDragEvent", parameters);
    }

    public void down(String button) {
        await(List.of(press(button, 1)));
    }

    private CdpConnection.Sent press(String button, int clicks) {
        buttons.add(button);
        return mouse("mousePressed", button, clicks);
    }

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

    private CdpConnection.Sent release(String button, int clicks) {
        buttons.remove(button);
        return mouse("mouseReleased", button, clicks);
    }

    /** Moves there and clicks that many times. */
    public void click(double atX, double atY, String button, int times) {
        move(atX, atY);
        clickHere(button, times);
        tab.awaitConsequences();
    }

    /** Clicks where the mouse is. */
    void clickHere(String button, int times) {
        List<CdpConnection.Sent> sent = new ArrayList<>();
        for (int click = 1; click <= times; click++) {
            sent.add(press(button, click));
            sent.add(release(button, click));
        }
        await(sent);
    }

    public void wheel(double deltaX, double deltaY) {
        tab.call(
                MOUSE,
                Map.of(
                        "type", "mouseWheel",
                        "x", x,
                        "y", y,
                        "deltaX", deltaX,
                        "deltaY", deltaY,
                        "modifiers", modifiers()));
    }

    private CdpConnection.Sent key(String type, Keys.Key key, boolean repeated) {
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

    private CdpConnection.Sent press(Keys.Key key) {
        boolean repeated = !held.add(key.code());
        return key("keyDown", key, repeated);
    }

    private CdpConnection.Sent release(Keys.Key key) {
        held.remove(key.code());
        return key("keyUp", key, false);
    }

    public void keyDown(String key) {
        await(List.of(press(Keys.of(key))));
        tab.awaitConsequences();
    }

    public void keyUp(String key) {
        await(List.of(release(Keys.of(key))));
    }

    /** Presses a key or a combination, such as {@code Control+a}. */
    public void press(String combination) {
        pressKeys(combination);
        tab.awaitConsequences();
    }

    /** Presses keys without waiting for what they lead to. */
    void pressKeys(String combination) {
        List<String> names = Keys.combination(combination);
        List<CdpConnection.Sent> sent = new ArrayList<>();
        // As in the reference, a key that there is not leaves the ones before it down.
        names.forEach(name -> sent.add(press(Keys.of(name))));
        names.reversed().forEach(name -> sent.add(release(Keys.of(name))));
        await(sent);
    }

    /** Types letter by letter. */
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

    /** Puts text in at once, as an input method does. */
    public void insert(String text) {
        tab.call("Input.insertText", Map.of("text", text));
    }

    /** The keys of a US keyboard, by the names that the DOM has for them. */
    static final class Keys {

        private static final int LEFT = 1;
        private static final int RIGHT = 2;
        private static final int KEYPAD = 3;

        private static final Map<String, Key> ALL = all();

        /**
         * A key.
         *
         * @param code its place on the keyboard
         * @param key what it means
         * @param shifted what it means with Shift
         * @param number the number that Windows gave it
         * @param text what it writes; empty for nothing
         * @param location which one of several, 0 for the only one
         */
        record Key(String code, String key, String shifted, int number, String text, int location) {

            Key withShift() {
                return key.equals(shifted) || key.length() != 1
                        ? this
                        : new Key(code, shifted, shifted, number, shifted, location);
            }
        }

        private static Map<String, Key> all() {
            Map<String, Key> keys = new HashMap<>();
            for (char letter = 'a'; letter <= 'z'; letter++) {
                String small = String.valueOf(letter);
                String large = small.toUpperCase(Locale.ROOT);
                written(keys, "Key" + large, small, large, large.charAt(0));
            }
            for (String line : Utf8.resource(Keys.class, "keys.txt").lines().toList()) {
                String[] parts = line.split(" ", -1);
                if (!line.startsWith("#") && parts.length == 4) {
                    written(keys, parts[0], parts[1], parts[2], Integer.parseInt(parts[3]));
                } else if (!line.startsWith("#")) {
                    keys.put(parts[0], new Key(parts[0], parts[0], parts[0], Integer.parseInt(parts[1]), "", 0));
                }
            }
            written(keys, "Space", " ", " ", 32);
            for (int i = 1; i <= 24; i++) {
                keys.put("F" + i, new Key("F" + i, "F" + i, "F" + i, 111 + i, "", 0));
            }
            Key enter = new Key("Enter", "Enter", "Enter", 13, "\r", 0);
            List.of("Enter", "\n", "\r").forEach(name -> keys.put(name, enter));
            keys.put("NumpadEnter", new Key("NumpadEnter", "Enter", "Enter", 13, "\r", KEYPAD));
            for (int i = 0; i <= 9; i++) {
                String digit = Integer.toString(i);
                keys.put("Numpad" + i, new Key("Numpad" + i, digit, digit, 96 + i, digit, KEYPAD));
            }
            modifier(keys, "Shift", 16);
            modifier(keys, "Control", 17);
            modifier(keys, "Alt", 18);
            keys.put("AltGraph", new Key("AltGraph", "AltGraph", "AltGraph", 225, "", 0));
            modifier(keys, "Meta", 91);
            return Map.copyOf(keys);
        }

        private static void written(Map<String, Key> keys, String code, String plain, String shifted, int number) {
            Key key = new Key(code, plain, shifted, number, plain, 0);
            keys.put(code, key);
            keys.put(plain, key);
            keys.putIfAbsent(shifted, new Key(code, shifted, shifted, number, shifted, 0));
        }

        private static void modifier(Map<String, Key> keys, String name, int number) {
            Key left = new Key(name + "Left", name, name, number, "", LEFT);
            keys.put(name, left);
            keys.put(name + "Left", left);
            keys.put(name + "Right", new Key(name + "Right", name, name, number, "", RIGHT));
        }

        /** Returns the key with a name; {@code ControlOrMeta} is the one with which this machine's shortcuts begin. */
        static Key of(String name) {
            String known = name;
            if (name.equals("ControlOrMeta")) {
                boolean mac =
                        System.getProperty("os.name").toLowerCase(Locale.ROOT).contains("mac");
                known = mac ? "Meta" : "Control";
            }
            return find(known)
                    .orElseThrow(() -> new PageException(PageException.Kind.REFUSED, "Unknown key: \"" + name + "\""));
        }

        static Optional<Key> find(String name) {
            return Optional.ofNullable(ALL.get(name));
        }

        /** Returns the names of the keys of a combination such as {@code Control+a}; a plus at the end is a key. */
        static List<String> combination(String text) {
            List<String> names = new ArrayList<>();
            StringBuilder name = new StringBuilder();
            for (int i = 0; i < text.length(); i++) {
                char c = text.charAt(i);
                if (c == '+' && !name.isEmpty()) {
                    names.add(name.toString());
                    name.setLength(0);
                } else {
                    name.append(c);
                }
            }
            names.add(name.toString());
            return names;
        }
    }
}
