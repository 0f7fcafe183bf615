package dev.guerdon.browser.tab;

import dev.guerdon.api.Internal;
import java.util.List;

/** A running Chromium that many episodes share. */
@Internal
public interface Engine extends AutoCloseable {

    /** Chromium's version. */
    String version();

    boolean isAlive();

    /** Its processes, for measurements. */
    List<Long> processes();

    /** What it complained about, for messages; empty for nothing. */
    String complaints();

    /** A connection, for the thread that calls this. */
    Connection connect();

    @Override
    void close();
}
