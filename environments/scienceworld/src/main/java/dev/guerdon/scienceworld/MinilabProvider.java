package dev.guerdon.scienceworld;

import dev.guerdon.api.EnvironmentProvider.Check;
import dev.guerdon.scienceworld.minilab.MinilabSimulator;
import dev.guerdon.scienceworld.simulator.LaboratorySimulator;
import dev.guerdon.scienceworld.simulator.LaboratorySimulator.Simulators;
import java.util.List;
import java.util.Map;

/** The small laboratory that comes with Guerdon. */
final class MinilabProvider extends LaboratoryProvider {

    private static final Simulators MINILABS = new Simulators() {
        @Override
        public LaboratorySimulator take() {
            return new MinilabSimulator();
        }

        @Override
        public String origin() {
            return "minilab " + MinilabSimulator.VERSION;
        }
    };

    @Override
    public String name() {
        return "minilab";
    }

    @Override
    public String description() {
        return "A small laboratory of six rooms: boil, melt, freeze, mix, measure and find; no download.";
    }

    @Override
    public List<Option> options() {
        return List.of(TASK, VARIATION, QUERIES, SPLIT, COMPAT);
    }

    @Override
    Simulators simulators(Map<String, String> options) {
        return MINILABS;
    }

    @Override
    public List<Check> checks() {
        return List.of(new Check("minilab", true, "built in"));
    }
}
