package dev.guerdon.browser.action;

import dev.guerdon.api.Internal;
import dev.guerdon.browser.spi.ActionException;
import dev.guerdon.browser.spi.BrowserAction;
import dev.guerdon.browser.spi.Call;
import dev.guerdon.browser.spi.ChatMessage;
import dev.guerdon.browser.spi.CustomAction;
import dev.guerdon.browser.spi.PageException;
import dev.guerdon.browser.tab.Element;
import dev.guerdon.browser.tab.Element.Attempt;
import dev.guerdon.browser.tab.Tab;
import dev.guerdon.browser.tab.Tabs;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Carries out the calls of one action text, in order, until one fails.
 *
 * <p>The page that the calls act on is the one that was active at the beginning, unless one of them opens, closes or chooses a
 * tab. Every call is bounded: 500 ms for an element, the context's time for navigation.
 */
@Internal
public final class Runner implements CustomAction.Browsing {

    private static final double ELEMENT_MILLIS = 500;
    private static final double SLOW_ELEMENT_MILLIS = 4_000;
    /** What finding an element takes at most on a machine that is not overloaded. */
    private static final double USUAL_FIND_NANOS = 10e6;

    private static final double MOST_PATIENCE = 10;
    private static final double MOST_NOOP_MILLIS = 30_000;

    private static final String SHOW_PAGE =
            "() => { window.dispatchEvent(new Event('pageshow', { bubbles: true, cancelable: false })); }";

    private final Surroundings surroundings;
    private final boolean retryWithForce;
    private final PointerActions pointer;
    private Tab page;

    /** How many times longer than usual the last element took to be found: the times that it gets grow with it. */
    private double patience = 1;

    /** What actions reach beside the page. */
    public interface Surroundings {

        Tab activePage();

        void say(String role, String message);

        void infeasible();

        /** Screenshot pixels for one pixel of the page. */
        double scale();

        /** How long navigation and events may take. */
        double timeoutMillis();

        /** Checks an address before the browser goes there. */
        void checkAddress(String url);

        /** The file that an agent may upload under that name. */
        Path upload(String name);

        /** How actions are shown to people. */
        default Showing showing() {
            return Showing.NONE;
        }
    }

    public Runner(Surroundings surroundings, boolean retryWithForce) {
        this.surroundings = surroundings;
        this.retryWithForce = retryWithForce;
        this.pointer = new PointerActions(this, surroundings.scale());
        this.page = surroundings.activePage();
    }

