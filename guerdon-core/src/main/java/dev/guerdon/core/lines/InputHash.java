package dev.guerdon.core.lines;

import dev.guerdon.api.Internal;
import dev.guerdon.base.Sha256;
import java.security.MessageDigest;
import org.jspecify.annotations.Nullable;

/** The hash of an input from its beginning up to some place, computed when somebody asks. Never changes. */
@Internal
public final class InputHash {

    /** For jobs that nobody will go on with. */
    public static final InputHash OFF = new InputHash(null, new byte[0], 0);

    private final @Nullable MessageDigest before;
    private final byte[] bytes;
    private final int length;

    private InputHash(@Nullable MessageDigest before, byte[] bytes, int length) {
        this.before = before;
        this.bytes = bytes;
        this.length = length;
    }

    /** The hash of what a digest was fed with so far. */
    public static InputHash of(MessageDigest digest) {
        return new InputHash(Sha256.copy(digest), new byte[0], 0);
    }

    /** The hash of this and the first of some bytes behind it. */
    InputHash and(byte[] more, int count) {
        return before == null ? this : new InputHash(digest(), more, count);
    }

    boolean isOn() {
        return before != null;
    }

    /** A digest to be fed with what follows. */
    MessageDigest digest() {
        MessageDigest digest = before == null ? Sha256.digest() : Sha256.copy(before);
        digest.update(bytes, 0, length);
        return digest;
    }

    /** The hash, 64 digits; empty where none was kept. */
    public String hex() {
        return before == null ? "" : Sha256.hex(digest());
    }
}
