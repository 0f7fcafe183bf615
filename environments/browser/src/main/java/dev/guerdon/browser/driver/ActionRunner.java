package dev.guerdon.browser.driver;

import dev.guerdon.browser.driver.BidElement.Attempt;
import dev.guerdon.browser.spi.ActionException;
import dev.guerdon.browser.spi.BrowserAction;
import dev.guerdon.browser.spi.ChatMessage;
import dev.guerdon.browser.spi.PageAction.Call;
import dev.guerdon.browser.spi.PageAction.CustomAction;
import dev.guerdon.browser.spi.PageException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Carries out the calls of one action text, in order, until one fails.
 *
 * <p>The page that the calls act on is the one that was active at the beginning, unless one of them opens, closes or chooses a
 * tab. Every call is bounded: 500 ms for an element, the context's time for navigation.
 */
final class ActionRunner implements CustomAction.Browsing {

    private static final double ELEMENT_MILLIS = 500;
    private static final double SLOW_ELEMENT_MILLIS = 4_000;
    /** The most time to find an element on a machine that is not overloaded. */
    private static final double USUAL_FIND_NANOS = 10e6;

    private static final double MOST_PATIENCE = 10;
    private static final double MOST_NOOP_MILLIS = 30_000;

    /** The parts of a bid that name frames: each a character and the capital letters behind it, until only digits are left. */
    private static final Pattern FRAMES = Pattern.compile("\\G(?!\\d*\\z).\\p{Lu}*", Pattern.DOTALL);

    private static final String SHOW_PAGE =
            "() => { window.dispatchEvent(new Event('pageshow', { bubbles: true, cancelable: false })); }";

    private final BrowserSession session;
    private final boolean retryWithForce;
    private final PointerActions pointer;
    private TargetTab page;

    /** Ratio of the time to find the last element to the usual one: the times that it gets grow with it. */
    private double patience = 1;

    ActionRunner(BrowserSession session, boolean retryWithForce) {
        this.session = session;
        this.retryWithForce = retryWithForce;
        this.pointer = new PointerActions(this, session.scale());
        this.page = session.activePage();
    }

    void run(List<Call> calls) {
        for (Call call : calls) {
            slowDown();
            Map<String, @Nullable Object> arguments = call.arguments();
            switch (call.action()) {
                case BrowserAction action -> run(action, arguments);
                case CustomAction action -> run(action, arguments);
            }
        }
    }

    private void slowDown() {
        double millis = session.showing().slowly().toMillis();
        if (millis > 0) {
            api("Page.wait_for_timeout", () -> page.pause(millis));
        }
    }

    private void run(CustomAction action, Map<String, @Nullable Object> arguments) {
        try {
            action.body().run(this, arguments);
        } catch (ActionException e) {
            throw e;
        } catch (PageException e) {
            throw PageErrors.translate(action.signature().name(), e);
        } catch (Exception e) {
            throw new ActionException(e.getClass().getSimpleName(), String.valueOf(e.getMessage()), e);
        }
    }

    private void run(BrowserAction action, Map<String, @Nullable Object> arguments) {
        Object bid = arguments.get("bid");
        switch (action) {
            case NOOP -> noop(arguments.get("wait_ms"));
            case SEND_MSG_TO_USER -> sendMessageToUser(ArgumentChecks.message(arguments.get("text")));
            case REPORT_INFEASIBLE -> reportInfeasible(ArgumentChecks.message(arguments.get("reason")));
            case FILL -> fill(element(bid), arguments);
            case CHECK -> forced("Locator.check", element(bid), (element, attempt) -> element.check(attempt, true));
            case UNCHECK ->
                forced("Locator.uncheck", element(bid), (element, attempt) -> element.check(attempt, false));
            case SELECT_OPTION -> {
                BidElement element = element(bid);
                List<String> options = ArgumentChecks.options("Locator.select_option", arguments.get("options"));
                forced("Locator.select_option", element, (on, attempt) -> on.select(attempt, options));
            }
            case CLICK -> click("Locator.click", 1, element(bid), arguments);
            case DBLCLICK -> click("Locator.dblclick", 2, element(bid), arguments);
            case HOVER -> forced("Locator.hover", element(bid), BidElement::hover);
            case PRESS -> {
                BidElement element = element(bid);
                String key = ArgumentChecks.frameString("Locator.press", "press", "key", arguments.get("key_comb"));
                checked("Locator.press", element, (on, attempt) -> on.press(attempt, key));
            }
            case FOCUS -> checked("Locator.focus", element(bid), BidElement::focus);
            case CLEAR -> checked("Locator.clear", element(bid), (element, attempt) -> element.fill(attempt, ""));
            case DRAG_AND_DROP -> drag(arguments.get("from_bid"), arguments.get("to_bid"));
            case UPLOAD_FILE -> {
                BidElement element = element(bid);
                upload(
                        () -> checked(
                                "Locator.click", element, (on, attempt) -> on.click(attempt, "left", List.of(), 1)),
                        arguments.get("file"));
            }
            case MOUSE_UPLOAD_FILE -> {
                double x = pointer.coordinate(arguments, "x");
                double y = pointer.coordinate(arguments, "y");
                upload(() -> api("Mouse.click", () -> page.input().click(x, y, "left", 1)), arguments.get("file"));
            }
            case GO_BACK -> api("Page.go_back", () -> page.goBack());
            case GO_FORWARD -> api("Page.go_forward", () -> page.goForward());
            case GOTO -> {
                String url = ArgumentChecks.frameString("Page.goto", "goto", "url", arguments.get("url"));
                session.checkAddress(url);
                api("Page.goto", () -> navigate(url));
            }
            case TAB_CLOSE -> closeTab();
            case TAB_FOCUS -> focusTab(arguments.get("index"));
            case NEW_TAB -> {
                api("BrowserContext.new_page", () -> page = page.tabs().open());
                show();
            }
            default -> pointer.run(action, arguments);
        }
    }

