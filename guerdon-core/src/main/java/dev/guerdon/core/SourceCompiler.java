package dev.guerdon.core;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Plugin;
import dev.guerdon.api.Reward;
import dev.guerdon.api.RewardFunction;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.lang.reflect.Modifier;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Compiles a single Java source file in memory and registers the rewards and tools in it. */
public final class SourceCompiler {

    private SourceCompiler() {}

    /**
     * Compiles a file and registers every reward in it.
     *
     * <p>The code is the user's own and runs with the user's rights.
     *
     * @return the names of the rewards that were added
     */
    public static List<String> install(Path file, Registry registry) {
        Map<String, byte[]> classes = compile(file);
        ClassLoader loader = new InMemoryLoader(classes);
        List<String> before = registry.rewards().stream().map(RewardEntry::name).toList();
        for (String name : classes.keySet()) {
            try {
                register(Class.forName(name, true, loader), registry);
            } catch (ClassNotFoundException | LinkageError e) {
                throw new GuerdonException(file + ": the class " + name + " could not be loaded: " + e, e);
            }
        }
        List<String> added = registry.rewards().stream()
                .map(RewardEntry::name)
                .filter(name -> !before.contains(name))
                .toList();
        if (added.isEmpty()) {
            throw new GuerdonException(file + " has no reward: annotate a method with @Reward(\"name\"), or implement"
                    + " RewardFunction in a class with a constructor without parameters");
        }
        return added;
    }

    private static void register(Class<?> type, Registry registry) {
        if (type.isAnonymousClass() || type.isInterface() || Modifier.isAbstract(type.getModifiers())) {
            return;
        }
        var annotated = Arrays.stream(type.getDeclaredMethods())
                .filter(method -> method.isAnnotationPresent(Reward.class))
                .toList();
        if (Plugin.class.isAssignableFrom(type)) {
            ((Plugin) instance(type)).install(registry);
        } else if (RewardFunction.class.isAssignableFrom(type)) {
            registry.reward(Names.snakeCase(type.getSimpleName()), (RewardFunction) instance(type));
        } else if (!annotated.isEmpty()) {
            boolean allStatic = annotated.stream().allMatch(method -> Modifier.isStatic(method.getModifiers()));
            registry.rewards(allStatic ? type : instance(type));
        }
    }

    private static Object instance(Class<?> type) {
        try {
            var constructor = type.getDeclaredConstructor();
            constructor.setAccessible(true);
            return constructor.newInstance();
        } catch (NoSuchMethodException e) {
            throw new GuerdonException(
                    type.getName() + " needs a constructor without parameters to be used as a reward", e);
        } catch (ReflectiveOperationException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new GuerdonException(type.getName() + " could not be created: " + cause, e);
        }
    }

    private static Map<String, byte[]> compile(Path file) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        if (compiler == null) {
            throw new GuerdonException(
                    "compiling " + file + " needs a JDK, and this is a Java runtime without the compiler;"
                            + " set GUERDON_JAVA_HOME to a JDK of version 21 or newer");
        }
        String source;
        try {
            source = Files.readString(file);
        } catch (IOException e) {
            throw new GuerdonException("cannot read the source file " + file + ": " + e, e);
        }
        DiagnosticCollector<JavaFileObject> diagnostics = new DiagnosticCollector<>();
        StringWriter output = new StringWriter();
        try (StandardJavaFileManager standard = compiler.getStandardFileManager(diagnostics, Locale.ROOT, null);
                InMemoryFiles files = new InMemoryFiles(standard)) {
            List<String> options = List.of(
                    "-parameters", "-proc:none", "-nowarn", "-classpath", System.getProperty("java.class.path", "."));
            boolean compiled = compiler.getTask(
                            output, files, diagnostics, options, null, List.of(new SourceText(file, source)))
                    .call();
            if (!compiled) {
                throw new GuerdonException(file + " does not compile:\n" + problems(file, diagnostics));
            }
            return files.classes();
        } catch (IOException e) {
            throw new GuerdonException("compiling " + file + " failed: " + e, e);
        }
    }

    private static String problems(Path file, DiagnosticCollector<JavaFileObject> diagnostics) {
        List<String> lines = new ArrayList<>();
        for (Diagnostic<? extends JavaFileObject> problem : diagnostics.getDiagnostics()) {
            if (problem.getKind() == Diagnostic.Kind.ERROR && lines.size() < 10) {
                lines.add("  " + file.getFileName() + ":" + problem.getLineNumber() + ": "
                        + problem.getMessage(Locale.ROOT));
            }
        }
        return String.join("\n", lines);
    }

    private static final class SourceText extends SimpleJavaFileObject {
        private final String text;

        SourceText(Path file, String text) {
            super(URI.create("memory:///" + file.getFileName().toString().replace(" ", "%20")), Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }

        @Override
        public boolean isNameCompatible(String simpleName, Kind kind) {
            // The file may be called anything; only its content counts.
            return kind == Kind.SOURCE || super.isNameCompatible(simpleName, kind);
        }
    }

    private static final class InMemoryFiles extends ForwardingJavaFileManager<JavaFileManager> {
        private final Map<String, ByteArrayOutputStream> outputs = new LinkedHashMap<>();

        InMemoryFiles(JavaFileManager standard) {
            super(standard);
        }

        Map<String, byte[]> classes() {
            Map<String, byte[]> classes = new LinkedHashMap<>();
            outputs.forEach((name, bytes) -> classes.put(name, bytes.toByteArray()));
            return classes;
        }

        @Override
        public JavaFileObject getJavaFileForOutput(
                Location location, String className, JavaFileObject.Kind kind, FileObject sibling) {
            return new SimpleJavaFileObject(URI.create("memory:///" + className.replace('.', '/') + ".class"), kind) {
                @Override
                public OutputStream openOutputStream() {
                    return outputs.computeIfAbsent(className, name -> new ByteArrayOutputStream());
                }
            };
        }
    }

    private static final class InMemoryLoader extends ClassLoader {
        private final Map<String, byte[]> classes;

        InMemoryLoader(Map<String, byte[]> classes) {
            super(SourceCompiler.class.getClassLoader());
            this.classes = classes;
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            byte[] bytes = classes.get(name);
            if (bytes == null) {
                throw new ClassNotFoundException(name);
            }
            return defineClass(name, bytes, 0, bytes.length);
        }
    }
}
