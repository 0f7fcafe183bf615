package dev.guerdon.spark;

import dev.guerdon.cli.spi.PieceEngine;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Loads Guerdon's classes and its libraries, and nothing of the application that runs the process.
 *
 * <p>The parent is the JDK's platform loader. The one package that both sides share, {@code dev.guerdon.cli.spi}, comes from the
 * loader of this class.
 */
final class GuerdonLoader extends URLClassLoader {

    static {
        registerAsParallelCapable();
    }

    /** The package of the seam. */
    private static final String SEAM = PieceEngine.class.getPackageName() + ".";

    private static volatile @Nullable GuerdonLoader shared;

    private GuerdonLoader(URL[] jars) {
        super("guerdon", jars, ClassLoader.getPlatformClassLoader());
    }

    /**
     * Returns the one of this process, over what the one jar holds.
     *
     * @throws UncheckedIOException if the jars cannot be unpacked; who asks again may have more luck
     */
    static GuerdonLoader shared() {
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

    /** Returns a loader over these jars and folders of classes. */
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

    /**
     * Returns an instance of a class of Guerdon's, which has a constructor without parameters and a type of the seam, for the application
     * that runs the process.
     */
    <T> T create(String className, Class<T> type) {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(this);
        try {
            return ClassLoaderBridge.over(
                    type,
                    type.cast(Class.forName(className, true, this)
                            .getConstructor()
                            .newInstance()),
                    this);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("the jar of Guerdon has no usable class " + className, e);
        } finally {
            thread.setContextClassLoader(before);
        }
    }
}
