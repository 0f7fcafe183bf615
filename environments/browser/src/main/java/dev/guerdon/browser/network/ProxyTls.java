package dev.guerdon.browser.network;

import dev.guerdon.browser.spi.BrowserException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/** The two ends of TLS on which the proxy stands while it records. */
final class ProxyTls {

    /** The first byte of a TLS connection. */
    static final int HANDSHAKE = 0x16;

    private static final int HANDSHAKE_MILLIS = 30_000;

    /** Returns the end towards the browser, with bytes of it that were read already. */
    static SSLSocket server(Socket client, byte[] consumed) throws IOException {
        SSLSocket socket = (SSLSocket)
                Certificate.serving().getSocketFactory().createSocket(client, new ByteArrayInputStream(consumed), true);
        socket.setUseClientMode(false);
        return socket;
    }

    /** Returns the end towards a server, whose certificate is checked in the browser's place. */
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

    /**
     * A certificate that this process made for itself, with which the proxy reads what a browser asks over https.
     *
     * <p>Its key never leaves the process. Only a browser session whose traffic is recorded or replayed accepts it; the proxy checks the
     * certificates of the real servers in the browser's place.
     */
    static final class Certificate {

        private static final int SEQUENCE = 0x30;
        private static final int SET = 0x31;
        private static final int INTEGER = 0x02;
        private static final int BIT_STRING = 0x03;
        private static final int UTF8_STRING = 0x0c;
        private static final int GENERALIZED_TIME = 0x18;

        /** ecdsa-with-SHA256, 1.2.840.10045.4.3.2. */
        private static final byte[] ALGORITHM =
                der(SEQUENCE, new byte[] {0x06, 0x08, 0x2a, (byte) 0x86, 0x48, (byte) 0xce, 0x3d, 0x04, 0x03, 0x02});

        /** The common name, 2.5.4.3. */
        private static final byte[] COMMON_NAME = {0x06, 0x03, 0x55, 0x04, 0x03};

        private static @Nullable SSLContext shared;

        /** Returns the TLS of a server that shows this certificate, made on first use. */
        static synchronized SSLContext serving() {
            SSLContext made = shared;
            if (made == null) {
                try {
                    made = make();
                } catch (GeneralSecurityException | IOException e) {
                    throw new BrowserException("could not make a certificate for recording https traffic: " + e, e);
                }
                shared = made;
            }
            return made;
        }

        private static SSLContext make() throws GeneralSecurityException, IOException {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec("secp256r1"));
            KeyPair keys = generator.generateKeyPair();
            byte[] name = der(
                    SEQUENCE,
                    der(
                            SET,
                            der(
                                    SEQUENCE,
                                    COMMON_NAME,
                                    der(UTF8_STRING, "Guerdon traffic recorder".getBytes(StandardCharsets.US_ASCII)))));
            byte[] times = der(
                    SEQUENCE,
                    der(GENERALIZED_TIME, "20200101000000Z".getBytes(StandardCharsets.US_ASCII)),
                    der(GENERALIZED_TIME, "20991231235959Z".getBytes(StandardCharsets.US_ASCII)));
            byte[] number = der(INTEGER, new BigInteger(63, new SecureRandom()).toByteArray());
            byte[] told = der(
                    SEQUENCE,
                    number,
                    ALGORITHM,
                    name,
                    times,
                    name,
                    keys.getPublic().getEncoded());
            Signature signature = Signature.getInstance("SHA256withECDSA");
            signature.initSign(keys.getPrivate());
            signature.update(told);
            byte[] signed = der(SEQUENCE, told, ALGORITHM, der(BIT_STRING, new byte[] {0}, signature.sign()));

            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            char[] password = new char[0];
            store.setKeyEntry("self", keys.getPrivate(), password, new java.security.cert.Certificate[] {
                CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(signed))
            });
            KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            managers.init(store, password);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(managers.getKeyManagers(), null, null);
            return context;
        }

        /** Returns a value with its tag and its length. */
        private static byte[] der(int tag, byte[]... parts) {
            ByteArrayOutputStream content = new ByteArrayOutputStream();
            for (byte[] part : parts) {
                content.writeBytes(part);
            }
            ByteArrayOutputStream all = new ByteArrayOutputStream();
            all.write(tag);
            int length = content.size();
            if (length >= 0x100) {
                all.write(0x82);
                all.write(length >> 8);
            } else if (length >= 0x80) {
                all.write(0x81);
            }
            all.write(length & 0xff);
            all.writeBytes(content.toByteArray());
            return all.toByteArray();
        }
    }
}
