package dev.guerdon.api;

/** What a reward or tool spends its time on, which decides the threads it runs on. */
public enum Work {
    /** Uses the processor: runs on a fixed pool, one thread per core. */
    COMPUTE,
    /** Waits for a network, a file or another process: runs on virtual threads, many at a time. */
    WAIT
}
