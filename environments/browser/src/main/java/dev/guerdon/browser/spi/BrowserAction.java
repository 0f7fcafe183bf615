package dev.guerdon.browser.spi;

import dev.guerdon.api.Experimental;
import dev.guerdon.browser.spi.PageAction.Signature;
import dev.guerdon.core.base.Utf8;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/** BrowserGym's actions. */
@SuppressWarnings("ImmutableEnumChecker") // the lists are copies that cannot change
@Experimental
public enum BrowserAction implements PageAction {
    NOOP,
    SEND_MSG_TO_USER,
    REPORT_INFEASIBLE,
    SCROLL,
    FILL,
    CHECK,
    UNCHECK,
    SELECT_OPTION,
    CLICK,
    DBLCLICK,
    HOVER,
    PRESS,
    FOCUS,
    CLEAR,
    DRAG_AND_DROP,
    UPLOAD_FILE,
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
    KEYBOARD_INSERT_TEXT,
    GO_BACK,
    GO_FORWARD,
    GOTO,
    TAB_CLOSE,
    TAB_FOCUS,
    NEW_TAB;

    /** Texts of {@code actions.txt} for each action, by its name: the signature, the description, and examples. */
    private static final class Texts {
        static final Map<String, List<String>> ALL = new HashMap<>();

        static {
            List<String> texts = new ArrayList<>();
            for (String line :
                    Utf8.resource(BrowserAction.class, "actions.txt").lines().toList()) {
                if (line.startsWith(" ")) {
                    texts.add(line.strip());
                } else if (!line.isEmpty() && !line.startsWith("#")) {
                    texts = new ArrayList<>(List.of(line));
                    ALL.put(line.substring(0, line.indexOf('(')), texts);
                }
            }
        }
    }

    private final Signature signature;
    private final String description;
    private final List<String> examples;

    BrowserAction() {
        List<String> texts = Objects.requireNonNull(Texts.ALL.get(name().toLowerCase(Locale.ROOT)));
        this.signature = Signature.parse(texts.getFirst());
        this.description = texts.get(1);
        this.examples = List.copyOf(texts.subList(2, texts.size()));
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
}
