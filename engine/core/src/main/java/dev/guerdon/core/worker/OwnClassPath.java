package dev.guerdon.core.worker;

import dev.guerdon.api.Internal;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

/**
 * Class path of Guerdon's own classes and the libraries they use, as an option of another JVM or of the compiler names it.
 *
 * <p>Mostly that is the class path of this process. But Guerdon may run in the process of another program, such as an executor of Apache
 * Spark, in a class loader of its own: then the process has another class path, and what counts is what that loader reads.
 */
@Internal
public final class OwnClassPath {

    private OwnClassPath() {}

    /**
     * Names jars and folders, with the system's separator between them.
     *
     * @throws IOException if they cannot be named, with the reason
     */
    public static String text() throws IOException {
        return of(OwnClassPath.class.getClassLoader());
    }

    /** Returns whether it is another one than that of this process; what was made for that, such as an archive of classes, does not fit. */
    static boolean isForeign() {
        return isForeign(OwnClassPath.class.getClassLoader());
    }

    private static boolean isForeign(ClassLoader loader) {
        return loader instanceof URLClassLoader && !loader.equals(ClassLoader.getSystemClassLoader());
    }

    /** Returns the class path of a loader: its own entries come first, then those of the loaders above it. */
    static String of(ClassLoader loader) throws IOException {
        String process = System.getProperty("java.class.path", ".");
        if (!isForeign(loader)) {
            return process;
        }
        Set<String> entries = new LinkedHashSet<>();
        for (ClassLoader each = loader; each != null; each = each.getParent()) {
            if (!isForeign(each)) {
                if (each.equals(ClassLoader.getSystemClassLoader())) {
                    entries.add(process);
                }
                continue;
            }
            for (URL url : ((URLClassLoader) each).getURLs()) {
                Optional<Path> path = path(url);
                if (path.isPresent()) {
                    entries.add(entry(path.get()));
                }
            }
        }
        if (entries.isEmpty()) {
            throw new IOException("Guerdon's classes come from a class loader without files (" + loader
                    + "); worker processes and the compiler need them as jars or folders on this machine");
        }
        return String.join(File.pathSeparator, entries);
    }

    /** Returns the file or folder at an address; none if a loader reads it from elsewhere, as from another machine. */
    private static Optional<Path> path(URL url) {
        try {
            return url.getProtocol().equals("file") ? Optional.of(Path.of(url.toURI())) : Optional.empty();
        } catch (URISyntaxException e) {
            return Optional.of(Path.of(url.getPath())); // made without quoting, as by File.toURL: it has a space, say
        } catch (IllegalArgumentException | FileSystemNotFoundException e) {
            return Optional.empty();
        }
    }

    private static String entry(Path path) throws IOException {
        String text = path.toAbsolutePath().toString();
        if (text.contains(File.pathSeparator)) {
            throw new IOException("the path " + text + " of Guerdon's classes has a '" + File.pathSeparator
                    + "', which separates the entries of a class path; move it to a folder without one");
        }
        return text;
    }
}
