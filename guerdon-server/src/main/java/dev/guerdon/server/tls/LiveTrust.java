package dev.guerdon.server.tls;

import java.net.Socket;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.function.Supplier;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/** Believes the clients' certificates that are believed at the moment; none where no authority is named. */
final class LiveTrust extends X509ExtendedTrustManager {

    private final Supplier<@Nullable X509ExtendedTrustManager> now;

    LiveTrust(Supplier<@Nullable X509ExtendedTrustManager> now) {
        this.now = now;
    }

    private X509ExtendedTrustManager current() throws CertificateException {
        X509ExtendedTrustManager current = now.get();
        if (current == null) {
            throw new CertificateException("this server believes no certificate of a client");
        }
        return current;
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
        current().checkClientTrusted(chain, type);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) throws CertificateException {
        current().checkClientTrusted(chain, type, socket);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) throws CertificateException {
        current().checkClientTrusted(chain, type, engine);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
        throw new CertificateException("a server is nobody's client");
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) throws CertificateException {
        checkServerTrusted(chain, type);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) throws CertificateException {
        checkServerTrusted(chain, type);
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        X509ExtendedTrustManager current = now.get();
        return current == null ? new X509Certificate[0] : current.getAcceptedIssuers();
    }
}
