package dev.guerdon.scienceworld.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.scienceworld.OfficialJar;
import java.lang.management.ClassLoadingMXBean;
import java.lang.management.ManagementFactory;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What environments hold goes when they are closed, over many cycles, and the code goes with its jar. */
final class LeakTest {

    private static final int CYCLES = Integer.getInteger("guerdon.cycles", OfficialJar.slow() ? 1000 : 60);

    private static final int FEWER_THAN_A_SIMULATORS = 500;

    /** Threads of other tests and of the virtual machine come and go. */
    private static final int FEW_THREADS = 8;

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    @Test
    @Tag("thorough")
    @Tag("slow")
    void closedEnvironmentsLeaveNothingBehind() throws Exception {
        SimulatorJar jar = OfficialJar.pool().jar();
        List<WeakReference<Object>> simulators = new ArrayList<>();
        ClassLoadingMXBean classes = ManagementFactory.getClassLoadingMXBean();
        // One thread for all, as in a pool: what a thread keeps must not hold an environment either.
        try (ExecutorService thread = Executors.newSingleThreadExecutor()) {
            for (int i = 0; i < 3; i++) {
                thread.submit(() -> cycle(jar)).get();
            }
            int loaded = classes.getLoadedClassCount();
            int threads = ManagementFactory.getThreadMXBean().getThreadCount();
            for (int i = 0; i < CYCLES; i++) {
                simulators.add(thread.submit(() -> cycle(jar)).get());
            }
            collect(simulators);
            assertThat(alive(simulators))
                    .as("environments that are still there, of %d", CYCLES)
                    .isZero();
            // The virtual machine makes some of its own for calls that are made often; a simulator has a thousand.
            assertThat(classes.getLoadedClassCount() - loaded)
                    .as("classes that %d environments loaded, whose code was there before", CYCLES)
                    .isLessThan(FEWER_THAN_A_SIMULATORS);
            assertThat(ManagementFactory.getThreadMXBean().getThreadCount() - threads)
                    .as("threads")
                    .isLessThan(FEW_THREADS);
        }
    }

    @Test
    @Tag("slow")
    void aClosedJarLetsGoOfItsClasses() throws Throwable {
        List<WeakReference<Object>> loaders = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            try (SimulatorJar jar = SimulatorJar.read(OfficialJar.require())) {
                cycle(jar);
                loaders.add(new WeakReference<>(jar.code().loader()));
            }
        }
        collect(loaders);
        assertThat(alive(loaders)).as("class loaders that are still there").isZero();
    }

    /** The compiler holds on to classes whose methods wait in its queue, which is long after other tests. */
    private static void collect(List<WeakReference<Object>> watched) throws InterruptedException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (alive(watched) > 0 && System.nanoTime() < end) {
            System.gc();
            pressMemory();
            TimeUnit.MILLISECONDS.sleep(100);
        }
    }

    private static long alive(List<WeakReference<Object>> watched) {
        return watched.stream().filter(one -> one.get() != null).count();
    }

    private static WeakReference<Object> cycle(SimulatorJar jar) {
        try (JarSimulator simulator = new JarSimulator(jar)) {
            simulator.load("boil", 0, "");
            simulator.step("look around");
            simulator.step("open door to kitchen");
            return simulator.watched();
        }
    }

    /** A collection of everything needs a reason on some collectors. */
    @SuppressWarnings("UnusedVariable")
    private static void pressMemory() {
        byte[] pressure = new byte[32 << 20];
        pressure[0] = 1;
    }
}
