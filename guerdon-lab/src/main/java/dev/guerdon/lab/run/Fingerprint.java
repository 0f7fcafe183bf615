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

/** A hash of everything that decides how tasks are run, so that a run is not continued with other ones. */
final class Fingerprint {

    private Fingerprint() {}

    static String of(List<Suite.Part> parts) {
        MessageDigest digest = Sha256.digest();
        for (Suite.Part part : parts) {
            add(
                    digest,
                    part.name(),
                    part.environment(),
                    part.environmentOptions(),
                    part.agent(),
                    part.model(),
                    part.tools(),
                    part.settings(),
                    part.reward(),
                    part.limits());
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
