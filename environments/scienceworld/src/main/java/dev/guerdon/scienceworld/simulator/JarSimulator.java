package dev.guerdon.scienceworld.simulator;

import dev.guerdon.api.Internal;
import java.lang.ref.WeakReference;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The official simulator, with a world of its own and code that it shares with all of its jar. */
@Internal
public final class JarSimulator implements LaboratorySimulator {

    private final SimulatorJar jar;
    private final ScalaState world;
    private final Map<String, Integer> tasks;
    private @Nullable Running running;
    private String task = "";
    private int variation;
    private String simplifications = "";

    /** The simulator of this environment and the code it shares with others; dropping it lets go of both. */
    private record Running(SimulatorCode code, Object simulator) {}

    @SuppressWarnings({"PMD.AvoidCatchingThrowable", "AvoidCatchingThrowable"})
    public JarSimulator(SimulatorJar jar) {
        this.jar = jar;
        this.world = jar.newWorld();
        ScalaState before = world.enter();
        try {
            SimulatorCode code = jar.code();
            this.tasks = jar.tasks();
            Object simulator = code.newSimulator(jar.typeIds());
            code.forgetTasks(simulator);
            this.running = new Running(code, simulator);
        } catch (InvocationTargetException e) {
            throw broken(e.getCause() == null ? e : e.getCause());
        } catch (VirtualMachineError e) {
            throw e;
        } catch (Throwable e) {
            throw broken(e);
        } finally {
            ScalaState.leave(before);
        }
    }

    /** Returns the simulator itself, to watch whether it goes after closing. */
    WeakReference<Object> watched() {
        return new WeakReference<>(running == null ? null : running.simulator);
    }

    @Override
    public List<String> taskNames() {
        return List.copyOf(tasks.keySet());
    }

    @Override
    public int variations(String name) {
        return tasks.getOrDefault(name, -1);
    }

    @Override
    public String load(String name, int index, String simplificationLabels) {
        task = name;
        variation = index;
        simplifications = simplificationLabels;
        return load(false);
    }

    private String load(boolean gold) {
        world.forgetHashes();
        return call(c -> {
            String error = (String) c.code.load.invoke(c.simulator, task, variation, simplifications, gold);
            if (gold) {
                // The simulator would go on making the path at every later load.
                c.code.keepGold.invoke(c.simulator, false);
            }
            c.code.forgetTasks(c.simulator);
            return error;
        });
    }

    @Override
    public String step(String action) {
        return call(c -> (String) c.code.step.invoke(c.simulator, action));
    }

    @Override
    public double score() {
        return call(c -> (double) c.code.score.invoke(c.simulator));
    }

    @Override
    public boolean completed() {
        return call(c -> (boolean) c.code.completed.invoke(c.simulator));
    }

    @Override
    public int moves() {
        return call(c -> (int) (Integer) c.code.moves.invoke(c.simulator));
    }

    @Override
    public String look() {
        return call(c -> (String) c.code.look.invoke(c.simulator));
    }

    @Override
    public String inventory() {
        return call(c -> (String) c.code.inventory.invoke(c.simulator));
    }

    @Override
    public String taskDescription() {
        return call(c -> (String) c.code.taskDescription.invoke(c.simulator));
    }

    @Override
    @SuppressWarnings("unchecked")
    public List<String> validActions() {
        return call(c -> List.copyOf((List<String>) c.code.validActions.invoke(c.simulator)));
    }

    @Override
    public String progress() {
        return call(c -> (String) c.code.progress.invoke(c.simulator));
    }

    @Override
    public List<LaboratorySimulator.GoalState> goals() {
        return LaboratorySimulator.GoalState.read(progress());
    }

    @Override
    @SuppressWarnings("unchecked")
    public List<String> goldPath(String name, int index, String simplificationLabels) {
        task = name;
        variation = index;
        simplifications = simplificationLabels;
        load(true);
        return call(c -> List.copyOf((List<String>) c.code.goldPath.invoke(c.simulator)));
    }

    @FunctionalInterface
    private interface Call<T> {
        T on(Running running) throws Throwable;
    }

    /**
     * Makes one call, for which this thread works in the world of this environment.
     *
     * <p>Any throwable can come out of the simulator, bare {@code Throwable} included. What it threw is told in words and not kept as
     * a cause, because its class would hold the class loader.
     */
    @SuppressWarnings({"PMD.AvoidCatchingThrowable", "AvoidCatchingThrowable"})
    private <T> T call(Call<T> call) {
        Running open = running;
        if (open == null) {
            throw new ScienceworldException("this ScienceWorld environment is closed; open another");
        }
        ScalaState before = world.enter();
        try {
            return call.on(open);
        } catch (VirtualMachineError e) {
            throw e;
        } catch (Throwable e) {
            throw new ScienceworldException(
                    "the ScienceWorld simulator failed in task '" + task + "', variation " + variation + ": " + e);
        } finally {
            ScalaState.leave(before);
        }
    }

    private ScienceworldException broken(Throwable cause) {
        return new ScienceworldException("expected ScienceWorld's simulator (recorded with 1.3.0) in " + jar.path()
                + ", found version " + jar.version() + " that does not load: " + cause + SimulatorJar.REMEDY);
    }

    @Override
    public void close() {
        running = null;
    }

    /**
     * Simulator.Simulators out of one jar.
     *
     * <p>They share its code; a new one costs a few milliseconds and the memory of its world, so none are kept waiting.
     */
    public record JarSimulators(Path path) implements LaboratorySimulator.Simulators {

        public JarSimulators {
            path = path.toAbsolutePath().normalize();
        }

        /** Returns the file as it is now. */
        public SimulatorJar jar() {
            return SimulatorJar.open(path);
        }

        @Override
        public LaboratorySimulator take() {
            return new JarSimulator(jar());
        }

        @Override
        public String origin() {
            return "scienceworld " + jar().version();
        }
    }
}
