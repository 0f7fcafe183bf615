package dev.guerdon.scienceworld;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/** Reads just enough of a class file to change one call or to add one method. */
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
            writeHashCode(data, first, method);
            data.write(bytes, methodsEnd, bytes.length - methodsEnd);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }

    /** {@code public int hashCode() { return (int) accessor(); }} */
    private static void writeHashCode(DataOutputStream out, int name, int accessor) throws IOException {
        out.writeShort(1);
        out.writeShort(name);
        out.writeShort(name + 1);
        out.writeShort(1);
        out.writeShort(name + 2);
        out.writeInt(12 + 6);
        out.writeShort(2);
        out.writeShort(1);
        out.writeInt(6);
        out.writeByte(0x2a); // aload_0
        out.writeByte(0xb6); // invokevirtual
        out.writeShort(accessor);
        out.writeByte(0x88); // l2i
        out.writeByte(0xac); // ireturn
        out.writeShort(0);
        out.writeShort(0);
    }

    private boolean declaresHashCode() {
        int count = methodCount();
        int at = count + 2;
        for (int i = 0; i < unsignedShort(count); i++) {
            if (utf8(unsignedShort(at + 2)).equals("hashCode")
                    && utf8(unsignedShort(at + 4)).equals("()I")) {
                return true;
            }
            at = skipMembers(at, 1);
        }
        return false;
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
