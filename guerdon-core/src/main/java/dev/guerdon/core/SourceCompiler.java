package dev.guerdon.core;

import dev.guerdon.api.Experimental;
import dev.guerdon.api.Extension;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Plugin;
import dev.guerdon.api.Reward;
import dev.guerdon.api.RewardFunction;
import dev.guerdon.api.Tool;
import dev.guerdon.base.Names;
import dev.guerdon.base.Utf8;
import dev.guerdon.core.boundary.Fault;
import dev.guerdon.core.registry.CompiledClass;
import dev.guerdon.core.registry.PluginLoader;
import dev.guerdon.core.worker.OwnClassPath;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URI;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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

/**
 * Compiles Java source files in memory and registers what is in them.
 *
 * <p>Where a file has a {@link Plugin}, that decides what the file registers. Otherwise it is every {@link Reward} and {@link Tool}
 * method, every {@link RewardFunction} under its class's name in snake case, and every {@link Extension}.
 */
@Experimental
public final class SourceCompiler {

    private SourceCompiler() {}

    /** Compiles a file and registers what is in it; see {@link #install(List, Registry)}. */
    public static List<String> install(Path file, Registry registry) {
        return install(List.of(file), registry);
    }

    /**
     * Compiles files together, so that they may use each other, and registers everything in them.
     *
     * <p>The code is the user's own and runs with the user's rights.
     *
     * @return the names of what was added, sorted
     */
    public static List<String> install(List<Path> files, Registry registry) {
        return install(files, registry, new PluginLoader(List.of()));
    }

    /** As {@link #install(List, Registry)}, with classes that may use what the loader has, and that it loads, too. */
    static List<String> install(List<Path> files, Registry registry, PluginLoader loader) {
        List<CompiledClass> classes = compile(files, loader.paths());
        List<String> added = installCompiled(classes, registry, loader);
        if (added.isEmpty()) {
            throw new GuerdonException(shown(files) + " has no reward and nothing else to add: annotate a method with"
                    + " @Reward(\"name\"), or implement RewardFunction, Plugin or an extension such as Policy in a class"
                    + " with a constructor without parameters");
        }
        return added;
    }

    /** Registers everything in classes that were compiled before, by this process or by another. */
    static List<String> installCompiled(List<CompiledClass> classes, Registry registry, PluginLoader loader) {
        registry.remember(classes);
        Map<String, byte[]> byName = new HashMap<>();
        classes.forEach(each -> byName.put(each.name(), each.bytes()));
        loader.define(byName);
        int before = registry.added().size();
        List<Class<?>> loaded = new ArrayList<>();
        Set<String> withPlugin = new HashSet<>();
        for (CompiledClass compiled : classes) {
            try {
                Class<?> type = Class.forName(compiled.name(), true, loader);
                loaded.add(type);
                if (isPlugin(type)) {
                    withPlugin.add(compiled.source());
                }
            } catch (Throwable e) {
                throw new GuerdonException(compiled.source() + ": the class " + compiled.name()
                        + " could not be loaded: " + Fault.of(e).text());
            }
        }
        for (int i = 0; i < loaded.size(); i++) {
            Class<?> type = loaded.get(i);
            if (isPlugin(type) || !withPlugin.contains(classes.get(i).source())) {
                register(type, registry);
            }
        }
        List<String> all = registry.added();
        return all.subList(before, all.size()).stream().sorted().toList();
    }

    private static boolean isPlugin(Class<?> type) {
        return Plugin.class.isAssignableFrom(type) && isConcrete(type);
    }

    private static boolean isConcrete(Class<?> type) {
        return !type.isAnonymousClass() && !type.isInterface() && !Modifier.isAbstract(type.getModifiers());
    }

    private static String shown(List<Path> files) {
        return String.join(", ", files.stream().map(Path::toString).toList());
    }

    private static void register(Class<?> type, Registry registry) {
        if (!isConcrete(type)) {
            return;
        }
        try {
            if (Plugin.class.isAssignableFrom(type)) {
                ((Plugin) instance(type)).install(registry);
            } else if (RewardFunction.class.isAssignableFrom(type)) {
                registry.reward(Names.snakeCase(type.getSimpleName()), (RewardFunction) instance(type));
            } else if (Extension.class.isAssignableFrom(type)) {
                registry.add((Extension) instance(type));
            } else {
                methods(type, Reward.class).ifPresent(registry::rewards);
                methods(type, Tool.class).ifPresent(registry::tools);
            }
        } catch (GuerdonException e) {
            throw e;
        } catch (Throwable e) {
            throw new GuerdonException("the class " + type.getName() + " could not be added: "
                    + Fault.of(e).text());
        }
    }

