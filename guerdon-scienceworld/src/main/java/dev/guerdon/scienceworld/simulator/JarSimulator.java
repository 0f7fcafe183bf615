package dev.guerdon.scienceworld.simulator;

import dev.guerdon.api.Internal;
import java.io.PrintStream;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.ref.WeakReference;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The official simulator in a class loader of its own. */
@Internal
public final class JarSimulator implements Simulator {

    private static final MethodHandles.Lookup LOOKUP = MethodHandles.publicLookup();

    private final SimulatorJar jar;
    private @Nullable Calls calls;
    private String task = "";
    private int variation;
    private String simplifications = "";

    /** The simulator's entry points, all bound to the one instance; dropping them lets go of the class loader. */
    private static final class Calls {

        final ClassLoader loader;
        final MethodHandle silence;
        final MethodHandle taskNames;
        final MethodHandle variations;
        final MethodHandle load;
        final MethodHandle step;
        final MethodHandle score;
        final MethodHandle completed;
        final MethodHandle moves;
        final MethodHandle look;
        final MethodHandle inventory;
        final MethodHandle taskDescription;
        final MethodHandle validActions;
        final MethodHandle progress;
        final MethodHandle goldPath;
        final MethodHandle keepGold;

        Calls(ClassLoader loader, MethodHandle silence, Object simulator) throws ReflectiveOperationException {
            this.loader = loader;
            this.silence = silence;
            Class<?> type = simulator.getClass();
            this.taskNames = bound(type, simulator, "getTaskNames");
            this.variations = bound(type, simulator, "getTaskMaxVariations", String.class);
            this.load = bound(type, simulator, "load", String.class, int.class, String.class, boolean.class);
            this.step = bound(type, simulator, "step", String.class);
            this.score = bound(type, simulator, "getScore");
            this.completed = bound(type, simulator, "getCompleted");
            this.moves = bound(type, simulator, "getNumMoves");
            this.look = bound(type, simulator, "freeActionLook");
            this.inventory = bound(type, simulator, "freeActionInventory");
            this.taskDescription = bound(type, simulator, "freeActionTaskDesc");
            this.validActions = bound(type, simulator, "getValidActionObjectCombinations");
            this.progress = bound(type, simulator, "getGoalProgressStr");
            this.goldPath = bound(type, simulator, "getGoldActionSequence");
            this.keepGold = bound(type, simulator, "goldPathGenerationEnabled_$eq", boolean.class);
        }
    }

    public JarSimulator(SimulatorJar jar) {
        this.jar = jar;
        try {
            this.calls = bind(jar);
        } catch (InvocationTargetException e) {
            throw broken(e.getCause() == null ? e : e.getCause());
        } catch (ReflectiveOperationException | LinkageError | RuntimeException e) {
            throw broken(e);
        }
    }

    SimulatorJar jar() {
        return jar;
    }

    /** The class loader, to watch whether it goes after closing. */
    WeakReference<ClassLoader> loader() {
        return new WeakReference<>(calls == null ? null : calls.loader);
    }

    private static Calls bind(SimulatorJar jar) throws ReflectiveOperationException {
        JarClassLoader loader = new JarClassLoader(jar);
        Class<?> consoleType = loader.loadClass("scala.Console$");
        MethodHandle silence = bound(consoleType, module(consoleType), "setOutDirect", PrintStream.class)
                .asType(MethodType.methodType(void.class, PrintStream.class));
        consoleType.getMethod("setOutDirect", PrintStream.class).invoke(module(consoleType), Nowhere.STREAM);
        fillTypeIds(loader, jar.typeIds());
        Class<?> type = loader.loadClass(SimulatorJar.INTERFACE);
        Object simulator = type.getConstructor().newInstance();
        return new Calls(loader, silence, simulator);
    }

    private static MethodHandle bound(Class<?> type, Object receiver, String name, Class<?>... parameters)
            throws ReflectiveOperationException {
        return LOOKUP.unreflect(type.getMethod(name, parameters)).bindTo(receiver);
    }

    private static Object module(Class<?> type) throws ReflectiveOperationException {
        return type.getField("MODULE$").get(null);
    }

    /** Without its table the simulator would write one into the working directory. */
    private static void fillTypeIds(ClassLoader loader, Map<String, Long> ids) throws ReflectiveOperationException {
        Class<?> type = loader.loadClass("util.UniqueTypeID$");
        Object module = module(type);
        Object table = type.getMethod("lut").invoke(module);
        var put = table.getClass().getMethod("put", Object.class, Object.class);
        for (Map.Entry<String, Long> id : ids.entrySet()) {
            put.invoke(table, id.getKey(), id.getValue());
        }
        type.getMethod("nextID_$eq", long.class).invoke(module, (long) ids.size());
    }

