package dev.guerdon.server;

import dev.guerdon.api.Experimental;
import dev.guerdon.server.http.AnswerSigner;
import dev.guerdon.server.http.LiveTls.TlsFiles;
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
     * The same with TLS. The files are read again when they change.
     *
     * @param certificate PEM with the server's certificate, and those between it and the authority that signed it
     * @param key PEM with its private key: PKCS#8, PKCS#1 or SEC 1, not encrypted
     * @param clientCa PEM with the authorities whose clients may come in; null where clients need no certificate
     */
    public ServeSecurity withTls(Path certificate, Path key, @Nullable Path clientCa) {
        return new ServeSecurity(new TlsFiles(certificate, key, clientCa), signer);
    }

    /**
     * The same with signed answers.
     *
     * @param key at least 32 bytes that nobody else knows but who checks the signatures
     */
    public ServeSecurity withSigningKey(byte[] key) {
        return new ServeSecurity(tls, new AnswerSigner(key));
    }

    /**
     * The same with signed answers, where a file or text has the key.
     *
     * @param file has the key as text; null where it comes from elsewhere
     * @param text the key, such as that of an environment variable; null or blank if there is none
     */
    public ServeSecurity withSigningKey(@Nullable Path file, @Nullable String text) {
        return SecuritySettings.signed(this, file, text);
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
}
