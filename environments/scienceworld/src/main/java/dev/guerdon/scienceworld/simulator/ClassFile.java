package dev.guerdon.scienceworld.simulator;

import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Changes a class of the simulator before it is loaded: a call taken out, or a method added or replaced. */
final class ClassFile {

    private static final int ASM = Opcodes.ASM9;
    private static final String WORLD = ScalaState.class.getName().replace('.', '/');
    private static final String HASH = "guerdon$hash";

    private final byte[] bytes;
    private final ClassReader reader;

    /** The names and descriptors of the methods that the class has itself. */
    private final Set<String> methods = new HashSet<>();

    private boolean module;

    ClassFile(byte[] bytes) {
        this.bytes = bytes;
        this.reader = new ClassReader(bytes);
        reader.accept(
                new ClassVisitor(ASM) {
                    @Override
                    public @Nullable MethodVisitor visitMethod(
                            int access,
                            String name,
                            String descriptor,
                            @Nullable String signature,
                            String @Nullable [] exceptions) {
                        methods.add(name + descriptor);
                        return null;
                    }

                    @Override
                    public @Nullable FieldVisitor visitField(
                            int access, String name, String type, @Nullable String signature, @Nullable Object value) {
                        module |= name.equals("MODULE$");
                        return null;
                    }
                },
                ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG);
    }

    /** Returns the class with every call of {@code System.exit} replaced by nothing, if it has such a call. */
    Optional<byte[]> withoutExit() {
        boolean[] found = new boolean[1];
        ClassWriter out = new ClassWriter(reader, 0);
        reader.accept(
                new ClassVisitor(ASM, out) {
                    @Override
                    public MethodVisitor visitMethod(
                            int access,
                            String name,
                            String descriptor,
                            @Nullable String signature,
                            String @Nullable [] exceptions) {
                        MethodVisitor method = super.visitMethod(access, name, descriptor, signature, exceptions);
                        return new MethodVisitor(ASM, method) {
                            @Override
                            public void visitMethodInsn(
                                    int opcode, String owner, String called, String type, boolean isInterface) {
                                if (owner.equals("java/lang/System") && called.equals("exit")) {
                                    found[0] = true;
                                    super.visitInsn(Opcodes.POP);
                                } else {
                                    super.visitMethodInsn(opcode, owner, called, type, isInterface);
                                }
                            }
                        };
                    }
                },
                0);
        return found[0] ? Optional.of(out.toByteArray()) : Optional.empty();
    }

    /** Returns the class with a {@code hashCode} that is the low half of what a {@code long} accessor of it answers. */
    byte[] withHashCodeOf(String accessor) {
        if (!methods.contains(accessor + "()J") || methods.contains("hashCode()I")) {
            return bytes;
        }
        return with("hashCode", "()I", 2, 1, code -> {
            code.visitVarInsn(Opcodes.ALOAD, 0);
            code.visitMethodInsn(Opcodes.INVOKEVIRTUAL, reader.getClassName(), accessor, "()J", false);
            code.visitInsn(Opcodes.L2I);
            code.visitInsn(Opcodes.IRETURN);
        });
    }

    /**
     * Returns the class with a {@code hashCode} that numbers objects by environment, where it would otherwise be the virtual
     * machine's.
     */
    byte[] withHashCodeOfTheWorld() {
        String parent = reader.getSuperName();
        boolean base = "java/lang/Object".equals(parent) || (parent != null && parent.startsWith("scala/"));
        boolean plain = (reader.getAccess() & (Opcodes.ACC_INTERFACE | Opcodes.ACC_ANNOTATION)) == 0;
        if (!base || !plain || methods.contains("hashCode()I")) {
            return bytes;
        }
        if (module) {
            // There is one of it, perhaps for all environments: its hash is a constant and needs no field.
            return with("hashCode", "()I", 1, 1, code -> {
                code.visitLdcInsn(reader.getClassName().hashCode());
                code.visitInsn(Opcodes.IRETURN);
            });
        }
        ClassWriter hashing = new ClassWriter(reader, 0);
        reader.accept(hashing, 0);
        int hidden = Opcodes.ACC_PRIVATE | Opcodes.ACC_TRANSIENT | Opcodes.ACC_SYNTHETIC;
        hashing.visitField(hidden, HASH, "I", null, null).visitEnd();
        return with(hashing, "hashCode", "()I", 3, 1, code -> {
            code.visitVarInsn(Opcodes.ALOAD, 0);
            code.visitInsn(Opcodes.DUP);
            code.visitFieldInsn(Opcodes.GETFIELD, reader.getClassName(), HASH, "I");
            code.visitMethodInsn(Opcodes.INVOKESTATIC, WORLD, "hash", "(I)I", false);
            code.visitInsn(Opcodes.DUP_X1);
            code.visitFieldInsn(Opcodes.PUTFIELD, reader.getClassName(), HASH, "I");
            code.visitInsn(Opcodes.IRETURN);
        });
    }

