package dev.guerdon.browser.action;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.FileChooser;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.PlaywrightException;
import com.microsoft.playwright.TimeoutError;
import com.microsoft.playwright.options.KeyboardModifier;
import com.microsoft.playwright.options.MouseButton;
import dev.guerdon.api.Internal;
import dev.guerdon.browser.spi.ActionException;
import dev.guerdon.browser.spi.BrowserAction;
import dev.guerdon.browser.spi.Call;
import dev.guerdon.browser.spi.ChatMessage;
import dev.guerdon.browser.spi.CustomAction;
import java.nio.file.Path;
import java.util.List;
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
    private Page page;

    /** How many times longer than usual the last element took to be found: the times that it gets grow with it. */
    private double patience = 1;

    /** What actions reach beside the page. */
    public interface Surroundings {

        Page activePage();

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
            api("Page.wait_for_timeout", () -> page.waitForTimeout(millis));
        }
    }

    private void run(CustomAction action, Map<String, @Nullable Object> arguments) {
        try {
            action.body().run(this, arguments);
        } catch (ActionException e) {
            throw e;
        } catch (PlaywrightException e) {
            throw PlaywrightErrors.translate(action.signature().name(), e);
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
                Locator element = element(bid);
                forced(
                        "Locator.check",
                        attempt -> element.check(new Locator.CheckOptions()
                                .setForce(attempt.force())
                                .setTimeout(attempt.millis())));
            }
            case UNCHECK -> {
                Locator element = element(bid);
                forced(
                        "Locator.uncheck",
                        attempt -> element.uncheck(new Locator.UncheckOptions()
                                .setForce(attempt.force())
                                .setTimeout(attempt.millis())));
            }
            case SELECT_OPTION -> {
                Locator element = element(bid);
                String[] options = ArgumentChecks.options("Locator.select_option", arguments.get("options"))
                        .toArray(String[]::new);
                forced(
                        "Locator.select_option",
                        attempt -> element.selectOption(
                                options,
                                new Locator.SelectOptionOptions()
                                        .setForce(attempt.force())
                                        .setTimeout(attempt.millis())));
            }
            case CLICK -> click(element(bid), arguments);
            case DBLCLICK -> doubleClick(element(bid), arguments);
            case HOVER -> {
                Locator element = element(bid);
                forced(
                        "Locator.hover",
                        attempt -> element.hover(new Locator.HoverOptions()
                                .setForce(attempt.force())
                                .setTimeout(attempt.millis())));
            }
            case PRESS -> {
                Locator element = element(bid);
                String key = ArgumentChecks.frameString("Locator.press", "press", "key", arguments.get("key_comb"));
                checked("Locator.press", millis -> element.press(key, new Locator.PressOptions().setTimeout(millis)));
            }
            case FOCUS -> {
                Locator element = element(bid);
                checked("Locator.focus", millis -> element.focus(new Locator.FocusOptions().setTimeout(millis)));
            }
            case CLEAR -> {
                Locator element = element(bid);
                checked("Locator.clear", millis -> element.clear(new Locator.ClearOptions().setTimeout(millis)));
            }
            case DRAG_AND_DROP -> drag(arguments.get("from_bid"), arguments.get("to_bid"));
            case UPLOAD_FILE -> {
                Locator element = element(bid);
                upload(
                        () -> checked(
                                "Locator.click",
                                millis -> element.click(new Locator.ClickOptions().setTimeout(millis))),
                        arguments.get("file"));
            }
            case MOUSE_UPLOAD_FILE -> {
                double x = pointer.coordinate(arguments, "x");
                double y = pointer.coordinate(arguments, "y");
                upload(() -> api("Mouse.click", () -> page.mouse().click(x, y)), arguments.get("file"));
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
                api("BrowserContext.new_page", () -> page = page.context().newPage());
                show();
            }
            default -> pointer.run(action, arguments);
        }
    }

    private void noop(@Nullable Object value) {
        double millis = ArgumentChecks.number("Page.wait_for_timeout", "wait_timeout", value);
        double bounded = Math.clamp(millis, 0, MOST_NOOP_MILLIS);
        api("Page.wait_for_timeout", () -> page.waitForTimeout(bounded));
    }

    private void fill(Locator element, Map<String, @Nullable Object> arguments) {
        Object given = arguments.get("value");
        if (Boolean.TRUE.equals(arguments.get("enable_autocomplete_menu"))) {
            String value = ArgumentChecks.frameString("Locator.fill", "fill", "value", given);
            if (value.isEmpty()) {
                throw new ActionException("IndexError", "string index out of range");
            }
            int last = value.offsetByCodePoints(value.length(), -1);
            forced(
                    "Locator.clear",
                    attempt -> element.clear(
                            new Locator.ClearOptions().setForce(attempt.force()).setTimeout(attempt.millis())));
            forced(
                    "Locator.fill",
                    attempt -> element.fill(
                            value.substring(0, last),
                            new Locator.FillOptions().setForce(attempt.force()).setTimeout(attempt.millis())));
            checked(
                    "Locator.type",
                    millis -> element.pressSequentially(
                            value.substring(last), new Locator.PressSequentiallyOptions().setTimeout(millis)));
        } else {
            String value = ArgumentChecks.frameString("Locator.fill", "fill", "value", given);
            if (surroundings.showing().isDemo()) {
                type(element, value);
                return;
            }
            forced(
                    "Locator.fill",
                    attempt -> element.fill(
                            value,
                            new Locator.FillOptions().setForce(attempt.force()).setTimeout(attempt.millis())));
        }
    }

    /** Fills a field key by key, for people who watch. */
    private void type(Locator element, String value) {
        forced(
                "Locator.clear",
                attempt -> element.clear(
                        new Locator.ClearOptions().setForce(attempt.force()).setTimeout(attempt.millis())));
        double delay = Showing.millisPerKey(value);
        checked(
                "Locator.type",
                millis -> element.pressSequentially(
                        value,
                        new Locator.PressSequentiallyOptions()
                                .setDelay(delay)
                                .setTimeout(millis + 2 * delay * value.length())));
    }

    private void click(Locator element, Map<String, @Nullable Object> arguments) {
        MouseButton button = PointerActions.button("Locator.click", arguments);
        List<KeyboardModifier> modifiers = PointerActions.modifiers("Locator.click", arguments);
        forced(
                "Locator.click",
                attempt -> element.click(new Locator.ClickOptions()
                        .setButton(button)
                        .setModifiers(modifiers)
                        .setForce(attempt.force())
                        .setTimeout(attempt.millis())));
    }

    private void doubleClick(Locator element, Map<String, @Nullable Object> arguments) {
        MouseButton button = PointerActions.button("Locator.dblclick", arguments);
        List<KeyboardModifier> modifiers = PointerActions.modifiers("Locator.dblclick", arguments);
        forced(
                "Locator.dblclick",
                attempt -> element.dblclick(new Locator.DblclickOptions()
                        .setButton(button)
                        .setModifiers(modifiers)
                        .setForce(attempt.force())
                        .setTimeout(attempt.millis())));
    }

    private void drag(@Nullable Object fromBid, @Nullable Object toBid) {
        Locator from = element(fromBid);
        checked("Locator.hover", millis -> from.hover(new Locator.HoverOptions().setTimeout(millis)));
        api("Mouse.down", () -> page.mouse().down());
        Locator to = element(toBid);
        checked("Locator.hover", millis -> to.hover(new Locator.HoverOptions().setTimeout(millis)));
        api("Mouse.up", () -> page.mouse().up());
    }

    private void upload(Runnable click, @Nullable Object value) {
        FileChooser chooser;
        try {
            chooser = page.waitForFileChooser(() -> {
                page.evaluate("0"); // By its answer, the browser has heard that a chooser is waited for.
                click.run();
            });
        } catch (TimeoutError e) {
            throw new ActionException(
                    "TimeoutError",
                    "Timeout %.0fms exceeded while waiting for event \"filechooser\"\n=== logs ===\nwaiting for event \"filechooser\"\n"
                            .formatted(surroundings.timeoutMillis()),
                    e);
        } catch (PlaywrightException e) {
            throw PlaywrightErrors.translate("Page.expect_file_chooser", e);
        }
        Path[] files = ArgumentChecks.options("FileChooser.set_files", value).stream()
                .map(surroundings::upload)
                .toArray(Path[]::new);
        api("FileChooser.set_files", () -> chooser.setFiles(files));
    }

    private void closeTab() {
        BrowserContext context = page.context();
        api("Page.close", () -> page.close());
        List<Page> left = context.pages();
        api("BrowserContext.new_page", () -> page = left.isEmpty() ? context.newPage() : left.getLast());
        show();
    }

    private void focusTab(@Nullable Object index) {
        List<Page> pages = page.context().pages();
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
        Page before = page;
        boolean open = !before.isClosed();
        try {
            call.run();
        } catch (PlaywrightException e) {
            refuse(name, open && before.isClosed(), e);
        }
    }

    /** A page that closes itself when it is acted on has been acted on. */
    private static void refuse(String name, boolean closedMeanwhile, PlaywrightException e) {
        if (!closedMeanwhile || !PlaywrightErrors.isClosing(e)) {
            throw PlaywrightErrors.translate(name, e);
        }
    }

    /**
     * One attempt at an element.
     *
     * @param force whether to act without checking that the element can be acted on
     */
    private record Attempt(boolean force, double millis) {}

    /**
     * Acts on an element; where it times out and the set says so, once more without checks.
     *
     * <p>On a machine with more work than it can do, the time may be over before anything was found wrong with the element. Then
     * it gets more time.
     */
    private void forced(String name, Consumer<Attempt> call) {
        boolean open = !page.isClosed();
        try {
            try {
                call.accept(new Attempt(false, ELEMENT_MILLIS * patience));
            } catch (TimeoutError e) {
                if (!PlaywrightErrors.isSlowness(e)) {
                    throw e;
                }
                call.accept(new Attempt(false, SLOW_ELEMENT_MILLIS));
            }
        } catch (TimeoutError e) {
            if (!retryWithForce) {
                throw PlaywrightErrors.translate(name, ELEMENT_MILLIS, e);
            }
            api(name, () -> call.accept(new Attempt(true, ELEMENT_MILLIS * patience)));
        } catch (PlaywrightException e) {
            refuse(name, open && page.isClosed(), e);
        }
    }

    /** As {@link #forced}, for actions that are never forced. */
    private void checked(String name, Consumer<Double> call) {
        boolean open = !page.isClosed();
        try {
            try {
                call.accept(ELEMENT_MILLIS * patience);
            } catch (TimeoutError e) {
                if (!PlaywrightErrors.isSlowness(e)) {
                    throw e;
                }
                call.accept(SLOW_ELEMENT_MILLIS);
            }
        } catch (TimeoutError e) {
            throw PlaywrightErrors.translate(name, ELEMENT_MILLIS, e);
        } catch (PlaywrightException e) {
            refuse(name, open && page.isClosed(), e);
        }
    }

    @Override
    public Page page() {
        return page;
    }

    @Override
    public Locator element(String bid) {
        return element((Object) bid);
    }

    private Locator element(@Nullable Object bid) {
        long begin = System.nanoTime();
        try {
            Locator found = BidLocator.find(page, bid);
            patience = Math.rint(Math.clamp((System.nanoTime() - begin) / USUAL_FIND_NANOS, 1, MOST_PATIENCE));
            surroundings.showing().show(found);
            return found;
        } catch (PlaywrightException e) {
            throw PlaywrightErrors.translate("Locator.count", e);
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
