package dev.guerdon.browser.tab;

import dev.guerdon.api.Internal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A frame of a tab. */
@Internal
public interface Frame {

    Tab tab();

    List<Frame> children();

    boolean isDetached();

    /** The value of a script, as {@code BrowserPage} says. */
    @Nullable
    Object evaluate(String script);

    @Nullable
    Object evaluate(String function, @Nullable Object argument);

    /** The value of a function that gets the element which holds this frame. */
    @Nullable
    Object evaluateOnHolder(String function);

    /** Waits until the document is read; throws where it takes longer. */
    void awaitDocument(double millis);
}