    /** Goes to an address, in another tab where the page that is left does not let go of this one. */
    private void navigate(String url) {
        try {
            page.navigate(url);
        } catch (PageException e) {
            if (e.kind() != PageException.Kind.LOST) {
                throw e;
            }
            page = page.tabs().open();
            page.navigate(url);
        }
    }

    private void noop(@Nullable Object value) {
        double millis = ArgumentChecks.number("Page.wait_for_timeout", "wait_timeout", value);
        double bounded = Math.clamp(millis, 0, MOST_NOOP_MILLIS);
        api("Page.wait_for_timeout", () -> page.pause(bounded));
    }

    private void fill(BidElement element, Map<String, @Nullable Object> arguments) {
        String value = ArgumentChecks.frameString("Locator.fill", "fill", "value", arguments.get("value"));
        if (Boolean.TRUE.equals(arguments.get("enable_autocomplete_menu"))) {
            if (value.isEmpty()) {
                throw new ActionException("IndexError", "string index out of range");
            }
            int last = value.offsetByCodePoints(value.length(), -1);
            forced("Locator.clear", element, (on, attempt) -> on.fill(attempt, ""));
            forced("Locator.fill", element, (on, attempt) -> on.fill(attempt, value.substring(0, last)));
            checked("Locator.type", element, (on, attempt) -> on.type(attempt, value.substring(last)));
        } else if (session.showing().isDemo() && value.length() <= SessionOptions.Showing.MOST_TYPED) {
            type(element, value);
        } else {
            forced("Locator.fill", element, (on, attempt) -> on.fill(attempt, value));
        }
    }

    /** Fills a field key by key, for people who watch. */
    private void type(BidElement element, String value) {
        forced("Locator.clear", element, (on, attempt) -> on.fill(attempt, ""));
        double delay = SessionOptions.Showing.millisPerKey(value);
        value.codePoints().mapToObj(Character::toString).forEach(key -> {
            checked("Locator.type", element, (on, attempt) -> on.type(attempt, key));
            api("Page.wait_for_timeout", () -> page.pause(delay));
        });
    }

    private void click(String api, int times, BidElement element, Map<String, @Nullable Object> arguments) {
        String button = ArgumentChecks.button(api, arguments.get("button"));
        List<String> modifiers = ArgumentChecks.modifiers(api, arguments.get("modifiers"));
        forced(api, element, (on, attempt) -> on.click(attempt, button, modifiers, times));
    }

    private void drag(@Nullable Object fromBid, @Nullable Object toBid) {
        BidElement from = element(fromBid);
        checked("Locator.hover", from, BidElement::hover);
        api("Mouse.down", () -> page.input().down("left"));
        BidElement to = element(toBid);
        checked("Locator.hover", to, BidElement::hover);
        api("Mouse.up", () -> page.input().up("left"));
    }

    private void upload(Runnable click, @Nullable Object value) {
        Consumer<List<Path>> chooser;
        try {
            chooser = page.choosers()
                    .choose(click)
                    .orElseThrow(() -> new ActionException(
                            "TimeoutError", String.format(Locale.ROOT, """
                                Timeout %.0fms exceeded while waiting for event "filechooser"
                                === logs ===
                                waiting for event "filechooser"
                                """, session.timeoutMillis())));
        } catch (PageException e) {
            throw PageErrors.translate("Page.expect_file_chooser", e);
        }
        List<Path> files = ArgumentChecks.options("FileChooser.set_files", value).stream()
                .map(session::upload)
                .toList();
        api("FileChooser.set_files", () -> chooser.accept(files));
    }

