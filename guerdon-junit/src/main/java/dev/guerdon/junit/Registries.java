package dev.guerdon.junit;

import dev.guerdon.core.Registry;

/** The rewards that a test can name. */
final class Registries {

    private Registries() {}

    /** Everything on the class path, and these classes or instances. */
    static Registry of(Object... rewards) {
        Registry registry = Registry.discover(Registries.class.getClassLoader());
        for (Object each : rewards) {
            registry.rewards(each);
        }
        return registry;
    }
}