    /**
     * Returns the class with a method {@code String[] name(String)} that is asked once for each text; the world remembers the answers.
     *
     * @return the changed bytes, or the same array if there is no such method
     */
    byte[] withRememberedWords(String name) {
        String words = "(Ljava/lang/String;)[Ljava/lang/String;";
        if (!methods.contains(name + words)) {
            return bytes;
        }
        return with(name, words, 3, 2, code -> {
            Label known = new Label();
            code.visitVarInsn(Opcodes.ALOAD, 1);
            code.visitMethodInsn(Opcodes.INVOKESTATIC, WORLD, "words", words, false);
            code.visitInsn(Opcodes.DUP);
            code.visitJumpInsn(Opcodes.IFNONNULL, known);
            code.visitInsn(Opcodes.POP);
            code.visitVarInsn(Opcodes.ALOAD, 1);
            code.visitVarInsn(Opcodes.ALOAD, 0);
            code.visitVarInsn(Opcodes.ALOAD, 1);
            code.visitMethodInsn(Opcodes.INVOKEVIRTUAL, reader.getClassName(), name + "$original", words, false);
            String kept = "(Ljava/lang/String;[Ljava/lang/String;)[Ljava/lang/String;";
            code.visitMethodInsn(Opcodes.INVOKESTATIC, WORLD, "keepWords", kept, false);
            code.visitLabel(known);
            code.visitFrame(Opcodes.F_SAME1, 0, null, 1, new Object[] {"[Ljava/lang/String;"});
            code.visitInsn(Opcodes.ARETURN);
        });
    }

    /** Returns the class with a method {@code PrintStream name()} that answers a stream to nowhere. */
    byte[] withSilence(String name) {
        String stream = "()Ljava/io/PrintStream;";
        if (!methods.contains(name + stream)) {
            return bytes;
        }
        return with(name, stream, 1, 1, code -> {
            code.visitMethodInsn(Opcodes.INVOKESTATIC, WORLD, "silence", stream, false);
            code.visitInsn(Opcodes.ARETURN);
        });
    }

    /** Returns the class with a method, in place of one of its own, which is kept as {@code name$original}. */
    private byte[] with(String name, String type, int stack, int locals, Consumer<MethodVisitor> instructions) {
        ClassWriter out = new ClassWriter(reader, 0);
        reader.accept(
                new ClassVisitor(ASM, out) {
                    @Override
                    public MethodVisitor visitMethod(
                            int access,
                            String own,
                            String descriptor,
                            @Nullable String signature,
                            String @Nullable [] exceptions) {
                        boolean replaced = own.equals(name) && descriptor.equals(type);
                        return super.visitMethod(
                                access, replaced ? name + "$original" : own, descriptor, signature, exceptions);
                    }
                },
                0);
        return with(out, name, type, stack, locals, instructions);
    }

    private static byte[] with(
            ClassWriter out, String name, String type, int stack, int locals, Consumer<MethodVisitor> instructions) {
        MethodVisitor code = out.visitMethod(Opcodes.ACC_PUBLIC, name, type, null, null);
        code.visitCode();
        instructions.accept(code);
        code.visitMaxs(stack, locals);
        code.visitEnd();
        return out.toByteArray();
    }
}
