package dev.guerdon.scienceworld.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.scienceworld.OfficialJar;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

/** Class loaders go when environments are closed; with {@code -Dguerdon.slow=true} over a thousand cycles, or {@code -Dguerdon.cycles=N}. */
final class LeakTest {

    private static final int CYCLES = Integer.getInteger("guerdon.cycles", OfficialJar.slow() ? 1000 : 4);

    @Test
    void closedSimulatorsLetGoOfTheirClasses() throws Exception {
        SimulatorJar jar = OfficialJar.pool().jar();
        List<WeakReference<ClassLoader>> loaders = new ArrayList<>();
        // One thread for all, as in a pool: what a thread keeps must not hold a loader either.
        try (ExecutorService thread = Executors.newSingleThreadExecutor()) {
            for (int i = 0; i < CYCLES; i++) {
                loaders.add(thread.submit(() -> cycle(jar)).get());
            }
            for (int round = 0; round < 20 && alive(loaders) > 0; round++) {
                System.gc();
                pressMemory();
            }
            assertThat(alive(loaders))
                    .as("class loaders that are still there, of %d", CYCLES)
                    .isZero();
        }
    }

    private static long alive(List<WeakReference<ClassLoader>> loaders) {
        return loaders.stream().filter(loader -> loader.get() != null).count();
    }

    private static WeakReference<ClassLoader> cycle(SimulatorJar jar) {
        try (JarSimulator simulator = new JarSimulator(jar)) {
            simulator.load("boil", 0, "");
            simulator.step("look around");
            simulator.validActions();
            simulator.step("open door to kitchen");
            return simulator.loader();
        }
    }

    /** A collection of everything needs a reason on some collectors. */
    @SuppressWarnings("UnusedVariable")
    private static void pressMemory() {
        byte[] pressure = new byte[32 << 20];
        pressure[0] = 1;
    }
}
