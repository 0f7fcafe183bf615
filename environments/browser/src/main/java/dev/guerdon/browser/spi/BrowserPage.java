package dev.guerdon.browser.spi;

import dev.guerdon.api.Experimental;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A page of the browser, for tasks and actions of one's own.
 *
 * <p>Scripts are JavaScript: an expression, or a function that gets the argument. Values that go in and come out are plain ones: null,
 * booleans, numbers, strings, lists and maps. A promise is awaited. What fails throws a {@link PageException}.
 *
 * <p>The same page is the same object as long as the episode lasts.
 */
@Experimental
public interface BrowserPage {

    /** Returns the address. */
    String url();

    String title();

    /** Returns whether it was closed, by whomever. */
    boolean isClosed();

    /** Goes to an address and waits until it is loaded, as long as the task's {@link BrowserNeeds} say. */
    void navigate(String url);

    /** Goes to an address and waits until it is loaded. */
    void navigate(String url, Duration most);

    /** Returns the value of a script in the main frame. */
    @Nullable
    Object evaluate(String script);

    /** Returns the value of a function in the main frame. */
    @Nullable
    Object evaluate(String function, @Nullable Object argument);

    /** Waits until a script in the main frame gives a value that counts as true. */
    void waitFor(String script);

    /** Sends a command of the Chrome DevTools Protocol, such as {@code Page.reload}, and gives its answer. */
    Map<String, @Nullable Object> devTools(String method, Map<String, ? extends @Nullable Object> parameters);

    /**
     * An element of a page, for actions of one's own.
     *
     * <p>What acts on it waits, for half a second at most, until it can be acted on: visible, at rest, enabled, and not covered.
     */
    interface BrowserElement {

        void click();

        void hover();

        void focus();

        /** Replaces the text of a field. */
        void fill(String text);

        /** Presses a key or a combination, such as {@code Control+a}, with the focus on the element. */
        void press(String key);

        /** Chooses options of a list by their values or labels. */
        void select(List<String> options);

        /** Returns the value of a function that gets the element. */
        @Nullable
        Object evaluate(String function);
    }
}
