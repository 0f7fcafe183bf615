package dev.guerdon.browser.driver;

import dev.guerdon.browser.driver.CdpConnection.Deadline;
import dev.guerdon.browser.spi.PageException;
import dev.guerdon.browser.spi.PageException.Kind;
import dev.guerdon.browser.view.CdpValues;
import dev.guerdon.core.base.JsonCodec;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A frame, with the two worlds in which scripts run there: the page's and our own. */
final class TargetFrame {

    private static final int MOST_REMEMBERED = 16;
    private static final Map<String, Object> BY_VALUE = Map.of("returnByValue", true);
    private static final Map<String, Object> AWAITED =
            Map.of("returnByValue", true, "awaitPromise", true, "userGesture", true);
    private static final String DETACHED = "Frame was detached";

    private final TargetTab tab;
    private final String id;
    private final @Nullable TargetFrame parent;
    private final List<TargetFrame> inner = new ArrayList<>();
    private final Set<String> reached = new HashSet<>();
    private final Deque<String> committed = new ArrayDeque<>();
    private String session;
    private String url = "about:blank";
    private String loader = "";
    private int commits;
    private int movesWithin;
    private @Nullable World page;
    private @Nullable World own;
    private @Nullable Remote holder;
    private boolean detached;

    /** A place where scripts run. */
    record World(String session, int id) {}

    /** An object of a page, in a world. */
    record Remote(World world, String id) {}

    TargetFrame(TargetTab tab, String id, @Nullable TargetFrame parent, String session) {
        this.tab = tab;
        this.id = id;
        this.parent = parent;
        this.session = session;
    }

    String id() {
        return id;
    }

    String url() {
        return url;
    }

    String session() {
        return session;
    }

    @Nullable
    TargetFrame parent() {
        return parent;
    }

    List<TargetFrame> inner() {
        return inner;
    }

    /** Returns how many documents and places within them it has shown. */
    int moves() {
        return commits + movesWithin;
    }

    /** Returns whether it showed, of late, what a loader brought. */
    boolean hasCommitted(String ofLoader) {
        return committed.contains(ofLoader);
    }

    boolean hasReached(String state) {
        return reached.contains(state);
    }

    void committed(String newUrl, String newLoader) {
        url = newUrl;
        commits++;
        committed.addLast(newLoader);
        if (committed.size() > MOST_REMEMBERED) {
            committed.removeFirst();
        }
        if (!newLoader.equals(loader)) {
            loader = newLoader;
            reached.clear();
        }
    }

    void movedWithin(String newUrl) {
        url = newUrl;
        movesWithin++;
    }

    void reached(String state, String ofLoader) {
        if (state.equals("init")) {
            reached.clear();
            loader = ofLoader;
        } else if (loader.isEmpty() || ofLoader.equals(loader)) {
            reached.add(state);
        }
    }

    void move(String to) {
        session = to;
        page = null;
        own = null;
    }

    void enter(String in, int world) {
        page = new World(in, world);
    }

    void enterOwnWorld(String in, int world) {
        own = new World(in, world);
    }

    void forget(String in, int world) {
        World gone = new World(in, world);
        page = gone.equals(page) ? null : page;
        own = gone.equals(own) ? null : own;
    }

    void forgetAll(String in) {
        page = page != null && page.session().equals(in) ? null : page;
        own = own != null && own.session().equals(in) ? null : own;
    }

    void detach() {
        detached = true;
        if (parent != null) {
            parent.inner.remove(this);
        }
    }

    public TargetTab tab() {
        return tab;
    }

    public List<TargetFrame> children() {
        return List.copyOf(inner);
    }

    public boolean isDetached() {
        return detached;
    }

    /** Returns the page's world, waiting for it where the frame is between two pages. */
    private World pageWorld(Deadline deadline) {
        Deadline patience = tab.patience();
        boolean shown = deadline.left() <= patience.left()
                ? tab.until(() -> page != null || detached, deadline)
                : tab.until(() -> page != null || detached, patience)
                        || (tab.release() && tab.until(() -> page != null || detached, tab.patience()));
        if (!shown) {
            throw new PageException(Kind.TIMEOUT, "the frame shows no page");
        }
        requireAttached();
        return Objects.requireNonNull(page);
    }

