package dev.guerdon.spark.isolated;

import dev.guerdon.api.Internal;
import dev.guerdon.cluster.spi.Engine;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Loads Guerdon's classes and its libraries, and nothing of whoever runs the process.
 *
 * <p>The parent is the JDK's platform loader. The one package that both sides share, {@code dev.guerdon.cluster.spi}, comes from the
 * loader of this class.
 */
@Internal
public final class GuerdonLoader extends URLClassLoader {

    static {
        registerAsParallelCapable();
    }

    /** The package of the seam. */
    private static final String SEAM = Engine.class.getPackageName() + ".";

    private static volatile @Nullable GuerdonLoader shared;

    private GuerdonLoader(URL[] jars) {
        super("guerdon", jars, ClassLoader.getPlatformClassLoader());
    }

    /**
     * The one of this process, over what the one jar holds.
     *
     * @throws UncheckedIOException if the jars cannot be unpacked; who asks again may have more luck
     */
    public static GuerdonLoader shared() {
        @Nullable GuerdonLoader loader = shared;
        return loader != null ? loader : openShared();
    }

    private static synchronized GuerdonLoader openShared() {
        if (shared == null) {
            try {
                shared = over(NestedJars.unpacked());
            } catch (IOException e) {
                throw new UncheckedIOException("Guerdon's jars could not be unpacked: " + e.getMessage(), e);
            }
        }
        return shared;
    }

    /** A loader over these jars and folders of classes. */
    static GuerdonLoader over(List<Path> paths) {
        return new GuerdonLoader(paths.stream().map(GuerdonLoader::url).toArray(URL[]::new));
    }

    private static URL url(Path path) {
        try {
            return path.toUri().toURL();
        } catch (MalformedURLException e) {
            throw new IllegalArgumentException(path + " has no address", e);
        }
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (name.startsWith(SEAM)) {
            return Class.forName(name, false, GuerdonLoader.class.getClassLoader());
        }
        return super.loadClass(name, resolve);
    }

    /** An instance of a class of Guerdon's, which has a constructor without parameters and a type of the seam. */
    public <T> T create(String className, Class<T> type) {
        return within(() -> {
            try {
                return type.cast(
                        Class.forName(className, true, this).getConstructor().newInstance());
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException("the jar of Guerdon has no usable class " + className, e);
            }
        });
    }

    /** Does something while this loader is the thread's own, as libraries expect that look for services. */
    public <T, E extends Exception> T within(Call<T, E> call) throws E {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(this);
        try {
            return call.call();
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    /** Something to do. */
    @FunctionalInterface
    public interface Call<T, E extends Exception> {
        T call() throws E;
    }
}
