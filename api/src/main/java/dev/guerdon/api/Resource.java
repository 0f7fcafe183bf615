package dev.guerdon.api;

/**
 * Live object that rollouts use one at a time: an environment, a browser page, a connection.
 *
 * <p>A pool makes it after a {@link ResourceSpec}, and owns it: {@link #start}, then for each rollout its use and {@link #reset}, in the
 * end {@link #close}. One thread at a time calls it.
 */
@Stable
public interface Resource extends AutoCloseable {

    /** Starts the resource; called once, before the first use. */
    default void start() throws Exception {}

    /** Resets the resource before another rollout gets it. */
    default void reset() throws Exception {}

    /** Returns whether it can be used. */
    default Status status() {
        return Status.READY;
    }

    /** Closes the resource. Closing twice is harmless. */
    @Override
    void close();

    /** Status of a resource: whether it can be used. */
    enum Status {
        READY,
        /** Broken: the pool closes it and makes another. */
        BROKEN,
        CLOSED
    }
}
