package dev.guerdon.browser.tab;

import dev.guerdon.api.Internal;
import java.util.List;

/** The tabs of one episode, which see nothing of other episodes. */
@Internal
public interface Tabs extends AutoCloseable {

    /** Tells a listener of everything that happens from now on. */
    void listen(Listener listener);

    /** The open tabs in the order in which they were opened. */
    List<Tab> all();

    Tab open();

    /** Cookies and storage, in Playwright's JSON. */
    String storageState();

    /** Closes all, and writes what {@link Opening#files} names; does nothing where they are closed. */
    @Override
    void close();
}
