package dev.guerdon.core.registry;

import dev.guerdon.core.boundary.ExitGuard;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Turns the calls in a class file that would end the JVM into calls of {@link ExitGuard}.
 *
 * <p>A call of a static method is turned by pointing its entry of the constant pool elsewhere. A call of a method of {@code Runtime} takes
 * the same values from the stack as a static method with the runtime as its first parameter, so there only the instruction changes.
 * Calls by reflection are not seen.
 */
final class ExitCalls {

    private static final String EXIT = ExitGuard.class.getName().replace('.', '/');
    private static final String INT = "(I)V";
    private static final String RUNTIME_INT = "(Ljava/lang/Runtime;I)V";
    private static final int METHOD = 10;
    private static final int METHOD_HANDLE = 15;
    private static final int INVOKE_VIRTUAL_HANDLE = 5;
    private static final int INVOKE_STATIC_HANDLE = 6;
    private static final int INVOKE_VIRTUAL = 0xb6;
    private static final int INVOKE_STATIC = 0xb8;

    private final ByteBuffer in;
    private final int[] at;
    private final int poolEnd;
    private final ByteArrayOutputStream added = new ByteArrayOutputStream();
    private final Map<String, Integer> addedEntries = new HashMap<>();
    private int entries;

    /** The entries that were calls of a method of {@code Runtime}. */
    private final Set<Integer> ofRuntime = new HashSet<>();

    private ExitCalls(byte[] classFile) {
        this.in = ByteBuffer.wrap(classFile.clone());
        this.entries = in.getChar(8);
        this.at = new int[entries];
        int position = 10;
        for (int i = 1; i < entries; i++) {
            at[i] = position;
            int tag = in.get(position);
            position += switch (tag) {
                case 1 -> 3 + in.getChar(position + 1);
                case 7, 8, 16, 19, 20 -> 3;
                case 15 -> 4;
                case 5, 6 -> 9;
                default -> 5;
            };
            if (tag == 5 || tag == 6) {
                i++; // a long or double takes two numbers
            }
        }
        this.poolEnd = position;
    }

    /** Returns the class without such calls, if it has any; a file that is no class file has none. */
    static Optional<byte[]> replaced(byte[] classFile) {
        try {
            return new ExitCalls(classFile).replaced();
        } catch (IndexOutOfBoundsException e) {
            return Optional.empty(); // the JVM has the words for what is wrong with it
        }
    }

    private Optional<byte[]> replaced() {
        boolean found = false;
        int original = entries;
        for (int i = 1; i < original; i++) {
            if (at[i] > 0 && in.get(at[i]) == METHOD) {
                found |= replaceMethod(i);
            }
        }
        if (!found) {
            return Optional.empty();
        }
        for (int i = 1; i < original; i++) {
            if (at[i] > 0
                    && in.get(at[i]) == METHOD_HANDLE
                    && in.get(at[i] + 1) == INVOKE_VIRTUAL_HANDLE
                    && ofRuntime.contains((int) in.getChar(at[i] + 2))) {
                in.put(at[i] + 1, (byte) INVOKE_STATIC_HANDLE);
            }
        }
        if (!ofRuntime.isEmpty()) {
            methods();
        }
        byte[] bytes = in.array();
        ByteBuffer out = ByteBuffer.allocate(bytes.length + added.size());
        out.put(bytes, 0, 8)
                .putChar((char) entries)
                .put(bytes, 10, poolEnd - 10)
                .put(added.toByteArray());
        return Optional.of(out.put(bytes, poolEnd, bytes.length - poolEnd).array());
    }

