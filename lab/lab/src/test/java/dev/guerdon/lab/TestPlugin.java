package dev.guerdon.lab;

import dev.guerdon.api.Plugin;

/** Brings what the tests of this module use by name. */
public final class TestPlugin implements Plugin {

    @Override
    public void install(Registration registration) {
        registration.add(new GradedKind());
        registration.add(new TunableKind());
        registration.add(new InJava());
    }
}
