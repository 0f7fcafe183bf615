package dev.guerdon.server.spi;

import dev.guerdon.api.Experimental;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Which task a client wants to play. */
@Experimental
public sealed interface WantedTask {

    /** Any of the first split: the one that the seed names, or else the next in turn. */
    record Usual() implements WantedTask {}

    /**
     * The task at a place.
     *
     * @param split the name of the split; empty for the first
     * @param index from 0
     */
    record At(String split, long index) implements WantedTask {}

    /**
     * The task of an id.
     *
     * @param split the name of the split; empty for all of them
     */
    record Named(String split, String id) implements WantedTask {}

    /**
     * What a client knows about a task. One that names a task of the server, by {@code split} and {@code index} or {@code id}, is that
     * task. Any other is the client's own, which the definition must allow.
     */
    record Described(Map<String, @Nullable Object> spec) implements WantedTask {}
}
