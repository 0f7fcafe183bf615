package dev.guerdon.browser;

import dev.guerdon.api.Experimental;
import dev.guerdon.browser.spi.ActionException;
import dev.guerdon.browser.spi.BrowserAction;
import dev.guerdon.browser.spi.PageAction;
import dev.guerdon.browser.spi.PageAction.Call;
import dev.guerdon.core.base.Utf8;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The actions that an agent may use, and the reader of the text that names them.
 *
 * <p>{@code noop} is always among them. Immutable.
 */
@Experimental
public final class ActionSet {

    /** The shape of tool descriptions. */
    public enum ToolFormat {
        OPENAI("parameters"),
        ANTHROPIC("input_schema");

        private final String schemaKey;

        ToolFormat(String schemaKey) {
            this.schemaKey = schemaKey;
        }
    }

    private static final List<String> DEFAULT_SUBSETS = List.of("chat", "infeas", "bid", "nav", "tab");
    private static final int MOST_EXAMPLES = 3;
    private static final List<String> TELLING = List.of("fill", "click", "mouse_click", "keyboard_type");

    private static final Set<String> RESERVED = Set.of(
            ("False None True and as assert async await break class continue def del elif else except finally for from"
                            + " global if import in is lambda nonlocal not or pass raise return try while with yield")
                    .split(" "));

    private final Map<String, PageAction> actions;
    private final boolean multiaction;
    private final boolean strict;
    private final boolean retryWithForce;

    private ActionSet(Map<String, PageAction> actions, boolean multiaction, boolean strict, boolean retryWithForce) {
        this.actions = actions;
        this.multiaction = multiaction;
        this.strict = strict;
        this.retryWithForce = retryWithForce;
    }

    /** Returns BrowserGym's default: chat, infeasibility, elements, navigation and tabs; several actions at once; loose reading. */
    public static ActionSet standard() {
        return of(DEFAULT_SUBSETS);
    }

    /** Returns the names of the subsets. */
    public static List<String> subsets() {
        return Subsets.names();
    }

    public static ActionSet of(String... subsets) {
        return of(List.of(subsets));
    }

    public static ActionSet of(List<String> subsets) {
        return of(subsets, List.of());
    }

    /**
     * Returns the actions of the subsets, in their order, each once.
     *
     * @param custom the actions that the subset {@code custom} stands for
     */
    public static ActionSet of(List<String> subsets, List<? extends PageAction> custom) {
        if (subsets.isEmpty()) {
            throw new ActionException("ValueError", "'action_subsets' is empty.");
        }
        Set<PageAction> all = new LinkedHashSet<>();
        all.add(BrowserAction.NOOP);
        for (String subset : subsets) {
            if (!subset.equals(Subsets.CUSTOM)) {
                all.addAll(Subsets.named(subset));
            } else if (custom.isEmpty()) {
                throw new ActionException(
                        "ValueError", "'custom' is in 'action_subsets' but 'custom_actions' is empty.");
            } else {
                all.addAll(custom);
            }
        }
        Map<String, PageAction> byName = new LinkedHashMap<>();
        for (PageAction action : all) {
            if (byName.put(action.signature().name(), action) != null) {
                throw new ActionException(
                        "ValueError", "Duplicated action '" + action.signature().name() + "'");
            }
        }
        return new ActionSet(byName, true, false, false);
    }

    /** Returns whether one text may hold several calls. */
    public ActionSet withMultiaction(boolean allowed) {
        return new ActionSet(actions, allowed, strict, retryWithForce);
    }

    /** Returns whether the text must be calls and nothing else. */
    public ActionSet withStrict(boolean whole) {
        return new ActionSet(actions, multiaction, whole, retryWithForce);
    }

    /** Returns whether actions that time out on an element are tried again without checking that it can be acted on. */
    public ActionSet withRetryWithForce(boolean retry) {
        return new ActionSet(actions, multiaction, strict, retry);
    }

    public boolean retryWithForce() {
        return retryWithForce;
    }

    public List<PageAction> actions() {
        return List.copyOf(actions.values());
    }

    public Optional<PageAction> find(String name) {
        return Optional.ofNullable(actions.get(name));
    }

    /**
     * Reads the text of an action. Nothing of it is evaluated.
     *
     * @return its calls, at least one
     * @throws ActionException where the text has no call, too many, an unknown name or a value that is none
     */
    public List<Call> parse(String text) {
        List<Call> calls = read(text);
        calls.forEach(ActionSet::checkNames);
        return calls;
    }

