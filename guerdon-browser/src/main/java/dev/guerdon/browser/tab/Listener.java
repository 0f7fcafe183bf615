package dev.guerdon.browser.tab;

import dev.guerdon.api.Internal;

/** Receives what happens in the tabs of an episode, on the connection's thread. */
@Internal
public interface Listener {

    /** The browser asks for something. */
    default void requested(Request request) {}

    /** The head of an answer arrived. */
    default void answered(Request request) {}

    /** An answer is complete, or there will be none. */
    default void ended(Request request) {}

    /** A page called the function that {@link Opening#signal} names. */
    default void signalled(Tab tab) {}

    /** The process that shows a page died. */
    default void crashed(Tab tab) {}
}