    private boolean replaceMethod(int entry) {
        String owner = utf8(in.getChar(at[in.getChar(at[entry] + 1)] + 1));
        int nameAndType = at[in.getChar(at[entry] + 3)];
        String name = utf8(in.getChar(nameAndType + 1));
        if (!utf8(in.getChar(nameAndType + 3)).equals(INT)) {
            return false;
        }
        if (owner.equals("java/lang/System") && name.equals("exit")) {
            in.putChar(at[entry] + 1, (char) exitClass());
            return true;
        }
        if (owner.equals("java/lang/Runtime") && (name.equals("exit") || name.equals("halt"))) {
            in.putChar(at[entry] + 1, (char) exitClass());
            in.putChar(at[entry] + 3, (char) add(name, out -> {
                out.write(12);
                out.writeChar(text(name));
                out.writeChar(text(RUNTIME_INT));
            }));
            ofRuntime.add(entry);
            return true;
        }
        return false;
    }

    private int exitClass() {
        return add("class", out -> {
            out.write(7);
            out.writeChar(text(EXIT));
        });
    }

    private int text(String text) {
        return add("text " + text, out -> {
            out.write(1);
            out.writeUTF(text);
        });
    }

    private interface Entry {
        void write(DataOutputStream out) throws IOException;
    }

    /** Adds an entry to the end of the pool, once; what it refers to comes before it. */
    private int add(String key, Entry entry) {
        Integer known = addedEntries.get(key);
        if (known != null) {
            return known;
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            entry.write(new DataOutputStream(bytes));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        added.writeBytes(bytes.toByteArray());
        addedEntries.put(key, entries);
        return entries++;
    }

    private String utf8(int entry) {
        int length = in.getChar(at[entry] + 1);
        return new String(in.array(), at[entry] + 3, length, StandardCharsets.UTF_8);
    }

    /** Looks at the code of every method. */
    private void methods() {
        int position = poolEnd + 6;
        position += 2 + 2 * in.getChar(position); // interfaces
        position = members(position, false);
        members(position, true);
    }

    private int members(int from, boolean methods) {
        int position = from + 2;
        for (int i = in.getChar(from); i > 0; i--) {
            int attributes = in.getChar(position + 6);
            position += 8;
            for (int a = 0; a < attributes; a++) {
                if (methods && utf8(in.getChar(position)).equals("Code")) {
                    code(position + 14, position + 14 + in.getInt(position + 10));
                }
                position += 6 + in.getInt(position + 2);
            }
        }
        return position;
    }

    private void code(int from, int to) {
        for (int i = from; i < to; ) {
            int instruction = in.get(i) & 0xff;
            if (instruction == INVOKE_VIRTUAL && ofRuntime.contains((int) in.getChar(i + 1))) {
                in.put(i, (byte) INVOKE_STATIC);
            }
            i += length(instruction, i, from);
        }
    }

    private int length(int instruction, int i, int from) {
        return switch (instruction) {
            case 0x10, 0x12, 0x15, 0x16, 0x17, 0x18, 0x19, 0x36, 0x37, 0x38, 0x39, 0x3a, 0xa9, 0xbc -> 2;
            case 0x11, 0x13, 0x14, 0x84, 0xbb, 0xbd, 0xc0, 0xc1, 0xc6, 0xc7 -> 3;
            case 0xb9, 0xba, 0xc8, 0xc9 -> 5;
            case 0xc5 -> 4;
            case 0xc4 -> (in.get(i + 1) & 0xff) == 0x84 ? 6 : 4;
            case 0xaa -> {
                int operands = padded(i, from);
                yield operands + 12 + 4 * (in.getInt(operands + 8) - in.getInt(operands + 4) + 1) - i;
            }
            case 0xab -> {
                int operands = padded(i, from);
                yield operands + 8 + 8 * in.getInt(operands + 4) - i;
            }
            default ->
                (instruction >= 0x99 && instruction <= 0xa8) || (instruction >= 0xb2 && instruction <= 0xb8) ? 3 : 1;
        };
    }

    /** Returns where the operands of a switch begin: at a multiple of four from the start of the code. */
    private static int padded(int i, int from) {
        return i + 4 - (i - from) % 4;
    }
}
