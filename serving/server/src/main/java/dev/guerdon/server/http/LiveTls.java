package dev.guerdon.server.http;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import dev.guerdon.core.base.Sha256;
import io.helidon.common.tls.Tls;
import io.helidon.common.tls.TlsClientAuth;
import java.io.IOException;
import java.lang.System.Logger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.MessageDigest;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Date;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;

/**
 * TLS whose files may change while the server runs.
 *
 * <p>It looks at the files every second. A new pair holds from the next handshake on; where one of the two files is not there yet, or is
 * wrong, everything stays as it is until both fit.
 */
@Internal
public final class LiveTls implements AutoCloseable {

    private static final Logger LOG = System.getLogger(LiveTls.class.getName());
    private static final long LOOK_MILLIS = 1_000;
    private static final int MOST_BELIEVED = 10_000;
    private static final Duration SOON = Duration.ofDays(7);

    private final TlsFiles files;
    private final Tls tls;
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile Identity identity;
    private volatile Believed believed;
    private byte[] seen;
    private byte[] told = {};

    /**
     * Reads the files.
     *
     * @throws GuerdonException that says which is wrong, and how
     */
    public LiveTls(TlsFiles files) {
        this.files = files;
        this.seen = contents(files);
        this.identity = Identity.read(files, Instant.now());
        this.believed = Believed.by(identity);
        this.tls = tls(identity);
        warn(identity);
        Thread.ofPlatform().daemon().name("guerdon-tls").start(this::watch);
    }

    /** Returns what the library needs to know; it changes with the files. */
    public Tls tls() {
        return tls;
    }

    /** Creates the settings: only unbroken versions of TLS, and a certificate of the client if one is needed. */
    private Tls tls(Identity of) {
        SSLParameters parameters = new SSLParameters();
        parameters.setProtocols(new String[] {"TLSv1.3", "TLSv1.2"});
        parameters.setUseCipherSuitesOrder(true);
        parameters.setNeedClientAuth(files.isMutual());
        try {
            return Tls.builder()
                    .privateKey(of.key())
                    .privateKeyCertChain(of.chain())
                    .trust(of.authorities())
                    .sslParameters(parameters)
                    .clientAuth(files.isMutual() ? TlsClientAuth.REQUIRED : TlsClientAuth.NONE)
                    .build();
        } catch (IllegalArgumentException e) {
            throw new GuerdonException(files.certificate() + ": the certificate cannot be used: " + e.getMessage(), e);
        }
    }

    public boolean isMutual() {
        return files.isMutual();
    }

    /**
     * Returns whether a client's certificate is believed now. A session that is resumed was checked when it began, perhaps against an authority
     * that is believed no more.
     */
    @SuppressWarnings("ReferenceEquality") // whether the files were read again since
    public boolean believes(Certificate[] chain) {
        Identity now = identity;
        if (chain.length == 0 || !Arrays.stream(chain).allMatch(X509Certificate.class::isInstance)) {
            return false;
        }
        try {
            X509Certificate[] certificates = Arrays.copyOf(chain, chain.length, X509Certificate[].class);
            certificates[0].checkValidity();
            Believed known = believed;
            if (known.by != now || known.certificates.size() > MOST_BELIEVED) {
                known = Believed.by(now);
                believed = known;
            }
            if (!known.certificates.contains(certificates[0])) {
                known.trust.checkClientTrusted(
                        certificates, certificates[0].getPublicKey().getAlgorithm());
                known.certificates.add(certificates[0]);
            }
            return true;
        } catch (CertificateException | IllegalArgumentException e) {
            return false;
        }
    }

    /** The clients' certificates that one reading of the files has found good: a client sends many requests. */
    private record Believed(Identity by, X509TrustManager trust, Set<Certificate> certificates) {

        static Believed by(Identity identity) {
            try {
                KeyStore store = KeyStore.getInstance("PKCS12");
                store.load(null, null);
                for (X509Certificate each : identity.authorities()) {
                    store.setCertificateEntry("ca" + store.size(), each);
                }
                TrustManagerFactory factory = TrustManagerFactory.getInstance("PKIX");
                factory.init(store);
                return new Believed(
                        identity, (X509TrustManager) factory.getTrustManagers()[0], ConcurrentHashMap.newKeySet());
            } catch (GeneralSecurityException | IOException e) {
                throw new IllegalStateException("every JVM has a manager of X.509 trust", e);
            }
        }
    }

