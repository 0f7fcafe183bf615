package dev.guerdon.cli;

import dev.guerdon.api.Plugin;
import dev.guerdon.api.SuiteText;

/** Brings the suite {@code starter}, which uses something of every module. */
public final class CliPlugin implements Plugin {

    @Override
    public void install(Registration registration) {
        registration.add(SuiteText.beside(CliPlugin.class, "starter"));
    }
}
