package dev.guerdon.browser.proxy;

import dev.guerdon.browser.spi.BrowserException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.spec.ECGenParameterSpec;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * A certificate that this process made for itself, with which the proxy reads what a browser asks over https.
 *
 * <p>Its key never leaves the process. Only a browser session whose traffic is recorded or replayed accepts it; the proxy checks the
 * certificates of the real servers in the browser's place.
 */
final class Certificate {

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

    private Certificate() {}

    /** The TLS of a server that shows this certificate, made on first use. */
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
                SEQUENCE, number, ALGORITHM, name, times, name, keys.getPublic().getEncoded());
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

    /** A value with its tag and its length. */
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
