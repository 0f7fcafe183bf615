package dev.guerdon.browser.action;

import static dev.guerdon.browser.spi.BrowserAction.*;

import dev.guerdon.api.Internal;
import dev.guerdon.browser.spi.ActionException;
import dev.guerdon.browser.spi.BrowserAction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** BrowserGym's named groups of actions, in its order. */
@Internal
public final class Subsets {

    public static final String CUSTOM = "custom";

    private static final Map<String, List<BrowserAction>> SUBSETS = new LinkedHashMap<>();

    static {
        put("chat", SEND_MSG_TO_USER);
        put("infeas", REPORT_INFEASIBLE);
        put(
                "bid",
                SCROLL,
                FILL,
                SELECT_OPTION,
                CLICK,
                DBLCLICK,
                HOVER,
                PRESS,
                FOCUS,
                CLEAR,
                DRAG_AND_DROP,
                UPLOAD_FILE);
        put(
                "coord",
                SCROLL_AT,
                MOUSE_MOVE,
                MOUSE_UP,
                MOUSE_DOWN,
                MOUSE_CLICK,
                MOUSE_DBLCLICK,
                MOUSE_DRAG_AND_DROP,
                MOUSE_UPLOAD_FILE,
                KEYBOARD_DOWN,
                KEYBOARD_UP,
                KEYBOARD_PRESS,
                KEYBOARD_TYPE,
                KEYBOARD_INSERT_TEXT);
        put("nav", GO_BACK, GO_FORWARD, GOTO);
        put("tab", TAB_CLOSE, TAB_FOCUS, NEW_TAB);
        put(
                "miniwob_all",
                MOUSE_MOVE,
                MOUSE_CLICK,
                MOUSE_DBLCLICK,
                MOUSE_DOWN,
                MOUSE_UP,
                SCROLL,
                CLICK,
                KEYBOARD_PRESS,
                KEYBOARD_TYPE,
                FILL);
        put("miniwob_shi17", MOUSE_CLICK, MOUSE_DBLCLICK, MOUSE_DOWN, MOUSE_UP, SCROLL, KEYBOARD_PRESS);
        put("miniwob_liu18", CLICK, FILL);
        put(
                "miniwob_humphreys22",
                MOUSE_MOVE,
                MOUSE_CLICK,
                MOUSE_DBLCLICK,
                MOUSE_DOWN,
                MOUSE_UP,
                SCROLL,
                KEYBOARD_PRESS,
                KEYBOARD_TYPE);
        List<BrowserAction> webarena = List.of(
                SCROLL,
                KEYBOARD_PRESS,
                CLICK,
                FILL,
                HOVER,
                TAB_FOCUS,
                NEW_TAB,
                GO_BACK,
                GO_FORWARD,
                GOTO,
                TAB_CLOSE,
                SELECT_OPTION,
                SEND_MSG_TO_USER);
        SUBSETS.put("webarena", and(webarena, REPORT_INFEASIBLE));
        SUBSETS.put("visualwebarena", and(webarena, UPLOAD_FILE, REPORT_INFEASIBLE));
        List<BrowserAction> workarena =
                List.of(SCROLL, FILL, SELECT_OPTION, CLICK, DBLCLICK, HOVER, PRESS, FOCUS, CLEAR, DRAG_AND_DROP);
        SUBSETS.put("workarena", and(workarena, SEND_MSG_TO_USER));
        SUBSETS.put(
                "workarena++",
                and(
                        workarena,
                        TAB_FOCUS,
                        NEW_TAB,
                        TAB_CLOSE,
                        GO_BACK,
                        GO_FORWARD,
                        GOTO,
                        SEND_MSG_TO_USER,
                        REPORT_INFEASIBLE));
        put("weblinx", SEND_MSG_TO_USER, CLICK, HOVER, FILL, GOTO, SCROLL, NEW_TAB, TAB_CLOSE, TAB_FOCUS);
        put("assistantbench", SCROLL, FILL, SELECT_OPTION, CLICK, PRESS, GO_BACK, GOTO, SEND_MSG_TO_USER);
        put(
                "timewarp",
                SCROLL,
                FILL,
                CLICK,
                PRESS,
                GO_BACK,
                GOTO,
                SEND_MSG_TO_USER,
                REPORT_INFEASIBLE,
                NEW_TAB,
                TAB_CLOSE,
                TAB_FOCUS);
    }

    private Subsets() {}

    private static void put(String name, BrowserAction... actions) {
        SUBSETS.put(name, List.of(actions));
    }

    private static List<BrowserAction> and(List<BrowserAction> some, BrowserAction... more) {
        List<BrowserAction> all = new ArrayList<>(some);
        all.addAll(Arrays.asList(more));
        return List.copyOf(all);
    }

    public static List<String> names() {
        return List.copyOf(SUBSETS.keySet());
    }

    public static List<BrowserAction> named(String name) {
        List<BrowserAction> actions = SUBSETS.get(name);
        if (actions == null) {
            throw new ActionException("ValueError", "Unknown high-level action subspace: " + name);
        }
        return actions;
    }
}
