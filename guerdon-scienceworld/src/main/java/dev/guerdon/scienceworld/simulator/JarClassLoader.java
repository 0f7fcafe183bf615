package dev.guerdon.scienceworld.simulator;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Loads the simulator's classes, rewritten, for all environments. Of Guerdon they see {@link World} alone. */
final class JarClassLoader extends ClassLoader {

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
        if (name.equals(World.class.getName())) {
            return World.class;
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

    /** The classes that all environments share so far. */
    List<Class<?>> defined() {
        return List.copyOf(defined);
    }
}
