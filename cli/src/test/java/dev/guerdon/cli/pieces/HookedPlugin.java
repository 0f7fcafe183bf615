package dev.guerdon.cli.pieces;

import dev.guerdon.api.Plugin;
import dev.guerdon.api.RewardResult;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Brings what the tests of this room use by name, on the driver and in the processes. All tests of the module have it on their class path, so
 * it brings nothing unless one of these runs.
 */
public final class HookedPlugin implements Plugin {

    private static volatile boolean wanted;

    static void want(boolean now) {
        wanted = now;
    }

    @Override
    public void install(Registration registration) {
        if (!wanted) {
            return;
        }
        registration.add(new HookedKind());
        registration.reward("hooked_reward", sample -> {
            Map<String, @Nullable Object> extras = new LinkedHashMap<>();
            extras.put("third", 1.0 / 3);
            extras.put("text", "half \ud83d of one");
            extras.put("nothing", null);
            extras.put("whole", 7);
            extras.put("wide", 1L << 60);
            return new RewardResult(sample.finalResponse().startsWith("played") ? 1 : 0.25, extras);
        });
    }
}
