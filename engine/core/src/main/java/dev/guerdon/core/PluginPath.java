package dev.guerdon.core;

import dev.guerdon.api.Experimental;
import dev.guerdon.api.GuerdonException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.ZipFile;

/**
 * Paths of a user's own extensions.
 *
 * @param jars jars or folders of classes; at least one must have a plugin, the others may be libraries
 * @param folders folders of jars; one that does not exist has none
 * @param sources Java files, compiled in memory
 */
@Experimental
public record PluginPath(List<Path> jars, List<Path> folders, List<Path> sources) {

    /** Nothing of the user's own. */
    public static final PluginPath NONE = new PluginPath(List.of(), List.of(), List.of());

    /** The environment variable that names the folders of jars for a {@code guerdon} command. */
    public static final String FOLDERS_VARIABLE = "GUERDON_PLUGINS";

    public PluginPath {
        jars = List.copyOf(jars);
        folders = List.copyOf(folders);
        sources = List.copyOf(sources);
    }

    /** Returns the same from any folder. */
    public PluginPath absolute() {
        return new PluginPath(absolute(jars), absolute(folders), absolute(sources));
    }

    private static List<Path> absolute(List<Path> paths) {
        return paths.stream().map(Path::toAbsolutePath).toList();
    }

    /** Returns the jars and folders of classes, each once. */
    List<Path> classPath() {
        Set<Path> found = new LinkedHashSet<>();
        for (Path jar : jars) {
            if (!Files.exists(jar)) {
                throw new GuerdonException("no such file: " + jar + " (given with --plugin)");
            }
            found.add(checked(jar));
        }
        for (Path folder : folders) {
            jarsOf(folder).forEach(jar -> found.add(checked(jar)));
        }
        return List.copyOf(found);
    }

    private static List<Path> jarsOf(Path folder) {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return new ArrayList<>(files.filter(file -> file.toString().endsWith(".jar"))
                    .sorted()
                    .toList());
        } catch (IOException e) {
            throw new GuerdonException("the folder of plugins " + folder + " cannot be read: " + e.getMessage(), e);
        }
    }

    /** Returns a jar that is none would be left out without a word by the JDK. */
    private static Path checked(Path path) {
        if (!Files.isDirectory(path)) {
            try (ZipFile jar = new ZipFile(path.toFile())) {
                jar.size();
            } catch (IOException e) {
                throw new GuerdonException(path + " is not a jar that can be read: " + e.getMessage(), e);
            }
        }
        try {
            return path.toRealPath();
        } catch (IOException e) {
            throw new GuerdonException(path + " cannot be used: " + e.getMessage(), e);
        }
    }
}
