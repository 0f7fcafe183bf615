package dev.guerdon.browser.proxy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;

/** Reads the body that belongs to a head, without its framing. */
final class Body {

    /** Takes a part of a body. */
    @FunctionalInterface
    interface Sink {
        void take(byte[] bytes, int count) throws IOException;
    }

    private Body() {}

    static boolean isChunked(Head head) {
        return head.header("transfer-encoding")
                .map(value -> value.toLowerCase(Locale.ROOT).contains("chunked"))
                .orElse(false);
    }

    /** The length that a head tells; -1 where it tells none. */
    static long length(Head head) throws IOException {
        String told = head.header("content-length").orElse("-1");
        try {
            return Long.parseLong(told);
        } catch (NumberFormatException e) {
            throw new IOException("Content-Length is no number", e);
        }
    }

    /** The body of a request, which has none unless its head says so. */
    static byte[] ofRequest(Head head, InputStream in, int most) throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        Sink sink = (bytes, count) -> {
            if (all.size() + count > most) {
                throw new IOException("a request of more than " + most + " bytes is not recorded");
            }
            all.write(bytes, 0, count);
        };
        if (isChunked(head)) {
            chunks(in, sink);
        } else if (length(head) > 0) {
            exactly(in, length(head), sink);
        }
        return all.toByteArray();
    }

    /** The body of an answer on a connection that ends with it. */
    static void ofAnswer(Head head, InputStream in, Sink sink) throws IOException {
        if (isChunked(head)) {
            chunks(in, sink);
        } else if (length(head) >= 0) {
            exactly(in, length(head), sink);
        } else {
            byte[] buffer = new byte[16 << 10];
            for (int read; (read = in.read(buffer)) >= 0; ) {
                sink.take(buffer, read);
            }
        }
    }

    private static void exactly(InputStream in, long length, Sink sink) throws IOException {
        byte[] buffer = new byte[16 << 10];
        for (long left = length; left > 0; ) {
            int read = in.read(buffer, 0, (int) Math.min(buffer.length, left));
            if (read < 0) {
                throw new IOException("the connection was closed in the middle of a body");
            }
            sink.take(buffer, read);
            left -= read;
        }
    }

    private static void chunks(InputStream in, Sink sink) throws IOException {
        while (true) {
            String line = line(in);
            int end = line.indexOf(';');
            long size;
            try {
                size = Long.parseLong((end < 0 ? line : line.substring(0, end)).strip(), 16);
            } catch (NumberFormatException e) {
                throw new IOException("a chunk has no length", e);
            }
            if (size < 0) {
                throw new IOException("a chunk has no length");
            }
            if (size == 0) {
                while (!line(in).isEmpty()) {
                    // Trailers are about the transfer.
                }
                return;
            }
            exactly(in, size, sink);
            line(in);
        }
    }

    private static String line(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int next; (next = in.read()) != '\n'; ) {
            if (next < 0 || line.length() > 8_192) {
                throw new IOException("a chunk is cut");
            }
            if (next != '\r') {
                line.append((char) next);
            }
        }
        return line.toString();
    }
}
