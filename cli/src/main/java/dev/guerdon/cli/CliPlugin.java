package dev.guerdon.cli;

import dev.guerdon.api.Internal;
import dev.guerdon.api.Plugin;
import dev.guerdon.api.SuiteText;

/** Brings the suite {@code starter}, which uses something of every module. */
@Internal
public final class CliPlugin implements Plugin {

    @Override
    public void install(Registration registration) {
        registration.add(SuiteText.beside(CliPlugin.class, "starter"));
    }
}
