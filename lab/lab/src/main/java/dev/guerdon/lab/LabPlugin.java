package dev.guerdon.lab;

import dev.guerdon.api.Internal;
import dev.guerdon.api.Plugin;
import dev.guerdon.lab.diagnose.BuiltInRules;

/** Brings the rules that explain lost reward. */
@Internal
public final class LabPlugin implements Plugin {

    @Override
    public void install(Registration registration) {
        BuiltInRules.all().forEach(registration::add);
    }
}
