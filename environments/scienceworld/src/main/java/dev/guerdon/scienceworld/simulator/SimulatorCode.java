package dev.guerdon.scienceworld.simulator;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;

/** The simulator's classes, loaded once, and its entry points. */
final class SimulatorCode {

    private static final MethodHandles.Lookup LOOKUP = MethodHandles.publicLookup();

    private final JarClassLoader loader;
    private final Class<?> type;
    private final MethodHandle taskNames;
    private final MethodHandle variations;
    private final MethodHandle keepTasks;
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

    SimulatorCode(JarClassLoader loader) throws ReflectiveOperationException {
        this.loader = loader;
        this.type = loader.loadClass(SimulatorJar.INTERFACE);
        this.taskNames = method("getTaskNames");
        this.variations = method("getTaskMaxVariations", String.class);
        this.keepTasks = method("taskMaker_$eq", type.getMethod("taskMaker").getReturnType());
        this.load = method("load", String.class, int.class, String.class, boolean.class);
        this.step = method("step", String.class);
        this.score = method("getScore");
        this.completed = method("getCompleted");
        this.moves = method("getNumMoves");
        this.look = method("freeActionLook");
        this.inventory = method("freeActionInventory");
        this.taskDescription = method("freeActionTaskDesc");
        this.validActions = method("getValidActionObjectCombinations");
        this.progress = method("getGoalProgressStr");
        this.goldPath = method("getGoldActionSequence");
        this.keepGold = method("goldPathGenerationEnabled_$eq", boolean.class);
    }

    private MethodHandle method(String name, Class<?>... parameters) throws ReflectiveOperationException {
        MethodHandle handle = LOOKUP.unreflect(type.getMethod(name, parameters));
        return handle.asType(handle.type().changeParameterType(0, Object.class));
    }

    JarClassLoader loader() {
        return loader;
    }

    /** Returns a simulator for the environment of which this thread's world is. */
    Object newSimulator(Map<String, Long> typeIds) throws ReflectiveOperationException {
        fillTypeIds(typeIds);
        return type.getConstructor().newInstance();
    }

    /**
     * Plays a moment in a world of its own, before anyone else uses the code.
     *
     * <p>Modules of Scala's library need each other when they are initialised, and two threads that begin at different ends would wait
     * for each other for ever. After this, those that playing needs are there.
     *
     * @return the names of the tasks with the number of their variations
     */
    Map<String, Integer> rehearse(ScalaState world, Map<String, Long> typeIds) throws Throwable {
        ScalaState before = world.enter();
        try {
            Object simulator = newSimulator(typeIds);
            Map<String, Integer> tasks = new TreeMap<>();
            for (Object name : (List<?>) taskNames.invoke(simulator)) {
                tasks.put((String) name, (int) variations.invoke(simulator, (String) name));
            }
            for (String name : tasks.keySet().stream().limit(1).toList()) {
                String error = (String) load.invoke(simulator, name, 0, "", false);
                String seen = (String) step.invoke(simulator, "look around");
                List<?> valid = (List<?>) validActions.invoke(simulator);
                if (!error.isEmpty() || seen.isEmpty() || valid.isEmpty()) {
                    throw new ScienceworldException("expected the task '" + name + "' to begin, found '" + error + "', "
                            + valid.size() + " valid actions, and to be seen: '" + seen + "'");
                }
            }
            return Collections.unmodifiableMap(tasks);
        } finally {
            ScalaState.leave(before);
        }
    }

    /**
     * Takes the descriptions of all variations of all tasks from a simulator.
     *
     * <p>They are 10 MiB, thirty times as much as a world, and only loading needs them, which makes them anew.
     */
    void forgetTasks(Object simulator) throws Throwable {
        keepTasks.invoke(simulator, null);
    }

    /** Without its table the simulator would write one into the working directory. */
    private void fillTypeIds(Map<String, Long> ids) throws ReflectiveOperationException {
        Class<?> table = loader.loadClass("util.UniqueTypeID$");
        Object module = table.getMethod(ScalaModules.ACCESSOR).invoke(null);
        Object lut = table.getMethod("lut").invoke(module);
        var put = lut.getClass().getMethod("put", Object.class, Object.class);
        for (Map.Entry<String, Long> id : ids.entrySet()) {
            put.invoke(lut, id.getKey(), id.getValue());
        }
        table.getMethod("nextID_$eq", long.class).invoke(module, (long) ids.size());
    }

    /**
     * Lets go of the classes.
     *
     * <p>Scala keeps a tag for each class it met in a {@code ClassValue}; those on the JDK's own classes would hold the loader for good.
     */
    void close() {
        try {
            Class<?> tags = loader.loadClass("scala.reflect.ClassTag$");
            Field cache = tags.getDeclaredField("cache");
            cache.setAccessible(true);
            if (cache.get(tags.getField("MODULE$").get(null)) instanceof ClassValue<?> values) {
                TAGGED.forEach(values::remove);
            }
        } catch (ReflectiveOperationException | LinkageError | RuntimeException e) {
            // Other versions of Scala keep no such cache: then nothing holds the loader.
        }
    }

    private static final List<Class<?>> TAGGED = tagged();

    /** Returns Object, String, Number, the primitive types and their boxes, and arrays of all of these. */
    private static List<Class<?>> tagged() {
        MethodType primitives = MethodType.fromMethodDescriptorString("(ZCBSIJFD)V", null);
        MethodType boxes = primitives.wrap();
        List<Class<?>> plain = Stream.of(
                        List.of(Object.class, String.class, Number.class, Void.class, void.class),
                        primitives.parameterList(),
                        boxes.parameterList())
                .<Class<?>>flatMap(List::stream)
                .toList();
        return Stream.concat(
                        plain.stream(),
                        plain.stream().filter(type -> type != void.class).map(Class::arrayType))
                .toList();
    }

    /** Loads the simulator's classes, rewritten, for all environments. Of Guerdon they see {@link ScalaState} alone. */
    static final class JarClassLoader extends ClassLoader {

        static {
            registerAsParallelCapable();
        }

        private final SimulatorJar jar;
        private final Queue<Class<?>> defined = new ConcurrentLinkedQueue<>();

        JarClassLoader(SimulatorJar jar) {
            super("scienceworld", getPlatformClassLoader());
            this.jar = jar;
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            if (name.equals(ScalaState.class.getName())) {
                return ScalaState.class;
            }
            byte[] bytes = jar.classBytes(name);
            if (bytes == null) {
                throw new ClassNotFoundException(name);
            }
            synchronized (getClassLoadingLock(name)) {
                Class<?> loaded = findLoadedClass(name);
                if (loaded == null) {
                    loaded = defineClass(name, bytes, 0, bytes.length);
                    defined.add(loaded);
                }
                return loaded;
            }
        }

        /** Returns the classes that all environments share so far. */
        List<Class<?>> defined() {
            return List.copyOf(defined);
        }
    }
}
