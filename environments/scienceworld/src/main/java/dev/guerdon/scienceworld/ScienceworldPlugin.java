package dev.guerdon.scienceworld;

import dev.guerdon.api.Internal;
import dev.guerdon.api.Plugin;
import dev.guerdon.api.SuiteText;

/** Brings ScienceWorld and {@code minilab}: environments, tools, rewards and policies. */
@Internal
public final class ScienceworldPlugin implements Plugin {

    @Override
    public void install(Registration registration) {
        ScienceworldProvider scienceworld = new ScienceworldProvider(JarLocation.ofThisProcess());
        LaboratoryKind official = LaboratoryKind.OFFICIAL;
        registration.environment(scienceworld);
        registration.tools(new LaboratoryKind.ScienceworldFunctions(official));
        registration.rewards(new LaboratoryKind.ScienceworldFunctions(official));
        registration.policy(LaboratoryPolicy.gold(official));
        registration.policy(LaboratoryPolicy.random(official));

        MinilabProvider minilab = new MinilabProvider();
        LaboratoryKind small = LaboratoryKind.MINILAB;
        registration.environment(minilab);
        registration.tools(new LaboratoryKind.MinilabFunctions(small));
        registration.rewards(new LaboratoryKind.MinilabFunctions(small));
        registration.policy(LaboratoryPolicy.gold(small));
        registration.policy(LaboratoryPolicy.random(small));
        registration.add(SuiteText.beside(ScienceworldPlugin.class, "scienceworld"));
        registration.add(SuiteText.beside(ScienceworldPlugin.class, "minilab"));
    }
}
