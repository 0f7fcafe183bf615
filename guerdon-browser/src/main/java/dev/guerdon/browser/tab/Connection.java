package dev.guerdon.browser.tab;

import dev.guerdon.api.Internal;

/** A way to the browser that belongs to one thread; only {@link #cut} may be called by others. */
@Internal
public interface Connection extends AutoCloseable {

    /** Opens the browser for one episode, without any page yet. */
    Tabs open(Opening opening);

    /** Ends the connection and all it opened at once; a call that waits on it fails. */
    void cut();

    /** Ends the connection and all it opened. */
    @Override
    void close();
}