    private void requireAttached() {
        if (detached) {
            throw new PageException(Kind.REFUSED, DETACHED);
        }
    }

    /** Returns our own world. Every new page brings it; only a page that was there before us needs it made. */
    World ownWorld(Deadline deadline) {
        pageWorld(deadline);
        World known = own;
        if (known != null) {
            return known;
        }
        int made = (int) CdpValues.number(tab.call(
                        session,
                        "Page.createIsolatedWorld",
                        Map.of("frameId", id, "worldName", FrameTree.WORLD),
                        deadline)
                .get("executionContextId"));
        World world = new World(session, made);
        result(evaluate(world, TargetPreparation.OWN, Map.of(), deadline));
        own = world;
        return world;
    }

    /** Returns the value of a script, as {@code BrowserPage} says. */
    public @Nullable Object evaluate(String script) {
        return evaluate(pageWorld(Deadline.NEVER), script, "");
    }

    public @Nullable Object evaluate(String function, @Nullable Object argument) {
        return evaluate(pageWorld(Deadline.NEVER), function, JsonCodec.write(argument));
    }

    /**
     * Returns the value of a function, called beside the page's scripts in a world of its own where the driver has one: the page cannot
     * change what the function uses.
     */
    public @Nullable Object evaluateApart(String function, @Nullable Object argument) {
        return evaluate(ownWorld(Deadline.NEVER), function, JsonCodec.write(argument));
    }

    /** Returns the title of its page, or empty if the page does not answer. */
    String title(Deadline deadline) {
        try {
            return CdpValues.text(value(evaluate(ownWorld(deadline), "guerdonQuiet.title()", BY_VALUE, deadline)));
        } catch (PageException e) {
            if (e.kind() == Kind.TIMEOUT) {
                return "";
            }
            throw e;
        }
    }

    private @Nullable Object evaluate(World world, String script, String argument) {
        String expression = "(v => typeof v === 'function' ? v(" + argument + ") : v)(\n" + script + "\n)";
        return value(evaluate(world, expression, AWAITED, Deadline.NEVER));
    }

    private Map<String, @Nullable Object> evaluate(
            World world, String expression, Map<String, Object> how, Deadline deadline) {
        Map<String, Object> parameters = new HashMap<>(how);
        parameters.put("expression", expression);
        parameters.put("contextId", world.id());
        return tab.call(world.session(), "Runtime.evaluate", parameters, deadline);
    }

    /** Returns the value of an expression in our own world, as an object that stays there; null for nothing. */
    @Nullable
    Remote find(String expression, Deadline deadline) {
        World world = ownWorld(deadline);
        Map<String, @Nullable Object> found =
                result(evaluate(world, expression, Map.of("objectGroup", FrameTree.WORLD), deadline));
        return found.get("objectId") instanceof String object ? new Remote(world, object) : null;
    }

    /** Returns a plain value of our own world; null if there is none, as between two pages. */
    @Nullable
    Object askOwnWorld(String expression) {
        return own == null ? null : value(evaluate(own, expression, BY_VALUE, Deadline.NEVER));
    }

    /** Calls a function with an object and further values; gives a plain value. */
    @Nullable
    Object callOn(Remote object, String function, List<?> arguments, Deadline deadline) {
        List<Map<String, ?>> values = new ArrayList<>();
        values.add(Map.of("objectId", object.id()));
        arguments.forEach(argument -> values.add(Map.of("value", argument)));
        Map<String, Object> parameters = new HashMap<>(AWAITED);
        parameters.put("functionDeclaration", function);
        parameters.put("executionContextId", object.world().id());
        parameters.put("arguments", values);
        return value(tab.call(object.world().session(), "Runtime.callFunctionOn", parameters, deadline));
    }

    /** Returns the same node in the page's world. */
    Remote inPage(Remote object, Deadline deadline) {
        World world = pageWorld(deadline);
        return resolve(world, nodeOf(object, deadline), deadline);
    }