    public void run(List<Call> calls) {
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
        double millis = surroundings.showing().slowly().toMillis();
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
            case CHECK -> {
                Element element = element(bid);
                forced("Locator.check", attempt -> element.check(attempt, true));
            }
            case UNCHECK -> {
                Element element = element(bid);
                forced("Locator.uncheck", attempt -> element.check(attempt, false));
            }
            case SELECT_OPTION -> {
                Element element = element(bid);
                List<String> options = ArgumentChecks.options("Locator.select_option", arguments.get("options"));
                forced("Locator.select_option", attempt -> element.select(attempt, options));
            }
            case CLICK -> click("Locator.click", 1, element(bid), arguments);
            case DBLCLICK -> click("Locator.dblclick", 2, element(bid), arguments);
            case HOVER -> {
                Element element = element(bid);
                forced("Locator.hover", element::hover);
            }
            case PRESS -> {
                Element element = element(bid);
                String key = ArgumentChecks.frameString("Locator.press", "press", "key", arguments.get("key_comb"));
                checked("Locator.press", attempt -> element.press(attempt, key));
            }
            case FOCUS -> {
                Element element = element(bid);
                checked("Locator.focus", element::focus);
            }
            case CLEAR -> {
                Element element = element(bid);
                checked("Locator.clear", attempt -> element.fill(attempt, ""));
            }
            case DRAG_AND_DROP -> drag(arguments.get("from_bid"), arguments.get("to_bid"));
            case UPLOAD_FILE -> {
                Element element = element(bid);
                upload(
                        () -> checked("Locator.click", attempt -> element.click(attempt, "left", List.of(), 1)),
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
                surroundings.checkAddress(url);
                api("Page.goto", () -> page.navigate(url));
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

    private void noop(@Nullable Object value) {
        double millis = ArgumentChecks.number("Page.wait_for_timeout", "wait_timeout", value);
        double bounded = Math.clamp(millis, 0, MOST_NOOP_MILLIS);
        api("Page.wait_for_timeout", () -> page.pause(bounded));
    }

    private void fill(Element element, Map<String, @Nullable Object> arguments) {
        Object given = arguments.get("value");
        if (Boolean.TRUE.equals(arguments.get("enable_autocomplete_menu"))) {
            String value = ArgumentChecks.frameString("Locator.fill", "fill", "value", given);
            if (value.isEmpty()) {
                throw new ActionException("IndexError", "string index out of range");
            }
            int last = value.offsetByCodePoints(value.length(), -1);
            forced("Locator.clear", attempt -> element.fill(attempt, ""));
            forced("Locator.fill", attempt -> element.fill(attempt, value.substring(0, last)));
            checked("Locator.type", attempt -> element.type(attempt, value.substring(last)));
        } else {
            String value = ArgumentChecks.frameString("Locator.fill", "fill", "value", given);
            if (surroundings.showing().isDemo() && value.length() <= Showing.MOST_TYPED) {
                type(element, value);
                return;
            }
            forced("Locator.fill", attempt -> element.fill(attempt, value));
        }
    }

    /** Fills a field key by key, for people who watch. */
    private void type(Element element, String value) {
        forced("Locator.clear", attempt -> element.fill(attempt, ""));
        double delay = Showing.millisPerKey(value);
        value.codePoints().mapToObj(Character::toString).forEach(key -> {
            checked("Locator.type", attempt -> element.type(attempt, key));
            api("Page.wait_for_timeout", () -> page.pause(delay));
        });
    }

    private void click(String api, int times, Element element, Map<String, @Nullable Object> arguments) {
        String button = ArgumentChecks.button(api, arguments.get("button"));
        List<String> modifiers = ArgumentChecks.modifiers(api, arguments.get("modifiers"));
        forced(api, attempt -> element.click(attempt, button, modifiers, times));
    }

    private void drag(@Nullable Object fromBid, @Nullable Object toBid) {
        Element from = element(fromBid);
        checked("Locator.hover", from::hover);
        api("Mouse.down", () -> page.input().down("left"));
        Element to = element(toBid);
        checked("Locator.hover", to::hover);
        api("Mouse.up", () -> page.input().up("left"));
    }

    private void upload(Runnable click, @Nullable Object value) {
        Tab.Chooser chooser;
        try {
            chooser = page.choose(click)
                    .orElseThrow(() -> new ActionException(
                            "TimeoutError",
                            String.format(
                                    Locale.ROOT,
                                    "Timeout %.0fms exceeded while waiting for event \"filechooser\"\n=== logs ===\nwaiting for event \"filechooser\"\n",
                                    surroundings.timeoutMillis())));
        } catch (PageException e) {
            throw PageErrors.translate("Page.expect_file_chooser", e);
        }
        List<Path> files = ArgumentChecks.options("FileChooser.set_files", value).stream()
                .map(surroundings::upload)
                .toList();
        api("FileChooser.set_files", () -> chooser.files(files));
    }

    private void closeTab() {
        Tabs tabs = page.tabs();
        api("Page.close", () -> page.close());
        List<Tab> left = tabs.all();
        api("BrowserContext.new_page", () -> page = left.isEmpty() ? tabs.open() : left.getLast());
        show();
    }

    private void focusTab(@Nullable Object index) {
        List<Tab> pages = page.tabs().all();
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
        Tab before = page;
        boolean open = !before.isClosed();
        try {
            call.run();
        } catch (PageException e) {
            refuse(name, open && before.isClosed(), e);
        }
    }

    /** A page that closes itself when it is acted on has been acted on. */
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
    private void forced(String name, Consumer<Attempt> call) {
        attempt(name, call, retryWithForce);
    }

    /** As {@link #forced}, for actions that are never forced. */
    private void checked(String name, Consumer<Attempt> call) {
        attempt(name, call, false);
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
    public Tab page() {
        return page;
    }

    @Override
    public Element element(String bid) {
        return element((Object) bid);
    }

    private Element element(@Nullable Object bid) {
        long begin = System.nanoTime();
        try {
            Element found = BidLocator.find(page, bid);
            patience = Math.rint(Math.clamp((System.nanoTime() - begin) / USUAL_FIND_NANOS, 1, MOST_PATIENCE));
            surroundings.showing().show(found);
            return found;
        } catch (PageException e) {
            throw PageErrors.translate("Locator.count", e);
        }
    }

    @Override
    public void sendMessageToUser(String text) {
        surroundings.say(ChatMessage.ASSISTANT, text);
    }

    @Override
    public void reportInfeasible(String reason) {
        surroundings.say(ChatMessage.INFEASIBLE, reason);
        surroundings.infeasible();
    }
}
