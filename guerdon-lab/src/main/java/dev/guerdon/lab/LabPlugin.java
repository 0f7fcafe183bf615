package dev.guerdon.lab;

import dev.guerdon.api.Plugin;

/** Brings the policies of the bundled suites of questions and mathematics. */
public final class LabPlugin implements Plugin {

    @Override
    public void install(Registration registration) {
        registration.policy(new ReaderPolicy());
        registration.policy(new CalculatorPolicy());
    }
}
