package dev.guerdon.browser.proxy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

/** The two ends of TLS on which the proxy stands while it records. */
final class Tls {

    /** The first byte of a TLS connection. */
    static final int HANDSHAKE = 0x16;

    private static final int HANDSHAKE_MILLIS = 30_000;

    private Tls() {}

    /** The end towards the browser, with bytes of it that were read already. */
    static SSLSocket server(Socket client, byte[] consumed) throws IOException {
        SSLSocket socket = (SSLSocket)
                Certificate.serving().getSocketFactory().createSocket(client, new ByteArrayInputStream(consumed), true);
        socket.setUseClientMode(false);
        return socket;
    }

    /** The end towards a server, whose certificate is checked in the browser's place. */
    static SSLSocket client(Socket line, String host, int port, boolean trustsAll) throws IOException {
        boolean address = host.startsWith("[") || host.matches("[0-9.]+");
        String name = host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
        SSLSocket socket = (SSLSocket) context(trustsAll).getSocketFactory().createSocket(line, name, port, true);
        SSLParameters parameters = socket.getSSLParameters();
        if (!trustsAll) {
            parameters.setEndpointIdentificationAlgorithm("HTTPS");
        }
        if (!address) {
            parameters.setServerNames(List.of(new SNIHostName(name)));
        }
        parameters.setApplicationProtocols(new String[] {"http/1.1"});
        socket.setSSLParameters(parameters);
        int before = line.getSoTimeout();
        line.setSoTimeout(HANDSHAKE_MILLIS);
        try {
            socket.startHandshake();
        } catch (IOException e) {
            throw new IOException("No secure connection to " + host + ": " + e.getMessage(), e);
        }
        line.setSoTimeout(before);
        return socket;
    }

    private static SSLContext context(boolean trustsAll) throws IOException {
        try {
            if (!trustsAll) {
                return SSLContext.getDefault();
            }
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, new TrustManager[] {new TrustsAll()}, null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IOException("this JVM has no TLS: " + e.getMessage(), e);
        }
    }

    /** For users who said that pages open although their certificate is not trusted. */
    private static final class TrustsAll extends X509ExtendedTrustManager {

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
