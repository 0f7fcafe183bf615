package dev.guerdon.server.tls;

import dev.guerdon.api.GuerdonException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateFactory;
import java.security.cert.CertificateNotYetValidException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedKeyManager;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/**
 * What one reading of the files gave: who the server is, and whom it believes.
 *
 * @param keys shows the certificate
 * @param clients checks those of clients; null where they need none
 * @param until when the certificate ends
 */
record Identity(X509ExtendedKeyManager keys, @Nullable X509ExtendedTrustManager clients, Instant until) {

    private static final char[] NO_PASSWORD = {};

    /**
     * Reads and checks the files.
     *
     * @throws GuerdonException that says which file is wrong, and how
     */
    static Identity read(TlsFiles files, Instant now) {
        List<X509Certificate> chain = certificates(PemText.read(files.certificate(), "the server's certificate chain"));
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
        PrivateKey key = PrivateKeys.read(PemText.read(files.key(), "the server's private key"), own.getPublicKey());
        try {
            KeyStore store = store();
            store.setKeyEntry("server", key, NO_PASSWORD, chain.toArray(X509Certificate[]::new));
            KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            factory.init(store, NO_PASSWORD);
            for (KeyManager each : factory.getKeyManagers()) {
                if (each instanceof X509ExtendedKeyManager keys) {
                    return new Identity(keys, clients(files), own.getNotAfter().toInstant());
                }
            }
        } catch (GeneralSecurityException | IOException e) {
            throw new GuerdonException(files.certificate() + ": the certificate cannot be used: " + e.getMessage(), e);
        }
        throw new IllegalStateException("every JVM has a manager of X.509 keys");
    }

    private static @Nullable X509ExtendedTrustManager clients(TlsFiles files)
            throws GeneralSecurityException, IOException {
        if (files.clientCa() == null) {
            return null;
        }
        KeyStore store = store();
        int number = 0;
        for (X509Certificate each : certificates(PemText.read(files.clientCa(), "the authorities of clients"))) {
            if (each.getBasicConstraints() < 0) {
                throw new GuerdonException(files.clientCa() + ": '" + each.getSubjectX500Principal()
                        + "' is not the certificate of an authority; name the one that signs those of the clients");
            }
            store.setCertificateEntry("ca" + number++, each);
        }
        TrustManagerFactory factory = TrustManagerFactory.getInstance("PKIX");
        factory.init(store);
        for (TrustManager each : factory.getTrustManagers()) {
            if (each instanceof X509ExtendedTrustManager clients) {
                return clients;
            }
        }
        throw new IllegalStateException("every JVM has a manager of X.509 trust");
    }

    private static KeyStore store() throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, NO_PASSWORD);
        return store;
    }

    private static List<X509Certificate> certificates(PemText pem) {
        List<X509Certificate> certificates = new ArrayList<>();
        for (PemText.Block block : pem.blocks()) {
            if (!block.label().equals("CERTIFICATE")) {
                continue;
            }
            try {
                certificates.add((X509Certificate) CertificateFactory.getInstance("X.509")
                        .generateCertificate(new ByteArrayInputStream(block.bytes(pem.file()))));
            } catch (CertificateException e) {
                throw new GuerdonException(
                        pem.file() + ": certificate " + (certificates.size() + 1) + " is damaged: " + e.getMessage(),
                        e);
            }
        }
        if (certificates.isEmpty()) {
            throw new GuerdonException(pem.file() + ": expected a certificate, found "
                    + String.join(
                            ", ",
                            pem.blocks().stream()
                                    .map(PemText.Block::label)
                                    .distinct()
                                    .toList()));
        }
        return certificates;
    }
}
