package dev.guerdon.base;

import dev.guerdon.api.Internal;
import org.jspecify.annotations.Nullable;

/** What a program does whenever code of its users has run, such as putting back what that may have changed for the whole process. */
@Internal
public final class ForeignCalls {

    private static volatile @Nullable Runnable tidying;

    private ForeignCalls() {}

    /** Does this after each call from now on, in the thread of the call; it must be quick and never throw. */
    public static void afterEach(Runnable tidy) {
        tidying = tidy;
    }

    /** Told after each call. */
    public static void ended() {
        Runnable tidy = tidying;
        if (tidy != null) {
            tidy.run();
        }
    }
}