    /** Returns a node in our own world. */
    Remote inOwnWorld(Object node, Deadline deadline) {
        return resolve(ownWorld(deadline), node, deadline);
    }

    private Object nodeOf(Remote object, Deadline deadline) {
        return Objects.requireNonNull(describe(object, deadline).get("backendNodeId"));
    }

    Map<String, @Nullable Object> describe(Remote object, Deadline deadline) {
        return CdpValues.object(
                tab.call(object.world().session(), "DOM.describeNode", Map.of("objectId", object.id()), deadline)
                        .get("node"));
    }

    /** Returns the parts of an element as the browser lays them out, as quadrangles; none if it is not laid out. */
    List<?> quads(Remote object, Deadline deadline) {
        try {
            return CdpValues.list(
                    tab.call(object.world().session(), "DOM.getContentQuads", Map.of("objectId", object.id()), deadline)
                            .get("quads"));
        } catch (PageException e) {
            if (String.valueOf(e.getMessage()).contains("Could not compute content quads")) {
                return List.of();
            }
            throw e;
        }
    }

    private Remote resolve(World world, Object node, Deadline deadline) {
        Map<String, @Nullable Object> found = CdpValues.object(tab.call(
                        world.session(),
                        "DOM.resolveNode",
                        Map.of("backendNodeId", node, "executionContextId", world.id()),
                        deadline)
                .get("object"));
        return new Remote(world, CdpValues.text(found.get("objectId")));
    }

    /** Returns the element that holds this frame, in our own world of the page around it. */
    Remote holder(Deadline deadline) {
        TargetFrame around = parent;
        if (around == null) {
            throw new PageException(Kind.REFUSED, "the main frame has no element that holds it");
        }
        requireAttached();
        World world = around.ownWorld(deadline);
        Remote known = holder;
        if (known == null || !known.world().equals(world)) {
            Object node = Objects.requireNonNull(
                    tab.call(world.session(), "DOM.getFrameOwner", Map.of("frameId", id), deadline)
                            .get("backendNodeId"));
            known = resolve(world, node, deadline);
            holder = known;
        }
        return known;
    }

    /** Returns the value of a function that gets the element which holds this frame. */
    public @Nullable Object evaluateOnHolder(String function) {
        return Objects.requireNonNull(parent).callOn(holder(Deadline.NEVER), function, List.of(), Deadline.NEVER);
    }

    /** Waits until the document is read; throws where it takes longer. */
    public void awaitDocument(double millis) {
        if (!tab.until(() -> hasReached("DOMContentLoaded") || hasReached("load") || detached, Deadline.in(millis))) {
            throw TargetTab.timeout(millis, List.of());
        }
        requireAttached();
    }

    private static Map<String, @Nullable Object> result(Map<String, @Nullable Object> answer) {
        if (answer.get("exceptionDetails") instanceof Map<?, ?> details) {
            Map<String, @Nullable Object> thrown =
                    CdpValues.object(CdpValues.object(details).get("exception"));
            String said = CdpValues.text(thrown.get("description"));
            throw new PageException(
                    Kind.REFUSED,
                    said.isEmpty() ? CdpValues.text(CdpValues.object(details).get("text")) : firstLine(said));
        }
        return CdpValues.object(answer.get("result"));
    }

    /** Returns what an error says, without where in which script it was thrown. */
    private static String firstLine(String description) {
        int stack = description.indexOf("\n    at ");
        return stack < 0 ? description : description.substring(0, stack);
    }

    private static @Nullable Object value(Map<String, @Nullable Object> answer) {
        Map<String, @Nullable Object> result = result(answer);
        if (result.get("unserializableValue") instanceof String number) {
            return switch (number) {
                case "NaN" -> Double.NaN;
                case "Infinity" -> Double.POSITIVE_INFINITY;
                case "-Infinity" -> Double.NEGATIVE_INFINITY;
                case "-0" -> -0.0;
                default -> number;
            };
        }
        return result.get("value");
    }
}
