package dev.guerdon.base;

import dev.guerdon.api.Internal;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256, which every Java has. */
@Internal
public final class Sha256 {

    private Sha256() {}

    /** A digest to be fed. */
    public static MessageDigest digest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new LinkageError("every Java has SHA-256", e);
        }
    }

    /** The first bytes of the hash of a text, as twice as many hexadecimal digits. */
    public static String hex(String text, int bytes) {
        byte[] hash = digest().digest(text.getBytes(StandardCharsets.UTF_8));
        return HexFormat.of().formatHex(hash, 0, bytes);
    }
}
