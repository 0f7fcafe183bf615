package dev.guerdon.webshop.catalogue;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/**
 * Cuts a huge JSON array of objects into its elements without parsing them.
 *
 * <p>It only counts braces and skips strings, so a broken element spoils itself alone: after a string that runs over the end of its
 * line, reading goes on at the next line that begins as the first element's line did. Memory: one element.
 */
final class JsonElements implements Closeable {

    /** No product is anywhere near this; more means that the file is not what it should be. */
    private static final int MAX_ELEMENT = 32 << 20;

    /**
     * One element.
     *
     * @param json its bytes
     * @param line where it begins, from 1
     * @param fault what is wrong with its outline, if anything
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared, and a copy would cost
    record Element(byte[] json, long line, @Nullable String fault) {}

    private final InputStream in;
    private final byte[] buffer = new byte[1 << 16];
    private int filled;
    private int at;
    private long line = 1;
    private int column;
    private int firstColumn = -1;
    private long bytes;

    JsonElements(InputStream in) {
        this.in = in;
    }

    /** How many bytes were read so far. */
    long bytes() {
        return bytes;
    }

    /** The next element, or null at the end of the array. */
    @Nullable
    Element next() throws IOException {
        int c = read();
        while (c >= 0 && c != '{') {
            c = read();
        }
        if (c < 0) {
            return null;
        }
        if (firstColumn < 0) {
            firstColumn = column;
        }
        return element();
    }

    private Element element() throws IOException {
        long start = line;
        ByteArrayOutputStream json = new ByteArrayOutputStream(8192);
        json.write('{');
        int depth = 1;
        boolean inString = false;
        while (depth > 0) {
            int c = read();
            if (c < 0) {
                return new Element(json.toByteArray(), start, "the file ends inside it");
            }
            if (json.size() >= MAX_ELEMENT) {
                return new Element(new byte[0], start, "it is longer than " + (MAX_ELEMENT >> 20) + " MB");
            }
            json.write(c);
            if (inString) {
                if (c == '\\') {
                    int escaped = read();
                    if (escaped >= 0) {
                        json.write(escaped);
                    }
                } else if (c == '"') {
                    inString = false;
                } else if (c == '\n') {
                    skipToNextElement();
                    return new Element(json.toByteArray(), start, "a text in it is not closed on its line");
                }
            } else if (c == '"') {
                inString = true;
            } else if (c == '{') {
                depth++;
            } else if (c == '}') {
                depth--;
            }
        }
        return new Element(json.toByteArray(), start, null);
    }

    /** Leaves the reader before a brace in the column where the first element began. */
    private void skipToNextElement() throws IOException {
        boolean blank = column == 0;
        while (true) {
            if (at == filled && !fill()) {
                return;
            }
            byte c = buffer[at];
            if (blank && c == '{' && column + 1 == firstColumn) {
                return;
            }
            if (c == '\n') {
                blank = true;
            } else if (c != ' ' && c != '\t' && c != '[') {
                blank = false;
            }
            read();
        }
    }

    private int read() throws IOException {
        if (at == filled && !fill()) {
            return -1;
        }
        int c = buffer[at++] & 0xff;
        if (c == '\n') {
            line++;
            column = 0;
        } else {
            column++;
        }
        return c;
    }

    private boolean fill() throws IOException {
        filled = Math.max(0, in.read(buffer));
        at = 0;
        bytes += filled;
        return filled > 0;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
