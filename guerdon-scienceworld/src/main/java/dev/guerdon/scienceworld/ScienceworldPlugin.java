package dev.guerdon.scienceworld;

import dev.guerdon.api.Internal;
import dev.guerdon.api.Plugin;
import dev.guerdon.api.SuiteText;
import dev.guerdon.scienceworld.simulator.JarLocation;

/** Brings ScienceWorld and {@code minilab}: environments, tools, rewards and policies. */
@Internal
public final class ScienceworldPlugin implements Plugin {

    @Override
    public void install(Registration registration) {
        ScienceworldProvider scienceworld = new ScienceworldProvider(JarLocation.ofThisProcess());
        Laboratory official = Laboratory.OFFICIAL;
        registration.environment(scienceworld);
        registration.tools(new ScienceworldFunctions(official));
        registration.rewards(new ScienceworldFunctions(official));
        registration.policy(LaboratoryPolicy.gold(official));
        registration.policy(LaboratoryPolicy.random(official));

        MinilabProvider minilab = new MinilabProvider();
        Laboratory small = Laboratory.MINILAB;
        registration.environment(minilab);
        registration.tools(new MinilabFunctions(small));
        registration.rewards(new MinilabFunctions(small));
        registration.policy(LaboratoryPolicy.gold(small));
        registration.policy(LaboratoryPolicy.random(small));
        registration.add(SuiteText.beside(ScienceworldPlugin.class, "scienceworld"));
        registration.add(SuiteText.beside(ScienceworldPlugin.class, "minilab"));
    }
}
