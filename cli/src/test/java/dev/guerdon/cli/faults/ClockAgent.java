package dev.guerdon.cli.faults;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.ProtectionDomain;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Lets the classes of Guerdon read the time from {@link JumpingClock}, from the start of a JVM on. */
public final class ClockAgent {

    private static final String OWN = "dev/guerdon/cli/faults/";
    private static final String CLOCK = OWN + "JumpingClock";

    private ClockAgent() {}

    /** Called by the JVM before the main method. */
    public static void premain(@Nullable String argument, Instrumentation instrumentation) {
        instrumentation.addTransformer(new ClassFileTransformer() {
            @Override
            public byte @Nullable [] transform(
                    @Nullable ClassLoader loader,
                    String name,
                    @Nullable Class<?> redefined,
                    @Nullable ProtectionDomain domain,
                    byte[] bytes) {
                return name.startsWith("dev/guerdon/") && !name.startsWith(OWN) ? rewritten(bytes) : null;
            }
        });
    }

    /** The option of a JVM that is to start with this agent; the class itself is on its class path. */
    static String option(Path folder) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().putValue("Premain-Class", ClockAgent.class.getName());
        Path jar = folder.resolve("clock.jar");
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream out = new JarOutputStream(file, manifest)) {
            out.finish();
        }
        return "-javaagent:" + jar;
    }

    private static byte[] rewritten(byte[] bytes) {
        ClassWriter out = new ClassWriter(0);
        new ClassReader(bytes)
                .accept(
                        new ClassVisitor(Opcodes.ASM9, out) {
                            @Override
                            public MethodVisitor visitMethod(
                                    int access,
                                    String name,
                                    String descriptor,
                                    @Nullable String signature,
                                    String @Nullable [] exceptions) {
                                return new Calls(super.visitMethod(access, name, descriptor, signature, exceptions));
                            }
                        },
                        0);
        return out.toByteArray();
    }

    /** Sends the static methods that tell the time to the jumping clock, called or named. */
    private static final class Calls extends MethodVisitor {

        Calls(MethodVisitor next) {
            super(Opcodes.ASM9, next);
        }

        private static boolean tellsTime(String owner, String name, String descriptor) {
            return switch (owner) {
                case "java/lang/System" -> name.equals("nanoTime") || name.equals("currentTimeMillis");
                case "java/time/Instant" -> name.equals("now") && descriptor.startsWith("()");
                case "java/time/LocalDateTime" -> name.equals("now") && descriptor.startsWith("(Ljava/time/ZoneId;)");
                default -> false;
            };
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
            boolean ours = opcode == Opcodes.INVOKESTATIC && tellsTime(owner, name, descriptor);
            super.visitMethodInsn(
                    opcode, ours ? CLOCK : owner, ours ? newName(owner, name) : name, descriptor, isInterface);
        }

        @Override
        public void visitInvokeDynamicInsn(String name, String descriptor, Handle bootstrap, Object... arguments) {
            Object[] all = arguments.clone();
            for (int i = 0; i < all.length; i++) {
                if (all[i] instanceof Handle handle
                        && handle.getTag() == Opcodes.H_INVOKESTATIC
                        && tellsTime(handle.getOwner(), handle.getName(), handle.getDesc())) {
                    all[i] = new Handle(
                            handle.getTag(),
                            CLOCK,
                            newName(handle.getOwner(), handle.getName()),
                            handle.getDesc(),
                            false);
                }
            }
            super.visitInvokeDynamicInsn(name, descriptor, bootstrap, all);
        }

        private static String newName(String owner, String name) {
            return name.equals("now") ? (owner.endsWith("Instant") ? "instant" : "dateTime") : name;
        }
    }
}
