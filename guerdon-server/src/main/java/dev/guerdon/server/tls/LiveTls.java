package dev.guerdon.server.tls;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import java.io.IOException;
import java.lang.System.Logger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyManagementException;
import java.security.NoSuchAlgorithmException;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;
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
    private final SSLContext context;
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
        this.believed = new Believed(identity, ConcurrentHashMap.newKeySet());
        warn(identity);
        try {
            this.context = SSLContext.getInstance("TLS");
            context.init(
                    new KeyManager[] {new LiveKeys(() -> identity.keys())},
                    new TrustManager[] {new LiveTrust(() -> identity.clients())},
                    null);
        } catch (NoSuchAlgorithmException | KeyManagementException e) {
            throw new GuerdonException("TLS cannot be had from this JVM: " + e.getMessage(), e);
        }
        Thread.ofPlatform().daemon().name("guerdon-tls").start(this::watch);
    }

    public SSLContext context() {
        return context;
    }

    /** Only the versions of TLS that nobody has broken, and a certificate of the client where one is needed. */
    public SSLParameters parameters() {
        SSLParameters parameters = context.getDefaultSSLParameters();
        parameters.setProtocols(new String[] {"TLSv1.3", "TLSv1.2"});
        parameters.setUseCipherSuitesOrder(true);
        parameters.setNeedClientAuth(files.isMutual());
        return parameters;
    }

    public boolean isMutual() {
        return files.isMutual();
    }

    /**
     * Whether a client's certificate is believed now. A session that is resumed was checked when it began, perhaps against an authority
     * that is believed no more.
     */
    @SuppressWarnings("ReferenceEquality") // whether the files were read again since
    public boolean believes(Certificate[] chain) {
        Identity now = identity;
        X509ExtendedTrustManager clients = now.clients();
        if (clients == null) {
            return true;
        }
        if (chain.length == 0 || !Arrays.stream(chain).allMatch(X509Certificate.class::isInstance)) {
            return false;
        }
        try {
            X509Certificate[] certificates = Arrays.copyOf(chain, chain.length, X509Certificate[].class);
            certificates[0].checkValidity();
            Believed known = believed;
            if (known.by != now || known.certificates.size() > MOST_BELIEVED) {
                known = new Believed(now, ConcurrentHashMap.newKeySet());
                believed = known;
            }
            if (!known.certificates.contains(certificates[0])) {
                clients.checkClientTrusted(
                        certificates, certificates[0].getPublicKey().getAlgorithm());
                known.certificates.add(certificates[0]);
            }
            return true;
        } catch (CertificateException | IllegalArgumentException e) {
            return false;
        }
    }

    /** The clients' certificates that one reading of the files has found good: a client sends many requests. */
    private record Believed(Identity by, Set<Certificate> certificates) {}

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
            identity = Identity.read(files, Instant.now());
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

    /** A digest of all files, so that a change is seen however it was made: in place, by a rename or through a link. */
    private static byte[] contents(TlsFiles files) {
        try {
            java.security.MessageDigest digest = java.security.MessageDigest.getInstance("SHA-256");
            for (@Nullable Path each : new @Nullable Path[] {files.certificate(), files.key(), files.clientCa()}) {
                if (each != null) {
                    digest.update((byte) 0);
                    digest.update(bytes(each));
                }
            }
            return digest.digest();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
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
}