    @Override
    @SuppressWarnings("unchecked")
    public List<String> taskNames() {
        return call(c -> List.copyOf((List<String>) c.taskNames.invoke()));
    }

    @Override
    public int variations(String name) {
        return call(c -> (int) c.variations.invoke(name));
    }

    @Override
    public String load(String name, int index, String simplificationLabels) {
        task = name;
        variation = index;
        simplifications = simplificationLabels;
        return load(false);
    }

    private String load(boolean gold) {
        return call(c -> {
            String error = (String) c.load.invoke(task, variation, simplifications, gold);
            if (gold) {
                // The simulator would go on making the path at every later load.
                c.keepGold.invoke(false);
            }
            return error;
        });
    }

    @Override
    public String step(String action) {
        return call(c -> (String) c.step.invoke(action));
    }

    @Override
    public double score() {
        return call(c -> (double) c.score.invoke());
    }

    @Override
    public boolean completed() {
        return call(c -> (boolean) c.completed.invoke());
    }

    @Override
    public int moves() {
        return call(c -> (int) (Integer) c.moves.invoke());
    }

    @Override
    public String look() {
        return call(c -> (String) c.look.invoke());
    }

    @Override
    public String inventory() {
        return call(c -> (String) c.inventory.invoke());
    }

    @Override
    public String taskDescription() {
        return call(c -> (String) c.taskDescription.invoke());
    }

    @Override
    @SuppressWarnings("unchecked")
    public List<String> validActions() {
        return call(c -> List.copyOf((List<String>) c.validActions.invoke()));
    }

    @Override
    public String progress() {
        return call(c -> (String) c.progress.invoke());
    }

    @Override
    @SuppressWarnings("unchecked")
    public List<String> goldPath(String name, int index, String simplificationLabels) {
        task = name;
        variation = index;
        simplifications = simplificationLabels;
        load(true);
        return call(c -> List.copyOf((List<String>) c.goldPath.invoke()));
    }

    @FunctionalInterface
    private interface Call<T> {
        T on(Calls calls) throws Throwable;
    }

    /**
     * Makes one call, silenced on this thread.
     *
     * <p>Any throwable can come out of the simulator, bare {@code Throwable} included. What it threw is told in words and not kept as
     * a cause, because its class would hold the class loader.
     */
    @SuppressWarnings({"PMD.AvoidCatchingThrowable", "AvoidCatchingThrowable"})
    private <T> T call(Call<T> call) {
        Calls open = calls;
        if (open == null) {
            throw new ScienceworldException("this ScienceWorld environment is closed; open another");
        }
        try {
            open.silence.invokeExact(Nowhere.STREAM);
            return call.on(open);
        } catch (VirtualMachineError e) {
            throw e;
        } catch (Throwable e) {
            throw new ScienceworldException(
                    "the ScienceWorld simulator failed in task '" + task + "', variation " + variation + ": " + e);
        }
    }

    private ScienceworldException broken(Throwable cause) {
        return new ScienceworldException("expected ScienceWorld's simulator (recorded with 1.3.0) in " + jar.path()
                + ", found version " + jar.version() + " that does not load: " + cause + SimulatorJar.REMEDY);
    }

    /**
     * Lets go of the simulator.
     *
     * <p>Scala keeps a tag for each class it met in a {@code ClassValue}; those on the JDK's own classes would hold the loader for good.
     */
    @Override
    public void close() {
        Calls open = calls;
        if (open == null) {
            return;
        }
        calls = null;
        try {
            Class<?> tags = open.loader.loadClass("scala.reflect.ClassTag$");
            Field cache = tags.getDeclaredField("cache");
            cache.setAccessible(true);
            if (cache.get(module(tags)) instanceof ClassValue<?> values) {
                TAGGED.forEach(values::remove);
            }
        } catch (ReflectiveOperationException | LinkageError | RuntimeException e) {
            // Other versions of Scala keep no such cache: then nothing holds the loader.
        }
    }

    private static final List<Class<?>> TAGGED = tagged();

    private static List<Class<?>> tagged() {
        List<Class<?>> plain = List.of(
                Object.class,
                String.class,
                Number.class,
                Boolean.class,
                Character.class,
                Byte.class,
                Short.class,
                Integer.class,
                Long.class,
                Float.class,
                Double.class,
                Void.class,
                boolean.class,
                char.class,
                byte.class,
                short.class,
                int.class,
                long.class,
                float.class,
                double.class,
                void.class);
        return java.util.stream.Stream.concat(
                        plain.stream(),
                        plain.stream().filter(type -> type != void.class).map(Class::arrayType))
                .toList();
    }
}
