package dev.guerdon.browser.cdp;

import dev.guerdon.browser.spi.PageException;
import dev.guerdon.browser.spi.PageException.Kind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The keys of a US keyboard, by the names that the DOM has for them. */
final class Keys {

    private static final int LEFT = 1;
    private static final int RIGHT = 2;
    private static final int KEYPAD = 3;

    /** What the keys of the number row and beside the letters give, with their codes: plain and with Shift. */
    private static final String[][] SIGNS = {
        {"Digit0", "0", ")", "48"},
        {"Digit1", "1", "!", "49"},
        {"Digit2", "2", "@", "50"},
        {"Digit3", "3", "#", "51"},
        {"Digit4", "4", "$", "52"},
        {"Digit5", "5", "%", "53"},
        {"Digit6", "6", "^", "54"},
        {"Digit7", "7", "&", "55"},
        {"Digit8", "8", "*", "56"},
        {"Digit9", "9", "(", "57"},
        {"Semicolon", ";", ":", "186"},
        {"Equal", "=", "+", "187"},
        {"Comma", ",", "<", "188"},
        {"Minus", "-", "_", "189"},
        {"Period", ".", ">", "190"},
        {"Slash", "/", "?", "191"},
        {"Backquote", "`", "~", "192"},
        {"BracketLeft", "[", "{", "219"},
        {"Backslash", "\\", "|", "220"},
        {"BracketRight", "]", "}", "221"},
        {"Quote", "'", "\"", "222"},
    };

    /** Keys that write nothing, with the numbers that Windows gave them. */
    private static final Map<String, Integer> SILENT = Map.ofEntries(
            Map.entry("Backspace", 8),
            Map.entry("Tab", 9),
            Map.entry("Pause", 19),
            Map.entry("CapsLock", 20),
            Map.entry("Escape", 27),
            Map.entry("PageUp", 33),
            Map.entry("PageDown", 34),
            Map.entry("End", 35),
            Map.entry("Home", 36),
            Map.entry("ArrowLeft", 37),
            Map.entry("ArrowUp", 38),
            Map.entry("ArrowRight", 39),
            Map.entry("ArrowDown", 40),
            Map.entry("PrintScreen", 44),
            Map.entry("Insert", 45),
            Map.entry("Delete", 46),
            Map.entry("ContextMenu", 93),
            Map.entry("NumLock", 144),
            Map.entry("ScrollLock", 145));

    private static final Map<String, Key> ALL = all();

    private Keys() {}

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
        for (String[] sign : SIGNS) {
            written(keys, sign[0], sign[1], sign[2], Integer.parseInt(sign[3]));
        }
        written(keys, "Space", " ", " ", 32);
        SILENT.forEach((name, number) -> keys.put(name, new Key(name, name, name, number, "", 0)));
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

    /** The key with a name; {@code ControlOrMeta} is the one with which this machine's shortcuts begin. */
    static Key of(String name) {
        String known = name;
        if (name.equals("ControlOrMeta")) {
            boolean mac = System.getProperty("os.name").toLowerCase(Locale.ROOT).contains("mac");
            known = mac ? "Meta" : "Control";
        }
        return find(known).orElseThrow(() -> new PageException(Kind.REFUSED, "Unknown key: \"" + name + "\""));
    }

    static Optional<Key> find(String name) {
        return Optional.ofNullable(ALL.get(name));
    }

    /** The names of the keys of a combination such as {@code Control+a}; a plus at the end is a key. */
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
