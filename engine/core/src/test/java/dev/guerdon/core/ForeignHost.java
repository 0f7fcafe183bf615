package dev.guerdon.core;

import java.io.File;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;

/** The program of somebody else, which has Guerdon in a class loader of its own and not on its class path; knows nothing of Guerdon. */
final class ForeignHost {

    private ForeignHost() {}

    /**
     * Calls a method and prints what it returns.
     *
     * @param arguments the class path of the loader, the class, and a folder for the method {@code String run(Path)}
     */
    public static void main(String[] arguments) throws Exception {
        String[] entries = arguments[0].split(File.pathSeparator, -1);
        URL[] urls = new URL[entries.length];
        for (int i = 0; i < urls.length; i++) {
            urls[i] = Path.of(entries[i]).toUri().toURL();
        }
        try (URLClassLoader loader = new URLClassLoader(urls, ClassLoader.getPlatformClassLoader())) {
            Object result =
                    loader.loadClass(arguments[1]).getMethod("run", Path.class).invoke(null, Path.of(arguments[2]));
            System.out.println(result);
        }
    }
}
