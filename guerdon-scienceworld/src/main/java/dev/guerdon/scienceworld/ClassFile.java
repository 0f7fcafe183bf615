package dev.guerdon.scienceworld;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/** Reads just enough of a class file to change one call or to add one method without branches. */
final class ClassFile {

    private static final int UTF8 = 1;
    private static final int CLASS = 7;
    private static final int METHOD_REF = 10;
    private static final int NAME_AND_TYPE = 12;
    private static final int ILOAD_1 = 0x1b;
    private static final int POP = 0x57;
    private static final int INVOKE_STATIC = 0xb8;

    private final byte[] bytes;
    private final ByteBuffer in;
    /** Where each constant's tag byte is; 0 for the unused second half of a long or double. */
    private final int[] constants;

    private final int afterConstants;

    ClassFile(byte[] bytes) {
        this.bytes = bytes;
        this.in = ByteBuffer.wrap(bytes);
        int count = unsignedShort(8);
        constants = new int[count];
        int at = 10;
        for (int i = 1; i < count; i++) {
            constants[i] = at;
            int tag = bytes[at];
            at += switch (tag) {
                case UTF8 -> 3 + unsignedShort(at + 1);
                case CLASS, 8, 16, 19, 20 -> 3;
                case 15 -> 4;
                case 5, 6 -> 9;
                default -> 5;
            };
            if (tag == 5 || tag == 6) {
                i++;
            }
        }
        afterConstants = at;
    }

    /** The class with every {@code System.exit(i)} of its first parameter replaced by nothing, if it has such a call. */
    Optional<byte[]> withoutExit() {
        int exit = methodRef("java/lang/System", "exit", "(I)V");
        byte[] changed = bytes.clone();
        boolean found = false;
        for (int i = afterConstants; exit > 0 && i + 3 < bytes.length; i++) {
            if (bytes[i] == ILOAD_1 && bytes[i + 1] == (byte) INVOKE_STATIC && unsignedShort(i + 2) == exit) {
                changed[i + 1] = POP;
                changed[i + 2] = 0;
                changed[i + 3] = 0;
                found = true;
            }
        }
        return found ? Optional.of(changed) : Optional.empty();
    }

