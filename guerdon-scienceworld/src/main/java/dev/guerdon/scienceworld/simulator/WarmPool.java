package dev.guerdon.scienceworld.simulator;

import dev.guerdon.api.Internal;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Simulators of one jar that wait for their next environment.
 *
 * <p>Loading a world rebuilds all of it, so a simulator can serve one environment after another; that saves the second it takes to
 * define a thousand classes. At most {@value #MOST_IDLE} wait, some 26 MiB each; any more are closed.
 */
@Internal
public final class WarmPool implements Simulators {

    static final int MOST_IDLE = 2;

    private static final Map<Path, WarmPool> POOLS = new ConcurrentHashMap<>();

    private final Path path;
    private final Deque<JarSimulator> idle = new ArrayDeque<>();

    private WarmPool(Path path) {
        this.path = path;
    }

    public static WarmPool of(Path jar) {
        return POOLS.computeIfAbsent(jar.toAbsolutePath().normalize(), WarmPool::new);
    }

    /** The file as it is now. */
    public SimulatorJar jar() {
        return SimulatorJar.open(path);
    }

    @Override
    public Simulator take() {
        SimulatorJar jar = jar();
        synchronized (idle) {
            while (!idle.isEmpty()) {
                JarSimulator last = idle.removeLast();
                if (last.jar() == jar) {
                    return last;
                }
                last.close();
            }
        }
        return new JarSimulator(jar);
    }

    @Override
    public void giveBack(Simulator simulator) {
        if (simulator instanceof JarSimulator ours) {
            synchronized (idle) {
                if (idle.size() < MOST_IDLE) {
                    idle.addLast(ours);
                    return;
                }
            }
        }
        simulator.close();
    }

    @Override
    public String origin() {
        return "scienceworld " + jar().version();
    }

    /** Closes those that wait. */
    void drain() {
        synchronized (idle) {
            idle.forEach(JarSimulator::close);
            idle.clear();
        }
    }
}
