package dev.guerdon.browser.spi;

import dev.guerdon.api.Experimental;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An element of a page, for actions of one's own.
 *
 * <p>What acts on it waits, for half a second at most, until it can be acted on: visible, at rest, enabled, and not covered.
 */
@Experimental
public interface BrowserElement {

    void click();

    void hover();

    void focus();

    /** Replaces the text of a field. */
    void fill(String text);

    /** Presses a key or a combination, such as {@code Control+a}, with the focus on the element. */
    void press(String key);

    /** Chooses options of a list by their values or labels. */
    void select(List<String> options);

    /** The value of a function that gets the element. */
    @Nullable
    Object evaluate(String function);
}
