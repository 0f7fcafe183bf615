package dev.guerdon.lab.run;

import dev.guerdon.api.Task;
import dev.guerdon.base.JsonCodec;
import dev.guerdon.base.MessageWriter;
import dev.guerdon.base.Sha256;
import dev.guerdon.lab.spi.Suite;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;

/** A hash of what the tasks of a run are, whoever acts on them: tells a suite that was changed from a model that was. */
final class Fingerprint {

    private Fingerprint() {}

    static String of(List<Suite.Part> parts) {
        MessageDigest digest = Sha256.digest();
        for (Suite.Part part : parts) {
            add(digest, part.name(), part.environment(), part.environmentOptions());
            for (Task task : part.tasks()) {
                add(digest, task.id(), MessageWriter.messages(task.messages()), task.fields());
            }
        }
        return HexFormat.of().formatHex(digest.digest(), 0, 16);
    }

    private static void add(MessageDigest digest, Object... values) {
        digest.update(JsonCodec.write(values).getBytes(StandardCharsets.UTF_8));
        digest.update((byte) '\n');
    }
}