    /** Parses as {@link #parse} does, but for what Python's compiler says of the names of arguments. */
    public List<Call> read(String text) {
        List<CallParser.Written> written = strict ? CallParser.strict(text) : CallParser.loose(text);
        if (written.isEmpty()) {
            throw new ActionException("ValueError", "Received an empty action.");
        }
        if (written.size() > 1 && !multiaction) {
            throw new ActionException("ValueError", "Received a multi-action, only single-actions are allowed.");
        }
        List<Call> calls = new ArrayList<>(written.size());
        for (CallParser.Written call : written) {
            PageAction action = actions.get(call.name());
            if (action == null) {
                throw new ActionException("NameError", "Invalid action type '" + call.name() + "'.");
            }
            calls.add(new Call(action, call.positional(), call.named()));
        }
        return calls;
    }

    private static void checkNames(Call call) {
        Set<String> seen = new HashSet<>();
        for (Call.Named argument : call.named()) {
            if (RESERVED.contains(argument.name())) {
                throw new ActionException(
                        "SyntaxError", "invalid syntax: '" + argument.name() + "' cannot name an argument");
            }
            if (!seen.add(argument.name())) {
                throw new ActionException("SyntaxError", "keyword argument repeated: " + argument.name());
            }
        }
    }

    /** Returns the actions in words, for a prompt. */
    public String describe(boolean withDescriptions, boolean withExamples) {
        StringBuilder text =
                new StringBuilder("\n").append(actions.size()).append(" different types of actions are available.\n\n");
        for (PageAction action : actions.values()) {
            text.append(action.signature().text()).append('\n');
            if (withDescriptions) {
                text.append("    Description: ").append(action.description()).append('\n');
            }
            if (withExamples && !action.examples().isEmpty()) {
                text.append("    Examples:\n");
                action.examples()
                        .forEach(example ->
                                text.append("        ").append(example).append("\n\n"));
            }
        }
        text.append(
                multiaction
                        ? "Several actions can be given at once. They are carried out one after the other without a"
                                + " look at the page in between, so more than two or three often fail."
                        : "Only one action can be given at a time.");
        List<String> examples = exampleCalls();
        if (!examples.isEmpty()) {
            text.append(" Example:\n").append(String.join("\n", examples));
        }
        return text.append('\n').toString();
    }

    /** Calls that show how to use the set: one, or a few where several are allowed. */
    private List<String> exampleCalls() {
        List<String> telling = TELLING.stream()
                .flatMap(name -> find(name).stream())
                .flatMap(action -> action.examples().stream().limit(1))
                .toList();
        List<String> examples = telling.isEmpty()
                ? actions.values().stream()
                        .flatMap(action -> action.examples().stream())
                        .toList()
                : telling;
        return examples.stream().limit(multiaction ? MOST_EXAMPLES : 1).toList();
    }

    /** Returns the actions as tools that a model calls, as plain JSON values. */
    public List<Map<String, Object>> tools(ToolFormat format, boolean withExamples) {
        List<Map<String, Object>> tools = new ArrayList<>();
        for (PageAction action : actions.values()) {
            StringBuilder description = new StringBuilder(action.description());
            if (withExamples && !action.examples().isEmpty()) {
                description.append("\n\nExamples:\n");
                action.examples()
                        .forEach(example ->
                                description.append("- ").append(example).append('\n'));
            }
            Map<String, Object> tool = new LinkedHashMap<>();
            tool.put("name", action.signature().name());
            tool.put("description", description.toString());
            tool.put(format.schemaKey, action.signature().schema());
            if (format == ToolFormat.OPENAI) {
                tool.put("type", "function");
            }
            tools.add(tool);
        }
        return tools;
    }

    /** BrowserGym's named groups of actions, in its order. */
    static final class Subsets {

        public static final String CUSTOM = "custom";

        private static final Map<String, List<BrowserAction>> SUBSETS = new LinkedHashMap<>();

        static {
            for (String line :
                    Utf8.resource(Subsets.class, "subsets.txt").lines().toList()) {
                String[] parts = line.split(": ", 2);
                if (!line.startsWith("#")) {
                    SUBSETS.put(
                            parts[0],
                            Arrays.stream(parts[1].split(" "))
                                    .map(name -> BrowserAction.valueOf(name.toUpperCase(Locale.ROOT)))
                                    .toList());
                }
            }
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
}
