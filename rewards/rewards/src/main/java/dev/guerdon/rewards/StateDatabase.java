package dev.guerdon.rewards;

import dev.guerdon.api.Experimental;
import dev.guerdon.api.Resource;
import dev.guerdon.api.ResourceSpec;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A database of JSON values that tools change and {@code tau_reward} looks at when the rollout ends.
 *
 * <p>A tool gets it from its context, with {@code context.acquire(StateDatabase.SPEC, Context.Scope.ROLLOUT)}. Safe for use by
 * several threads, one change at a time.
 */
@Experimental
public final class StateDatabase implements Resource {

    /** The database of a rollout. */
    public static final ResourceSpec<StateDatabase> SPEC =
            ResourceSpec.local("state-database", StateDatabase.class, 1_024, StateDatabase::new);

    private Map<String, @Nullable Object> data = new LinkedHashMap<>();

    /** Puts all data in place of what there is. */
    public synchronized void load(Map<String, @Nullable Object> all) {
        data = new LinkedHashMap<>(all);
    }

    /** Sets one entry. */
    public synchronized void put(String name, @Nullable Object value) {
        data.put(name, value);
    }

    /** Removes one entry. */
    public synchronized void remove(String name) {
        data.remove(name);
    }

    /** Returns a copy of the entries. */
    public synchronized Map<String, @Nullable Object> data() {
        return new LinkedHashMap<>(data);
    }

    @Override
    public synchronized void reset() {
        data = new LinkedHashMap<>();
    }

    @Override
    public void close() {
        reset();
    }
}