    private void closeTab() {
        ContextTabs tabs = page.tabs();
        api("Page.close", () -> page.close());
        List<TargetTab> left = tabs.all();
        api("BrowserContext.new_page", () -> page = left.isEmpty() ? tabs.open() : left.getLast());
        show();
    }

    private void focusTab(@Nullable Object index) {
        List<TargetTab> pages = page.tabs().all();
        page = pages.get(ArgumentChecks.tab(index, pages.size()));
        api("Page.bring_to_front", () -> page.bringToFront());
        show();
    }

    /** Makes the page known as the active one. */
    private void show() {
        api("Page.evaluate", () -> page.evaluate(SHOW_PAGE));
    }

    /** Calls the browser, and tells an agent what went wrong as BrowserGym would. */
    void api(String name, Runnable call) {
        TargetTab before = page;
        boolean open = !before.isClosed();
        try {
            call.run();
        } catch (PageException e) {
            refuse(name, open && before.isClosed(), e);
        }
    }

    /** Throws an error, unless the page closed itself when it was acted on. */
    private static void refuse(String name, boolean closedMeanwhile, PageException e) {
        if (!closedMeanwhile || !PageErrors.isClosing(e)) {
            throw PageErrors.translate(name, e);
        }
    }

    /**
     * Acts on an element; where it times out and the set says so, once more without checks.
     *
     * <p>On a machine with more work than it can do, the time may be over before anything was found wrong with the element. Then
     * it gets more time.
     */
    private void forced(String name, BidElement element, BiConsumer<BidElement, Attempt> call) {
        attempt(name, attempt -> call.accept(element, attempt), retryWithForce);
    }

    /** Acts like {@link #forced}, for actions that are never forced. */
    private void checked(String name, BidElement element, BiConsumer<BidElement, Attempt> call) {
        attempt(name, attempt -> call.accept(element, attempt), false);
    }

    private void attempt(String name, Consumer<Attempt> call, boolean mayForce) {
        boolean open = !page.isClosed();
        try {
            try {
                call.accept(new Attempt(false, ELEMENT_MILLIS * patience));
            } catch (PageException e) {
                if (!PageErrors.isSlowness(e)) {
                    throw e;
                }
                call.accept(new Attempt(false, SLOW_ELEMENT_MILLIS));
            }
        } catch (PageException e) {
            if (e.kind() != PageException.Kind.TIMEOUT) {
                refuse(name, open && page.isClosed(), e);
            } else if (mayForce) {
                api(name, () -> call.accept(new Attempt(true, ELEMENT_MILLIS * patience)));
            } else {
                throw PageErrors.translate(name, ELEMENT_MILLIS, e);
            }
        }
    }

    @Override
    public TargetTab page() {
        return page;
    }

    @Override
    public BidElement element(String bid) {
        return element((Object) bid);
    }

    private BidElement element(@Nullable Object bid) {
        long begin = System.nanoTime();
        try {
            String text = ArgumentChecks.bid(bid);
            BidElement found = page.find(path(text))
                    .orElseThrow(() ->
                            new ActionException("ValueError", "Could not find element with bid \"" + text + "\""));
            patience = Math.rint(Math.clamp((System.nanoTime() - begin) / USUAL_FIND_NANOS, 1, MOST_PATIENCE));
            session.showing().show(found);
            return found;
        } catch (PageException e) {
            throw PageErrors.translate("Locator.count", e);
        }
    }

    /** Returns the bids of the frames, each with those around it before it, then the element's. */
    private static List<String> path(String bid) {
        List<String> path = new ArrayList<>();
        Matcher frames = FRAMES.matcher(bid);
        while (frames.find()) {
            path.add(bid.substring(0, frames.end()));
        }
        path.add(bid);
        return path;
    }

    @Override
    public void sendMessageToUser(String text) {
        session.say(ChatMessage.ASSISTANT, text);
    }

    @Override
    public void reportInfeasible(String reason) {
        session.say(ChatMessage.INFEASIBLE, reason);
        session.infeasible();
    }

    /** Tells what went wrong on a page in the words of Playwright for Python, which agents know from BrowserGym. */
    static final class PageErrors {

        private static final Pattern GIVEN = Pattern.compile("Timeout [0-9.]+ms exceeded\\.");
        private static final Pattern WRONG_OR_DONE = Pattern.compile(
                "is not |was not |did not |intercepts|outside of|detached|retrying|performing|waiting 20ms");

