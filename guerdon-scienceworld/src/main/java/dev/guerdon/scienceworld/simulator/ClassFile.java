package dev.guerdon.scienceworld.simulator;

import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Changes a class of the simulator before it is loaded: a call taken out, or a method without branches added. */
final class ClassFile {

    private static final int ASM = Opcodes.ASM9;

    private final byte[] bytes;
    private final ClassReader reader;

    /** The names and descriptors of the methods that the class has itself. */
    private final Set<String> methods = new HashSet<>();

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
                },
                ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG);
    }

    /** The class with every call of {@code System.exit} replaced by nothing, if it has such a call. */
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

    /** The class with a {@code hashCode} that is the low half of what a {@code long} accessor of it answers. */
    byte[] withHashCodeOf(String accessor) {
        if (!methods.contains(accessor + "()J") || methods.contains("hashCode()I")) {
            return bytes;
        }
        ClassWriter out = new ClassWriter(reader, 0);
        reader.accept(out, 0);
        MethodVisitor code = out.visitMethod(Opcodes.ACC_PUBLIC, "hashCode", "()I", null, null);
        code.visitCode();
        code.visitVarInsn(Opcodes.ALOAD, 0);
        code.visitMethodInsn(Opcodes.INVOKEVIRTUAL, reader.getClassName(), accessor, "()J", false);
        code.visitInsn(Opcodes.L2I);
        code.visitInsn(Opcodes.IRETURN);
        code.visitMaxs(2, 1);
        code.visitEnd();
        return out.toByteArray();
    }

    /**
     * The class with a method {@code String[] name(String)} that asks a static {@code of(Object, String)} of another class.
     *
     * @param original the name that the method has from now on
     * @return the changed bytes, or the same array where there is no such method
     */
    byte[] withWordsFrom(String owner, String name, String original) {
        String words = "(Ljava/lang/String;)[Ljava/lang/String;";
        if (!methods.contains(name + words)) {
            return bytes;
        }
        ClassWriter out = new ClassWriter(reader, 0);
        reader.accept(
                new ClassVisitor(ASM, out) {
                    @Override
                    public MethodVisitor visitMethod(
                            int access,
                            String declared,
                            String descriptor,
                            @Nullable String signature,
                            String @Nullable [] exceptions) {
                        String kept = (declared + descriptor).equals(name + words) ? original : declared;
                        return super.visitMethod(access, kept, descriptor, signature, exceptions);
                    }
                },
                0);
        MethodVisitor code = out.visitMethod(Opcodes.ACC_PUBLIC, name, words, null, null);
        code.visitCode();
        code.visitVarInsn(Opcodes.ALOAD, 0);
        code.visitVarInsn(Opcodes.ALOAD, 1);
        String asked = "(Ljava/lang/Object;Ljava/lang/String;)[Ljava/lang/String;";
        code.visitMethodInsn(Opcodes.INVOKESTATIC, owner, "of", asked, false);
        code.visitInsn(Opcodes.ARETURN);
        code.visitMaxs(2, 2);
        code.visitEnd();
        return out.toByteArray();
    }
}