    /** The class or an instance of it, where it has methods to register. */
    private static Optional<Object> methods(Class<?> type, Class<? extends Annotation> annotation) {
        List<Method> annotated = Arrays.stream(type.getDeclaredMethods())
                .filter(method -> method.isAnnotationPresent(annotation))
                .toList();
        if (annotated.isEmpty()) {
            return Optional.empty();
        }
        boolean allStatic = annotated.stream().allMatch(method -> Modifier.isStatic(method.getModifiers()));
        return Optional.of(allStatic ? type : instance(type));
    }

    private static Object instance(Class<?> type) {
        try {
            var constructor = type.getDeclaredConstructor();
            constructor.setAccessible(true);
            return constructor.newInstance();
        } catch (NoSuchMethodException e) {
            throw new GuerdonException(type.getName() + " needs a constructor without parameters to be added", e);
        } catch (ReflectiveOperationException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new GuerdonException(
                    type.getName() + " could not be created: " + Fault.of(cause).text());
        }
    }

    private static List<CompiledClass> compile(List<Path> paths, List<Path> jars) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        if (compiler == null) {
            throw new GuerdonException(
                    "compiling " + shown(paths) + " needs a JDK, and this is a Java runtime without the compiler;"
                            + " set GUERDON_JAVA_HOME to a JDK of version 21 or newer");
        }
        List<SourceText> sources = new ArrayList<>();
        for (Path path : paths) {
            try {
                sources.add(new SourceText(path, Utf8.read(path)));
            } catch (IOException e) {
                throw new GuerdonException(
                        "cannot read the source file " + path + ": "
                                + (e instanceof FileSystemException ? e.toString() : e.getMessage()),
                        e);
            }
        }
        DiagnosticCollector<JavaFileObject> diagnostics = new DiagnosticCollector<>();
        StringWriter output = new StringWriter();
        try (StandardJavaFileManager standard = compiler.getStandardFileManager(diagnostics, Locale.ROOT, null);
                InMemoryFiles files = new InMemoryFiles(standard)) {
            String classPath = Stream.concat(
                            Stream.of(OwnClassPath.text()), jars.stream().map(Path::toString))
                    .collect(Collectors.joining(File.pathSeparator));
            List<String> options = List.of("-parameters", "-proc:none", "-nowarn", "-classpath", classPath);
            boolean compiled = compiler.getTask(output, files, diagnostics, options, null, sources)
                    .call();
            if (!compiled) {
                throw new GuerdonException(shown(paths) + " does not compile:\n" + problems(diagnostics));
            }
            return files.classes();
        } catch (IOException e) {
            throw new GuerdonException("compiling " + shown(paths) + " failed: " + e, e);
        }
    }

    private static String problems(DiagnosticCollector<JavaFileObject> diagnostics) {
        List<String> lines = new ArrayList<>();
        for (Diagnostic<? extends JavaFileObject> problem : diagnostics.getDiagnostics()) {
            if (problem.getKind() == Diagnostic.Kind.ERROR && lines.size() < 10) {
                String where = problem.getSource() == null
                        ? ""
                        : sourceName(problem.getSource()) + ":" + problem.getLineNumber() + ": ";
                lines.add("  " + where + problem.getMessage(Locale.ROOT));
            }
        }
        return String.join("\n", lines);
    }

    private static String sourceName(FileObject file) {
        return file instanceof SourceText source ? source.fileName : file.getName();
    }

    private static final class SourceText extends SimpleJavaFileObject {
        private final String fileName;
        private final String text;

        SourceText(Path file, String text) {
            super(URI.create("memory:///" + file.toUri().getRawPath()), Kind.SOURCE);
            this.fileName = String.valueOf(file.getFileName());
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
        private record Output(String source, ByteArrayOutputStream bytes) {}

        private final Map<String, Output> outputs = new LinkedHashMap<>();

        InMemoryFiles(JavaFileManager standard) {
            super(standard);
        }

        List<CompiledClass> classes() {
            List<CompiledClass> classes = new ArrayList<>();
            outputs.forEach(
                    (name, output) -> classes.add(new CompiledClass(name, output.source, output.bytes.toByteArray())));
            return classes;
        }

        @Override
        public JavaFileObject getJavaFileForOutput(
                Location location, String className, JavaFileObject.Kind kind, FileObject sibling) {
            return new SimpleJavaFileObject(URI.create("memory:///" + className.replace('.', '/') + ".class"), kind) {
                @Override
                public OutputStream openOutputStream() {
                    return outputs.computeIfAbsent(
                                    className,
                                    name -> new Output(sibling.toUri().toString(), new ByteArrayOutputStream()))
                            .bytes;
                }
            };
        }
    }
}
