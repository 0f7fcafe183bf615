package dev.guerdon.scienceworld;

import dev.guerdon.api.EnvironmentProvider.Check;
import dev.guerdon.scienceworld.simulator.JarSimulator.JarSimulators;
import dev.guerdon.scienceworld.simulator.LaboratorySimulator.Simulators;
import dev.guerdon.scienceworld.simulator.ScienceworldException;
import dev.guerdon.scienceworld.simulator.SimulatorJar;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The official ScienceWorld. */
final class ScienceworldProvider extends LaboratoryProvider {

    private static final Option JAR = new Option(
            "jar",
            "FILE",
            "Use this jar of the simulator. Default: SCIENCEWORLD_JAR, or the one that 'guerdon setup' fetched.");
    private static final Option SIMPLIFICATIONS = new Option(
            LaboratoryEpisode.SIMPLIFICATIONS,
            "LABELS",
            "Simplify the world: easy, or some of teleportAction, selfWateringFlowerPots, openContainers, openDoors,"
                    + " noElectricalAction, separated by commas.");

    private final JarLocation location;

    ScienceworldProvider(JarLocation location) {
        this.location = location;
    }

    @Override
    public String name() {
        return "scienceworld";
    }

    @Override
    public String description() {
        return "Elementary-school science experiments in a house of ten rooms: 30 tasks, 7,207 variations.";
    }

    @Override
    public List<Option> options() {
        return List.of(JAR, TASK, VARIATION, SIMPLIFICATIONS, QUERIES, SPLIT, COMPAT);
    }

    @Override
    Simulators simulators(Map<String, String> options) {
        Path jar = location.require(options.get(JAR.name()));
        JarSimulators pool = new JarSimulators(jar);
        pool.jar(); // A wrong file is told now, not at the first reset.
        return pool;
    }

    /** Returns options that continue after the end of an episode, as ScienceWorld's recordings do. */
    @Override
    public Map<String, String> asRecorded(Map<String, String> options) {
        Map<String, String> recorded = new LinkedHashMap<>(options);
        recorded.putIfAbsent(COMPAT.name(), "true");
        return recorded;
    }

    @Override
    public List<Check> checks() {
        return List.of(location.find(null)
                .map(ScienceworldProvider::check)
                .orElseGet(() -> new Check(
                        "ScienceWorld's jar",
                        false,
                        "not here; 'guerdon setup scienceworld' fetches it. 'minilab' works without")));
    }

    private static Check check(Path jar) {
        try {
            SimulatorJar found = SimulatorJar.open(jar);
            return new Check("ScienceWorld's jar", true, "version " + found.version() + " at " + found.path());
        } catch (ScienceworldException e) {
            return new Check("ScienceWorld's jar", false, String.valueOf(e.getMessage()));
        }
    }
}
