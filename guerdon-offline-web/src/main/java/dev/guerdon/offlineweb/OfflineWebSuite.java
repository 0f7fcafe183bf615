package dev.guerdon.offlineweb;

import dev.guerdon.core.Registry;
import dev.guerdon.lab.Suite;
import dev.guerdon.lab.SuiteProvider;
import dev.guerdon.lab.Suites;

/** The suite {@code offline-web}, as the file beside this class describes it. */
public final class OfflineWebSuite implements SuiteProvider {

    @Override
    public String name() {
        return "offline-web";
    }

    @Override
    public String description() {
        return Suites.description(OfflineWebSuite.class, name());
    }

    @Override
    public Suite load(Registry registry, String split) {
        return Suites.beside(OfflineWebSuite.class, registry, name(), split);
    }
}
