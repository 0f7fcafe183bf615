package dev.guerdon.cli.serve;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.server.ServeSecurity;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of a server that proves who it is. */
final class SecurityOptions {

    @Option(
            names = "--tls-certificate",
            paramLabel = "FILE",
            description = "Speak TLS with the certificate chain of this PEM file. It is read again when it changes.")
    private @Nullable Path certificate;

    @Option(
            names = "--tls-key",
            paramLabel = "FILE",
            description = "Use this private key of the certificate, a PEM file that is not encrypted.")
    private @Nullable Path key;

    @Option(
            names = "--tls-client-ca",
            paramLabel = "FILE",
            description = "Let in only clients whose certificate one of the authorities in this PEM file has signed.")
    private @Nullable Path clientCa;

    @Option(
            names = "--signing-key-file",
            paramLabel = "FILE",
            description =
                    "Sign answers with the key in this file. GUERDON_SIGNING_KEY has the key itself; docs/serve/security.md"
                            + " shows how to check a signature.")
    private @Nullable Path signingKey;

    /** Whether one of them was given. */
    boolean isGiven() {
        return certificate != null || key != null || clientCa != null || signingKey != null;
    }

    /** What they say, on top of what a file says. */
    ServeSecurity over(ServeSecurity file) {
        if ((certificate == null) != (key == null)) {
            throw new GuerdonException(
                    "--tls-certificate and --tls-key belong together: the certificate chain and its private key, both PEM");
        }
        if (clientCa != null && certificate == null) {
            throw new GuerdonException(
                    "--tls-client-ca needs --tls-certificate and --tls-key: without TLS, clients show"
                            + " no certificate");
        }
        ServeSecurity secured = certificate == null || key == null ? file : file.withTls(certificate, key, clientCa);
        return secured.withSigningKey(signingKey, System.getenv("GUERDON_SIGNING_KEY"));
    }
}
