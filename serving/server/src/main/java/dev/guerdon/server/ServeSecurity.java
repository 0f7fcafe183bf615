package dev.guerdon.server;

import dev.guerdon.api.Experimental;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.core.base.SecretFilter;
import dev.guerdon.lab.spi.SettingsFile;
import dev.guerdon.server.http.AnswerSigner;
import dev.guerdon.server.http.LiveTls.TlsFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Proof of a reward server's identity, and of its clients': TLS, and signatures of its answers. */
@Experimental
public final class ServeSecurity {

    /** Plain HTTP, and answers without a signature. */
    public static final ServeSecurity NONE = new ServeSecurity(null, null);

    private final @Nullable TlsFiles tls;
    private final @Nullable AnswerSigner signer;

    private ServeSecurity(@Nullable TlsFiles tls, @Nullable AnswerSigner signer) {
        this.tls = tls;
        this.signer = signer;
    }

    /**
     * Returns the same with TLS. The files are read again when they change.
     *
     * @param certificate PEM with the server's certificate, and those between it and the authority that signed it
     * @param key PEM with its private key: PKCS#8, PKCS#1 or SEC 1, not encrypted
     * @param clientCa PEM with the authorities whose clients may come in; null where clients need no certificate
     */
    public ServeSecurity withTls(Path certificate, Path key, @Nullable Path clientCa) {
        return new ServeSecurity(new TlsFiles(certificate, key, clientCa), signer);
    }

    /**
     * Returns the same with signed answers.
     *
     * @param key at least 32 bytes that only those know who check the signatures
     */
    public ServeSecurity withSigningKey(byte[] key) {
        return new ServeSecurity(tls, new AnswerSigner(key));
    }

    /**
     * Returns the same with signed answers, where a file or text has the key.
     *
     * @param file has the key as text; null where it comes from elsewhere
     * @param text the key, such as that of an environment variable; null or blank if there is none
     */
    public ServeSecurity withSigningKey(@Nullable Path file, @Nullable String text) {
        if (file != null) {
            return withSigningKey(fileKey(file));
        }
        return text == null || text.isBlank() ? this : withSigningKey(key(text));
    }

    Optional<TlsFiles> tls() {
        return Optional.ofNullable(tls);
    }

    @Nullable
    AnswerSigner signer() {
        return signer;
    }

    /** Returns whether the other names the same files for TLS and has the same signing key. */
    public boolean isLike(ServeSecurity other) {
        return Objects.equals(tls, other.tls) && Objects.equals(signer, other.signer);
    }

    /** Returns whether clients must show a certificate. */
    boolean isMutual() {
        return tls != null && tls.isMutual();
    }

    /** Reads {@code tls} and {@code signing} of a serve file. */
    static ServeSecurity read(SettingsFile root, Path folder, ServeConfig.Surroundings around) {
        ServeSecurity security = NONE;
        Optional<SettingsFile> tls = root.find("tls");
        if (tls.isPresent()) {
            SettingsFile node = tls.get().allow("tls", "certificate", "key", "client_ca");
            security = security.withTls(
                    path(node, "certificate", folder),
                    path(node, "key", folder),
                    node.find("client_ca")
                            .map(each -> folder.resolve(each.text("a file")))
                            .orElse(null));
        }
        Optional<SettingsFile> signing = root.find("signing");
        if (signing.isPresent()) {
            SettingsFile node = signing.get().allow("signing", "key", "key_file");
            try {
                security = security.withSigningKey(key(node, folder, around));
            } catch (GuerdonException e) {
                String message = String.valueOf(e.getMessage());
                throw message.startsWith("the signing key") ? node.problem(message) : e;
            }
        }
        return security;
    }

    private static Path path(SettingsFile node, String name, Path folder) {
        return node.find(name)
                .map(each -> folder.resolve(each.text("a file")))
                .orElseThrow(() ->
                        node.problem("'tls' needs 'certificate' and 'key', two PEM files; '" + name + "' is missing"));
    }

    private static byte[] key(SettingsFile node, Path folder, ServeConfig.Surroundings around) {
        Optional<SettingsFile> file = node.find("key_file");
        Optional<SettingsFile> variable = node.find("key");
        if (file.isPresent() == variable.isPresent()) {
            throw node.problem("'signing' needs either 'key: ${VARIABLE}' or 'key_file: FILE'");
        }
        if (file.isPresent()) {
            return fileKey(folder.resolve(file.get().text("a file")));
        }
        return key(ServeConfig.secret(
                variable.get(),
                around,
                "${SIGNING_KEY}",
                "the signing key must come from an environment variable, such as ${SIGNING_KEY}, or from a file,"
                        + " so that this file has no secret",
                "the signing key, such as the output of 'openssl rand -hex 32'"));
    }

    /** Returns a key as text: its bytes as they are, without blanks and line ends around them. */
    static byte[] key(String text) {
        String key = text.strip();
        SecretFilter.known().learn(key);
        return key.getBytes(StandardCharsets.UTF_8);
    }

    /** Returns the key of a file. */
    static byte[] fileKey(Path file) {
        try {
            return key(Files.readString(file, StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new GuerdonException(
                    "the file " + file + ", which should have the signing key, cannot be read as text (" + e + ")", e);
        }
    }
}
