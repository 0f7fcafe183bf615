import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFile.ClassHierarchyResolverOption;
import java.lang.classfile.ClassFile.StackMapsOption;
import java.lang.classfile.ClassFileVersion;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassTransform;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/**
 * Copies a jar and gives its oldest class files the form of Java 8: same code, plus the stack maps that archiving needs.
 *
 * <p>Run from source with JDK 24 or newer: {@code java ModernClassFiles.java OLD.jar NEW.jar}
 */
final class ModernClassFiles {

    private static final int OLDEST_ARCHIVABLE = ClassFile.JAVA_6_VERSION;

    private final ClassFile classFile;

    private ModernClassFiles(ClassLoader classes) {
        classFile = ClassFile.of(
                StackMapsOption.GENERATE_STACK_MAPS,
                ClassHierarchyResolverOption.of(
                        ClassHierarchyResolver.ofResourceParsing(classes).cached()));
    }

    public static void main(String[] arguments) throws IOException {
        Path from = Path.of(arguments[0]);
        try (URLClassLoader classes = new URLClassLoader(new URL[] {from.toUri().toURL()});
                ZipFile in = new ZipFile(from.toFile());
                ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(Path.of(arguments[1])))) {
            ModernClassFiles modern = new ModernClassFiles(classes);
            for (ZipEntry entry : in.stream().toList()) {
                byte[] bytes = in.getInputStream(entry).readAllBytes();
                ZipEntry copy = new ZipEntry(entry.getName());
                copy.setTime(entry.getTime());
                out.putNextEntry(copy);
                out.write(entry.getName().endsWith(".class") ? modern.convert(bytes) : bytes);
                out.closeEntry();
            }
        }
    }

    private byte[] convert(byte[] bytes) {
        var model = classFile.parse(bytes);
        if (model.majorVersion() >= OLDEST_ARCHIVABLE) {
            return bytes;
        }
        // Passing each instruction on makes the library write the code anew, with stack maps; a method passed whole is just copied.
        return classFile.transformClass(
                model,
                ClassTransform.transformingMethodBodies((code, element) -> code.with(element))
                        .andThen((builder, element) -> {
                            if (element instanceof ClassFileVersion) {
                                builder.withVersion(ClassFile.JAVA_8_VERSION, 0);
                            } else {
                                builder.with(element);
                            }
                        }));
    }
}