    /** The class with a {@code hashCode} that is the low half of what a {@code long} accessor of it answers. */
    byte[] withHashCodeOf(String accessor) {
        int method = methodRef(utf8(unsignedShort(constants[unsignedShort(afterConstants + 2)] + 1)), accessor, "()J");
        if (method < 0 || declaresHashCode()) {
            return bytes;
        }
        int first = constants.length;
        ByteArrayOutputStream out = new ByteArrayOutputStream(bytes.length + 64);
        try (DataOutputStream data = new DataOutputStream(out)) {
            data.write(bytes, 0, 8);
            data.writeShort(first + 3);
            data.write(bytes, 10, afterConstants - 10);
            for (String text : new String[] {"hashCode", "()I", "Code"}) {
                data.writeByte(UTF8);
                data.writeUTF(text);
            }
            int count = methodCount();
            int methodsEnd = skipMembers(count + 2, unsignedShort(count));
            data.write(bytes, afterConstants, count - afterConstants);
            data.writeShort(unsignedShort(count) + 1);
            data.write(bytes, count + 2, methodsEnd - count - 2);
            // aload_0, invokevirtual, l2i, ireturn
            writeMethod(data, first, 1, new int[] {0x2a, 0xb6, method >> 8, method & 0xff, 0x88, 0xac});
            data.write(bytes, methodsEnd, bytes.length - methodsEnd);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }

    /**
     * The class with a method {@code String[] name(String)} that asks a static {@code of(Object, String)} of another class.
     *
     * @param original the name that the method has from now on
     * @return the changed bytes, or the same array where there is no such method
     */
    byte[] withWordsFrom(String owner, String name, String original) {
        String descriptor = "(Ljava/lang/String;)[Ljava/lang/String;";
        int found = method(name, descriptor);
        if (found < 0) {
            return bytes;
        }
        int first = constants.length;
        int count = methodCount();
        int methodsEnd = skipMembers(count + 2, unsignedShort(count));
        ByteArrayOutputStream out = new ByteArrayOutputStream(bytes.length + 256);
        try (DataOutputStream data = new DataOutputStream(out)) {
            data.write(bytes, 0, 8);
            data.writeShort(first + 10);
            data.write(bytes, 10, afterConstants - 10);
            for (String text : new String[] {
                original,
                name,
                descriptor,
                "Code",
                owner,
                "of",
                "(Ljava/lang/Object;Ljava/lang/String;)[Ljava/lang/String;"
            }) {
                data.writeByte(UTF8);
                data.writeUTF(text);
            }
            data.writeByte(CLASS);
            data.writeShort(first + 4);
            data.writeByte(NAME_AND_TYPE);
            data.writeShort(first + 5);
            data.writeShort(first + 6);
            data.writeByte(METHOD_REF);
            data.writeShort(first + 7);
            data.writeShort(first + 8);
            data.write(bytes, afterConstants, count - afterConstants);
            data.writeShort(unsignedShort(count) + 1);
            data.write(bytes, count + 2, found + 2 - count - 2);
            data.writeShort(first);
            data.write(bytes, found + 4, methodsEnd - found - 4);
            writeMethod(
                    data, first + 1, 2, new int[] {0x2a, 0x2b, INVOKE_STATIC, (first + 9) >> 8, (first + 9) & 0xff, 0xb0
                    });
            data.write(bytes, methodsEnd, bytes.length - methodsEnd);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }

    /** A public method; the constants of its name, its descriptor and the word Code follow each other. */
    private static void writeMethod(DataOutputStream out, int name, int locals, int[] code) throws IOException {
        out.writeShort(1);
        out.writeShort(name);
        out.writeShort(name + 1);
        out.writeShort(1);
        out.writeShort(name + 2);
        out.writeInt(12 + code.length);
        out.writeShort(2);
        out.writeShort(locals);
        out.writeInt(code.length);
        for (int instruction : code) {
            out.writeByte(instruction);
        }
        out.writeShort(0);
        out.writeShort(0);
    }

    private boolean declaresHashCode() {
        return method("hashCode", "()I") >= 0;
    }

    /** Where a method begins, or -1. */
    private int method(String name, String descriptor) {
        int count = methodCount();
        int at = count + 2;
        for (int i = 0; i < unsignedShort(count); i++) {
            if (utf8(unsignedShort(at + 2)).equals(name)
                    && utf8(unsignedShort(at + 4)).equals(descriptor)) {
                return at;
            }
            at = skipMembers(at, 1);
        }
        return -1;
    }

    /** Where the number of methods stands. */
    private int methodCount() {
        int interfaces = afterConstants + 6;
        int fields = interfaces + 2 + 2 * unsignedShort(interfaces);
        return skipMembers(fields + 2, unsignedShort(fields));
    }

    private int skipMembers(int start, int count) {
        int at = start;
        for (int i = 0; i < count; i++) {
            int attributes = unsignedShort(at + 6);
            at += 8;
            for (int j = 0; j < attributes; j++) {
                at += 6 + in.getInt(at + 2);
            }
        }
        return at;
    }

    private int methodRef(String owner, String name, String descriptor) {
        for (int i = 1; i < constants.length; i++) {
            int at = constants[i];
            if (at != 0 && bytes[at] == METHOD_REF) {
                int ownerClass = constants[unsignedShort(at + 1)];
                int nameAndType = constants[unsignedShort(at + 3)];
                if (bytes[nameAndType] == NAME_AND_TYPE
                        && utf8(unsignedShort(nameAndType + 1)).equals(name)
                        && utf8(unsignedShort(nameAndType + 3)).equals(descriptor)
                        && utf8(unsignedShort(ownerClass + 1)).equals(owner)) {
                    return i;
                }
            }
        }
        return -1;
    }

    private String utf8(int index) {
        int at = constants[index];
        return new String(Arrays.copyOfRange(bytes, at + 3, at + 3 + unsignedShort(at + 1)), StandardCharsets.UTF_8);
    }

    private int unsignedShort(int at) {
        return Short.toUnsignedInt(in.getShort(at));
    }
}
