package dev.guerdon.junit;

import dev.guerdon.api.Internal;
import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;
import javax.tools.JavaCompiler;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * A project of a user's own, compiled by a plain compiler that sees only the modules it depends on.
 *
 * <p>It shows that a reward, a tool or an environment can be written outside of Guerdon. Its packages are not {@code dev.guerdon}, its
 * class path holds nothing but what the test names, and what it compiled is loaded beside the classes of the test:
 *
 * <pre>{@code
 * try (UserProject project = UserProject.compile(folder, List.of(source), Context.class, Alfworld.class)) {
 *     registry.rewards(project.type("org.example.MyReward"));
 *     ...
 * }
 * }</pre>
 */
@Internal
public final class UserProject implements AutoCloseable {

    private final URLClassLoader loader;

    private UserProject(URLClassLoader loader) {
        this.loader = loader;
    }

    /**
     * Compiles sources.
     *
     * @param folder an empty folder for the classes
     * @param sources the texts of the source files, each with one public class in a package
     * @param dependencies one class of each module or library that the project depends on
     * @throws AssertionError where they do not compile, with what the compiler said
     */
    public static UserProject compile(Path folder, List<String> sources, Class<?>... dependencies) throws IOException {
        JavaCompiler compiler = Objects.requireNonNull(
                ToolProvider.getSystemJavaCompiler(), "these tests need a JDK, not a bare runtime");
        String classPath = Arrays.stream(dependencies)
                .map(UserProject::home)
                .distinct()
                .collect(Collectors.joining(File.pathSeparator));
        List<String> options = List.of(
                "-proc:none",
                "-parameters",
                "-nowarn",
                "-Xlint:none",
                "-implicit:none",
                "-sourcepath",
                "",
                "-d",
                folder.toString(),
                "-classpath",
                classPath);
        StringWriter said = new StringWriter();
        try (StandardJavaFileManager files =
                compiler.getStandardFileManager(null, Locale.ROOT, StandardCharsets.UTF_8)) {
            List<Source> units = new ArrayList<>();
            for (String source : sources) {
                units.add(new Source(source));
            }
            if (!compiler.getTask(said, files, null, options, null, units).call()) {
                throw new AssertionError("with only " + classPath + " on the class path:\n" + said);
            }
        }
        URL classes = folder.toUri().toURL();
        return new UserProject(new URLClassLoader(new URL[] {classes}, UserProject.class.getClassLoader()));
    }

    /** A class of the project. */
    public Class<?> type(String name) throws ClassNotFoundException {
        return Class.forName(name, true, loader);
    }

    /** Where a class comes from: a jar, or a folder of classes. */
    private static String home(Class<?> type) {
        CodeSource source = Objects.requireNonNull(type.getProtectionDomain().getCodeSource(), type.getName());
        try {
            Path home = Path.of(source.getLocation().toURI());
            if (!Files.exists(home)) {
                throw new AssertionError(home + ", the home of " + type.getName() + ", does not exist");
            }
            return home.toString();
        } catch (URISyntaxException e) {
            throw new AssertionError(source.getLocation().toString(), e);
        }
    }

    @Override
    public void close() throws IOException {
        loader.close();
    }

    private static final class Source extends SimpleJavaFileObject {
        private final String text;

        Source(String text) {
            super(URI.create("memory:///Source.java"), Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }

        @Override
        public boolean isNameCompatible(String simpleName, Kind kind) {
            return true; // the file may be called anything; only its content counts
        }
    }
}
