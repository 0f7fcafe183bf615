package dev.guerdon.api;

/** Something live that rollouts use one at a time: an environment, a browser page, a connection. */
@Stable
public interface Resource extends AutoCloseable {

    /** Starts it; called once, before the first use. */
    default void start() throws Exception {}

    /** Resets it before another rollout gets it. */
    default void reset() throws Exception {}

    /** Returns whether it can be used. */
    default Status status() {
        return Status.READY;
    }

    /** Ends it. Closing twice is harmless. */
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
