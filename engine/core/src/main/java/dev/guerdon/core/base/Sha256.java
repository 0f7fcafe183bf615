package dev.guerdon.core.base;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256, which every Java has. */
@Internal
public final class Sha256 {

    private Sha256() {}

    /** Returns a digest to be fed. */
    public static MessageDigest digest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new LinkageError("every Java has SHA-256", e);
        }
    }

    /** Returns the first bytes of the hash of a text, as twice as many hexadecimal digits. */
    public static String hex(String text, int bytes) {
        byte[] hash = digest().digest(text.getBytes(StandardCharsets.UTF_8));
        return HexFormat.of().formatHex(hash, 0, bytes);
    }

    /** Returns the hash of what a digest was fed with so far, all its 64 digits; the digest can be fed on. */
    public static String hex(MessageDigest digest) {
        return HexFormat.of().formatHex(copy(digest).digest());
    }

    /** Returns a digest that was fed with the same, and can be fed with something else. */
    public static MessageDigest copy(MessageDigest digest) {
        try {
            return (MessageDigest) digest.clone();
        } catch (CloneNotSupportedException e) {
            throw new LinkageError("every Java can copy a SHA-256", e);
        }
    }

    /** Returns the hash of a file, all its 64 digits. */
    public static String hex(Path file) throws IOException {
        MessageDigest digest = digest();
        try (InputStream in = Files.newInputStream(file)) {
            byte[] buffer = new byte[1 << 16];
            int read;
            while ((read = in.read(buffer)) >= 0) {
                digest.update(buffer, 0, read);
            }
        }
        return hex(digest);
    }

    /**
     * A file that is fetched for a user, and that is what Guerdon was tested with or is refused: what is in it runs here.
     *
     * @param what it is, with its version, as the program that fetches it takes it
     * @param sha256 the hash of its content
     */
    public record PinnedDownload(String what, String sha256) {

        /**
         * Refuses a file with another content.
         *
         * @param remedy what a user can do who trusts it
         * @throws GuerdonException with both hashes
         */
        public void check(Path file, String remedy) throws IOException {
            String found = Sha256.hex(file);
            if (!found.equals(sha256)) {
                throw new GuerdonException(
                        "what was fetched as " + what + " (" + file.getFileName() + ") has the SHA-256 " + found
                                + ", and Guerdon was tested with " + sha256 + "; nothing of it was kept. " + remedy);
            }
        }
    }
}