        /**
         * Returns the error of a call.
         *
         * @param api the call in Python's words, such as {@code Locator.select_option}
         */
        static ActionException translate(String api, PageException error) {
            String text = api + ": " + error.getMessage();
            if (!error.log().isEmpty()) {
                text += "\nCall log:\n" + String.join("\n", error.log()) + "\n";
            }
            return new ActionException(type(error), text, error);
        }

        /** Returns the error of a call that had more time than it should have; says what it should have had. */
        static ActionException translate(String api, double millis, PageException error) {
            ActionException told = translate(api, error);
            String text = String.valueOf(told.getMessage());
            return new ActionException(
                    told.type(),
                    GIVEN.matcher(text).replaceFirst(String.format(Locale.ROOT, "Timeout %.0fms exceeded.", millis)),
                    error);
        }

        /** Returns whether time ran out before anything was found wrong with the element, and before anything was done to it. */
        static boolean isSlowness(PageException error) {
            return error.kind() == PageException.Kind.TIMEOUT
                    && !error.log().isEmpty()
                    && !WRONG_OR_DONE.matcher(String.join("\n", error.log())).find();
        }

        private static String type(PageException error) {
            return switch (error.kind()) {
                case TIMEOUT -> "TimeoutError";
                case CLOSED, LOST -> "TargetClosedError";
                case REFUSED, TOO_LARGE -> "Error";
            };
        }

        /** Returns whether the error says that the page was closed. */
        static boolean isClosing(PageException error) {
            return error.kind() == PageException.Kind.CLOSED || error.kind() == PageException.Kind.LOST;
        }
    }

    /**
     * Carries out the actions of mouse and keyboard that name no element.
     *
     * @param scale screenshot pixels for one pixel of the page
     */
    record PointerActions(ActionRunner runner, double scale) {

        private PipedInput input() {
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
                case MOUSE_UP -> button("Mouse.up", arguments, PipedInput::up);
                case MOUSE_DOWN -> button("Mouse.down", arguments, PipedInput::down);
                case MOUSE_CLICK -> click("Mouse.click", 1, arguments);
                case MOUSE_DBLCLICK -> click("Mouse.dblclick", 2, arguments);
                case MOUSE_DRAG_AND_DROP -> {
                    move(arguments, "from_x", "from_y");
                    runner.api("Mouse.down", () -> input().down("left"));
                    move(arguments, "to_x", "to_y");
                    runner.api("Mouse.up", () -> input().up("left"));
                }
                case KEYBOARD_DOWN -> keyboard("Keyboard.down", "key", arguments, PipedInput::keyDown);
                case KEYBOARD_UP -> keyboard("Keyboard.up", "key", arguments, PipedInput::keyUp);
                case KEYBOARD_PRESS -> keyboard("Keyboard.press", "key", arguments, PipedInput::press);
                case KEYBOARD_TYPE -> keyboard("Keyboard.type", "text", arguments, PipedInput::type);
                case KEYBOARD_INSERT_TEXT -> keyboard("Keyboard.insert_text", "text", arguments, PipedInput::insert);
                default -> throw new IllegalArgumentException(action + " is no action of mouse or keyboard alone");
            }
        }

        private void move(Map<String, @Nullable Object> arguments, String xName, String yName) {
            double x = coordinate(arguments, xName);
            double y = coordinate(arguments, yName);
            runner.api("Mouse.move", () -> input().move(x, y));
        }

        /** Returns a place or a distance on the screenshot, in pixels of the page. */
        double coordinate(Map<String, @Nullable Object> arguments, String name) {
            return ArgumentChecks.coordinate(arguments.get(name), scale);
        }

        private void button(
                String api, Map<String, @Nullable Object> arguments, BiConsumer<PipedInput, String> action) {
            move(arguments, "x", "y");
            String button = ArgumentChecks.button(api, arguments.get("button"));
            runner.api(api, () -> action.accept(input(), button));
        }

        private void click(String api, int times, Map<String, @Nullable Object> arguments) {
            double x = coordinate(arguments, "x");
            double y = coordinate(arguments, "y");
            String button = ArgumentChecks.button(api, arguments.get("button"));
            runner.api(api, () -> input().click(x, y, button, times));
        }

        private void keyboard(
                String api,
                String field,
                Map<String, @Nullable Object> arguments,
                BiConsumer<PipedInput, String> action) {
            String text = ArgumentChecks.string(api, field, arguments.get(field));
            runner.api(api, () -> action.accept(input(), text));
        }
    }
}
