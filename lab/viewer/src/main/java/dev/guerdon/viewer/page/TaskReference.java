package dev.guerdon.viewer.page;

import dev.guerdon.api.Internal;
import dev.guerdon.core.base.SecretFilter;
import dev.guerdon.core.base.Sha256;

/**
 * Text for a task in addresses and forms: its id, or a fingerprint of one that looks like a secret, which addresses would carry
 * into histories and logs.
 */
@Internal
public final class TaskReference {

    private static final String MARK = "~";

    private TaskReference() {}

    /** Returns the reference to a task. */
    public static String of(String task) {
        return SecretFilter.known().redact(task).equals(task) ? task : MARK + Sha256.hex(task, 16);
    }

    /** Returns whether a reference may be a fingerprint. */
    public static boolean isFingerprint(String reference) {
        return reference.startsWith(MARK) && reference.length() == MARK.length() + 32;
    }
}
