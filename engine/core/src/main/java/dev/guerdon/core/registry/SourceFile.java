package dev.guerdon.core.registry;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import dev.guerdon.api.Json;
import dev.guerdon.core.base.Utf8;
import dev.guerdon.core.boundary.CodeFault;
import dev.guerdon.core.registry.PackedCode.CompiledClass;
import dev.guerdon.core.worker.OwnClassPath;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
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
 * A source file that was read, and the compiler of such files, which works in memory.
 *
 * @param path its path as the user gave it
 * @param address its absolute path in the form of an address
 * @param text what is in it
 */
@Internal
public record SourceFile(String path, String address, String text) {

    /** Returns it as plain values, for another process. */
    Map<String, Object> save() {
        return Map.of("path", path, "address", address, "text", text);
    }

    /** Reads what {@link #save} gave. */
    public static SourceFile restore(Json saved) {
        return new SourceFile(
                saved.get("path").asString(),
                saved.get("address").asString(),
                saved.get("text").asString());
    }

    /** Names files, for messages. */
    public static String shown(List<SourceFile> files) {
        return String.join(", ", files.stream().map(SourceFile::path).toList());
    }

    /** Reads source files. */
    public static List<SourceFile> read(List<Path> paths) {
        List<SourceFile> sources = new ArrayList<>();
        for (Path path : paths) {
            try {
                sources.add(new SourceFile(path.toString(), path.toUri().getRawPath(), Utf8.read(path)));
            } catch (IOException e) {
                throw new GuerdonException(
                        "cannot read the source file " + path + ": "
                                + (e instanceof FileSystemException ? e.toString() : e.getMessage()),
                        e);
            }
        }
        return sources;
    }

    /** Compiles source files that may use the classes of jars. Nothing in the jars takes part in it. */
    public static List<CompiledClass> compile(List<SourceFile> files, List<Path> jars) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        if (compiler == null) {
            throw new GuerdonException(
                    "compiling " + shown(files) + " needs a JDK, and this is a Java runtime without the compiler;"
                            + " set GUERDON_JAVA_HOME to a JDK of version 21 or newer");
        }
        List<SourceText> sources = files.stream().map(SourceText::new).toList();
        DiagnosticCollector<JavaFileObject> diagnostics = new DiagnosticCollector<>();
        StringWriter output = new StringWriter();
        try (StandardJavaFileManager standard = compiler.getStandardFileManager(diagnostics, Locale.ROOT, null);
                InMemoryFiles compiled = new InMemoryFiles(standard)) {
            String classPath = Stream.concat(
                            Stream.of(OwnClassPath.text()), jars.stream().map(Path::toString))
                    .collect(Collectors.joining(File.pathSeparator));
            // Without a path for processors, plugins of the compiler in the jars would start by themselves.
            List<String> options =
                    List.of("-parameters", "-proc:none", "-processorpath", "", "-nowarn", "-classpath", classPath);
            if (!compiler.getTask(output, compiled, diagnostics, options, null, sources)
                    .call()) {
                throw new GuerdonException(shown(files) + " does not compile:\n" + problems(diagnostics));
            }
            return compiled.classes();
        } catch (IOException e) {
            throw new GuerdonException("compiling " + shown(files) + " failed: " + e, e);
        } catch (IllegalStateException | StackOverflowError e) {
            throw new GuerdonException("compiling " + shown(files) + " failed in the compiler: "
                    + CodeFault.of(e.getCause() == null ? e : e.getCause()).text());
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

        SourceText(SourceFile file) {
            super(URI.create("memory:///" + file.address()), Kind.SOURCE);
            this.fileName = String.valueOf(Path.of(file.path()).getFileName());
            this.text = file.text();
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
