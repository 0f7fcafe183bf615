package dev.guerdon.browser.cdp;

import dev.guerdon.base.JsonCodec;
import dev.guerdon.browser.cdp.Wire.Deadline;
import dev.guerdon.browser.script.Scripts;
import dev.guerdon.browser.spi.PageException;
import dev.guerdon.browser.spi.PageException.Kind;
import dev.guerdon.browser.tab.Frame;
import dev.guerdon.browser.tab.Tab;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A frame, with the two worlds in which scripts run there: the page's and our own. */
final class TargetFrame implements Frame {

    private static final int MOST_REMEMBERED = 16;
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

    /** How many documents and places within them it has shown. */
    int moves() {
        return commits + movesWithin;
    }

    /** Whether it showed, of late, what a loader brought. */
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

    @Override
    public Tab tab() {
        return tab;
    }

    @Override
    public List<Frame> children() {
        return List.copyOf(inner);
    }

    @Override
    public boolean isDetached() {
        return detached;
    }

    /** The page's world, waiting for it where the frame is between two pages. */
    private World pageWorld(Deadline deadline) {
        if (!tab.until(() -> page != null || detached, deadline)) {
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

    /** Our own world. Every new page brings it; only a page that was there before us needs it made. */
    World ownWorld(Deadline deadline) {
        pageWorld(deadline);
        World known = own;
        if (known != null) {
            return known;
        }
        int made = (int) Message.number(tab.call(
                        session,
                        "Page.createIsolatedWorld",
                        Map.of("frameId", id, "worldName", FrameTree.WORLD),
                        deadline)
                .get("executionContextId"));
        World world = new World(session, made);
        result(tab.call(
                session, "Runtime.evaluate", Map.of("expression", Scripts.ACT.text(), "contextId", made), deadline));
        own = world;
        return world;
    }

    @Override
    public @Nullable Object evaluate(String script) {
        return evaluate(script, "");
    }

    @Override
    public @Nullable Object evaluate(String function, @Nullable Object argument) {
        return evaluate(function, JsonCodec.write(argument));
    }

    private @Nullable Object evaluate(String script, String argument) {
        World world = pageWorld(Deadline.NEVER);
        return value(tab.call(
                world.session(),
                "Runtime.evaluate",
                Map.of(
                        "expression",
                        "(v => typeof v === 'function' ? v(" + argument + ") : v)(\n" + script + "\n)",
                        "contextId",
                        world.id(),
                        "returnByValue",
                        true,
                        "awaitPromise",
                        true,
                        "userGesture",
                        true),
                Deadline.NEVER));
    }

    /** The value of an expression in our own world, as an object that stays there; null for nothing. */
    @Nullable
    Remote find(String expression, Deadline deadline) {
        World world = ownWorld(deadline);
        Map<String, @Nullable Object> found = result(tab.call(
                world.session(),
                "Runtime.evaluate",
                Map.of("expression", expression, "contextId", world.id(), "objectGroup", FrameTree.WORLD),
                deadline));
        return found.get("objectId") instanceof String object ? new Remote(world, object) : null;
    }

    /** A plain value of our own world; null where there is none, as between two pages. */
    @Nullable
    Object askOwnWorld(String expression) {
        World world = own;
        return world == null
                ? null
                : value(tab.call(
                        world.session(),
                        "Runtime.evaluate",
                        Map.of("expression", expression, "contextId", world.id(), "returnByValue", true),
                        Deadline.NEVER));
    }

    /** Calls a function with an object and further values; gives a plain value. */
    @Nullable
    Object callOn(Remote object, String function, List<?> arguments, Deadline deadline) {
        List<Map<String, ?>> values = new ArrayList<>();
        values.add(Map.of("objectId", object.id()));
        arguments.forEach(argument -> values.add(Map.of("value", argument)));
        return value(tab.call(
                object.world().session(),
                "Runtime.callFunctionOn",
                Map.of(
                        "functionDeclaration",
                        function,
                        "executionContextId",
                        object.world().id(),
                        "arguments",
                        values,
                        "returnByValue",
                        true,
                        "awaitPromise",
                        true,
                        "userGesture",
                        true),
                deadline));
    }

    /** The same node in the page's world. */
    Remote inPage(Remote object, Deadline deadline) {
        World world = pageWorld(deadline);
        return resolve(world, nodeOf(object, deadline), deadline);
    }

    /** A node in our own world. */
    Remote inOwnWorld(Object node, Deadline deadline) {
        return resolve(ownWorld(deadline), node, deadline);
    }

    private Object nodeOf(Remote object, Deadline deadline) {
        return Objects.requireNonNull(describe(object, deadline).get("backendNodeId"));
    }

    Map<String, @Nullable Object> describe(Remote object, Deadline deadline) {
        return Message.object(
                tab.call(object.world().session(), "DOM.describeNode", Map.of("objectId", object.id()), deadline)
                        .get("node"));
    }

    private Remote resolve(World world, Object node, Deadline deadline) {
        Map<String, @Nullable Object> found = Message.object(tab.call(
                        world.session(),
                        "DOM.resolveNode",
                        Map.of("backendNodeId", node, "executionContextId", world.id()),
                        deadline)
                .get("object"));
        return new Remote(world, Message.text(found.get("objectId")));
    }

    /** The element that holds this frame, in our own world of the page around it. */
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

    @Override
    public @Nullable Object evaluateOnHolder(String function) {
        return Objects.requireNonNull(parent).callOn(holder(Deadline.NEVER), function, List.of(), Deadline.NEVER);
    }

    @Override
    public void awaitDocument(double millis) {
        if (!tab.until(() -> hasReached("DOMContentLoaded") || hasReached("load") || detached, Deadline.in(millis))) {
            throw TargetTab.timeout(millis, List.of());
        }
        requireAttached();
    }

    private static Map<String, @Nullable Object> result(Map<String, @Nullable Object> answer) {
        if (answer.get("exceptionDetails") instanceof Map<?, ?> details) {
            Map<String, @Nullable Object> thrown =
                    Message.object(Message.object(details).get("exception"));
            String said = Message.text(thrown.get("description"));
            throw new PageException(
                    Kind.REFUSED,
                    said.isEmpty() ? Message.text(Message.object(details).get("text")) : firstLine(said));
        }
        return Message.object(answer.get("result"));
    }

    /** What an error says, without where in which script it was thrown. */
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
