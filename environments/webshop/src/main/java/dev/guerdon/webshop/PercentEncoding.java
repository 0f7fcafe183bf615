package dev.guerdon.webshop;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Writes and reads percent-encoded parts of addresses. */
final class PercentEncoding {

    private static final String HEX = "0123456789ABCDEF";

    /** What browsers and the reference's HTTP client encode in a path; they leave {@code %} alone. */
    private static final String PATH_ENCODED = " \"#<>?`{}";

    private PercentEncoding() {}

    /** Encodes a whole path as AgentFly's HTTP client does: what separates its parts stays. */
    static String path(String text) {
        return encode(text, PATH_ENCODED);
    }

    /** Encodes one part of a path so that every client accepts it, and decoding gives it back, whatever it holds. */
    static String part(String text) {
        return encode(text, PATH_ENCODED + "/%\\[]|^");
    }

    private static String encode(String text, String encoded) {
        StringBuilder out = new StringBuilder(text.length() + 16);
        for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
            int c = b & 0xff;
            if (c <= 0x20 || c >= 0x7f || encoded.indexOf(c) >= 0) {
                out.append('%').append(HEX.charAt(c >> 4)).append(HEX.charAt(c & 15));
            } else {
                out.append((char) c);
            }
        }
        return out.toString();
    }

    /** Decodes a text; a percent sign without two digits after it stays. */
    static String decode(String text) {
        if (text.indexOf('%') < 0) {
            return text;
        }
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        ByteArrayOutputStream out = new ByteArrayOutputStream(bytes.length);
        for (int i = 0; i < bytes.length; i++) {
            int high = i + 2 < bytes.length && bytes[i] == '%' ? Character.digit(bytes[i + 1], 16) : -1;
            int low = high >= 0 ? Character.digit(bytes[i + 2], 16) : -1;
            if (low >= 0) {
                out.write(high * 16 + low);
                i += 2;
            } else {
                out.write(bytes[i]);
            }
        }
        return out.toString(StandardCharsets.UTF_8);
    }
}
