package dev.guerdon.scienceworld.simulator;

import dev.guerdon.api.Internal;
import java.nio.file.Path;

/**
 * Simulators out of one jar.
 *
 * <p>They share its code; a new one costs a few milliseconds and the memory of its world, so none are kept waiting.
 */
@Internal
public final class JarSimulators implements Simulators {

    private final Path path;

    private JarSimulators(Path path) {
        this.path = path;
    }

    public static JarSimulators of(Path jar) {
        return new JarSimulators(jar.toAbsolutePath().normalize());
    }

    /** The file as it is now. */
    public SimulatorJar jar() {
        return SimulatorJar.open(path);
    }

    @Override
    public Simulator take() {
        return new JarSimulator(jar());
    }

    @Override
    public String origin() {
        return "scienceworld " + jar().version();
    }
}