    private void watch() {
        try {
            while (!ended.await(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
                look();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Reads the files again where they changed. */
    private void look() {
        byte[] now = contents(files);
        if (Arrays.equals(now, seen)) {
            return;
        }
        try {
            Identity fresh = Identity.read(files, Instant.now());
            tls.reload(tls(fresh));
            identity = fresh;
            seen = now;
            LOG.log(Logger.Level.INFO, "read " + files.certificate() + " again; it holds until " + identity.until());
            warn(identity);
        } catch (GuerdonException e) {
            // Two files never change in the same moment, so the next look may find a pair. Told once.
            if (!Arrays.equals(now, told)) {
                told = now;
                LOG.log(Logger.Level.WARNING, e.getMessage() + "; serving with the certificate from before");
            }
        }
    }

    private void warn(Identity of) {
        if (of.until().isBefore(Instant.now().plus(SOON))) {
            LOG.log(Logger.Level.WARNING, files.certificate() + ": the certificate ends on " + of.until());
        }
    }

    /** Returns a digest of all files, so that a change is seen however it was made: in place, by a rename or through a link. */
    private static byte[] contents(TlsFiles files) {
        MessageDigest digest = Sha256.digest();
        for (@Nullable Path each : new @Nullable Path[] {files.certificate(), files.key(), files.clientCa()}) {
            if (each != null) {
                digest.update((byte) 0);
                digest.update(bytes(each));
            }
        }
        return digest.digest();
    }

    private static byte[] bytes(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            return new byte[0];
        }
    }

    @Override
    public void close() {
        ended.countDown();
    }

    /**
     * The PEM files of a server that speaks TLS.
     *
     * @param certificate the server's certificate, and those between it and the authority that signed it
     * @param key its private key
     * @param clientCa the certificates of the authorities whose clients may come in; null where clients need no certificate
     */
    public record TlsFiles(
            Path certificate, Path key, @Nullable Path clientCa) {

        /** Returns whether clients must show a certificate. */
        public boolean isMutual() {
            return clientCa != null;
        }
    }

    /**
     * Result of one reading of the files: who the server is, and whom it believes.
     *
     * @param key the private key
     * @param chain the server's certificate, and those between it and the authority that signed it
     * @param authorities those whose clients may come in; empty where clients need no certificate
     * @param until when the certificate ends
     */
    record Identity(PrivateKey key, List<X509Certificate> chain, List<X509Certificate> authorities, Instant until) {

        /**
         * Reads and checks the files.
         *
         * @throws GuerdonException that says which file is wrong, and how
         */
        static Identity read(TlsFiles files, Instant now) {
            List<X509Certificate> chain = PemText.read(files.certificate(), "the server's certificate chain")
                    .certificates();
            X509Certificate own = chain.getFirst();
            try {
                own.checkValidity(Date.from(now));
            } catch (CertificateExpiredException e) {
                throw new GuerdonException(
                        files.certificate() + ": the certificate ended on "
                                + own.getNotAfter().toInstant() + "; get a new one, no client would accept this",
                        e);
            } catch (CertificateNotYetValidException e) {
                throw new GuerdonException(
                        files.certificate() + ": the certificate begins on "
                                + own.getNotBefore().toInstant() + ", and now is " + now + "; is the clock right?",
                        e);
            }
            PrivateKey key =
                    PemText.read(files.key(), "the server's private key").privateKey(own.getPublicKey());
            return new Identity(
                    key, chain, authorities(files), own.getNotAfter().toInstant());
        }

        private static List<X509Certificate> authorities(TlsFiles files) {
            if (files.clientCa() == null) {
                return List.of();
            }
            List<X509Certificate> authorities =
                    PemText.read(files.clientCa(), "the authorities of clients").certificates();
            for (X509Certificate each : authorities) {
                if (each.getBasicConstraints() < 0) {
                    throw new GuerdonException(files.clientCa() + ": '" + each.getSubjectX500Principal()
                            + "' is not the certificate of an authority; name the one that signs those of the clients");
                }
            }
            return authorities;
        }
    }
}
