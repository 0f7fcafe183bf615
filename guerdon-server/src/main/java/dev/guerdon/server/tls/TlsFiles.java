package dev.guerdon.server.tls;

import dev.guerdon.api.Internal;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The PEM files of a server that speaks TLS.
 *
 * @param certificate the server's certificate, and those between it and the authority that signed it
 * @param key its private key
 * @param clientCa the certificates of the authorities whose clients may come in; null where clients need no certificate
 */
@Internal
public record TlsFiles(Path certificate, Path key, @Nullable Path clientCa) {

    /** Whether clients must show a certificate. */
    public boolean isMutual() {
        return clientCa != null;
    }
}
