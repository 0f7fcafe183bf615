package dev.guerdon.junit;

import dev.guerdon.core.Registry;
import org.jspecify.annotations.Nullable;

/** The rewards that a test can name. */
final class Registries {

    private Registries() {}

    /** Everything on the class path, and these classes or instances. */
    static Registry of(Object... rewards) {
        @Nullable ClassLoader loader = Thread.currentThread().getContextClassLoader();
        Registry registry = Registry.discover(loader == null ? Registries.class.getClassLoader() : loader);
        for (Object each : rewards) {
            registry.rewards(each);
        }
        return registry;
    }
}
