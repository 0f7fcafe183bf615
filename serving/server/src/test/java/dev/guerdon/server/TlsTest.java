package dev.guerdon.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Reward;
import dev.guerdon.core.Isolation;
import dev.guerdon.core.Registry;
import dev.guerdon.server.http.LiveTls;
import dev.guerdon.server.spi.ServeDefinition;
import dev.guerdon.server.spi.ServeDefinition.RewardDefinition;
import dev.guerdon.server.spi.ServeDefinition.ServeLimits;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A server with certificates: whom it shows, whom it lets in, and what happens when the files change. */
@Timeout(120)
@SuppressWarnings("StringConcatToTextBlock") // lines of a request end in their own way
class TlsTest {

    private static final String RECORD = "{\"final_response\":\"a\",\"answer\":\"a\"}";

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    /** Counts as one of Guerdon's own, by the name of its package. */
    static final class Trusted {
        private Trusted() {}

        @Reward("same")
        static double same(String finalResponse, String answer) {
            return finalResponse.equals(answer) ? 1 : 0;
        }
    }

    @BeforeEach
    void copyTheAuthority() throws IOException {
        copy("ca.pem", "ca.pem");
    }

    private Path copy(String resource, String name) throws IOException {
        Path to = folder.resolve(name);
        Path beside = folder.resolve(name + ".new");
        try (InputStream in = Objects.requireNonNull(TlsTest.class.getResourceAsStream("/tls/" + resource), resource)) {
            Files.copy(in, beside, StandardCopyOption.REPLACE_EXISTING);
        }
        return Files.move(beside, to, StandardCopyOption.REPLACE_EXISTING);
    }

    private static RewardServer start(ServeSecurity security, String host) {
        Registry registry = new Registry();
        registry.rewards(Trusted.class);
        return RewardServer.start(
                ServeDefinition.ofRewards(
                        registry, Isolation.NONE, List.of(RewardDefinition.of("same")), ServeLimits.usual(), List.of()),
                host,
                0,
                security);
    }

    private RewardServer start(String certificate, String key) throws IOException {
        return start(
                ServeSecurity.NONE.withTls(copy(certificate, "server.pem"), copy(key, "key.pem"), null), "127.0.0.1");
    }

    /** A client that believes the authority, and shows a certificate where it has one. */
    private SSLContext client(String name) throws Exception {
        KeyStore trust = KeyStore.getInstance("PKCS12");
        trust.load(null, new char[0]);
        trust.setCertificateEntry("ca", certificate("ca"));
        TrustManagerFactory believed = TrustManagerFactory.getInstance("PKIX");
        believed.init(trust);
        KeyManagerFactory own = KeyManagerFactory.getInstance("PKIX");
        KeyStore keys = KeyStore.getInstance("PKCS12");
        keys.load(null, new char[0]);
        if (!name.isEmpty()) {
            String pem = Files.readString(copy(name + "-key.pem", name + "-key.pem"));
            byte[] der = Base64.getMimeDecoder().decode(pem.replaceAll("-----[^-]*-----", ""));
            keys.setKeyEntry(
                    "own",
                    KeyFactory.getInstance("EC").generatePrivate(new PKCS8EncodedKeySpec(der)),
                    new char[0],
                    new X509Certificate[] {certificate(name)});
        }
        own.init(keys, new char[0]);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(own.getKeyManagers(), believed.getTrustManagers(), null);
        return context;
    }

    private X509Certificate certificate(String name) throws Exception {
        byte[] pem = Files.readAllBytes(copy(name + ".pem", name + "-copy.pem"));
        return (X509Certificate)
                CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(pem));
    }

    private static SSLSocket connect(SSLContext client, int port) throws IOException {
        SSLSocket socket = (SSLSocket)
                client.getSocketFactory().createSocket(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port);
        socket.setSoTimeout(30_000);
        socket.startHandshake();
        return socket;
    }

    private static String shown(SSLSocket socket) throws IOException {
        X509Certificate own = (X509Certificate) socket.getSession().getPeerCertificates()[0];
        return own.getSubjectX500Principal().getName();
    }

    private static String exchange(SSLSocket socket, String type) throws IOException {
        OutputStream out = socket.getOutputStream();
        out.write(("POST /v1/score/same HTTP/1.1\r\nHost: localhost\r\nContent-Type: " + type + "\r\nContent-Length: "
                        + RECORD.length() + "\r\n\r\n" + RECORD)
                .getBytes(StandardCharsets.US_ASCII));
        out.flush();
        StringBuilder answer = new StringBuilder();
        InputStream in = socket.getInputStream();
        int c;
        while (answer.indexOf("\r\n\r\n") < 0 && (c = in.read()) >= 0) {
            answer.append((char) c);
        }
        java.util.regex.Matcher length =
                java.util.regex.Pattern.compile("(?i)content-length: ([0-9]+)").matcher(answer);
        if (length.find()) {
            answer.append(new String(in.readNBytes(Integer.parseInt(length.group(1))), StandardCharsets.UTF_8));
        }
        return answer.toString();
    }

    @ParameterizedTest
    @CsvSource({
        "rsa.pem, rsa-key.pem, first-server",
        "rsa.pem, rsa-pkcs1-key.pem, first-server",
        "ec.pem, ec-key.pem, second-server",
        "ec.pem, ec-sec1-key.pem, second-server",
        "ec.pem, ec-parameters-key.pem, second-server",
        "ed.pem, ed-key.pem, third-server"
    })
    void everyFormOfAKeyServes(String certificate, String key, String name) throws Exception {
        try (RewardServer server = start(certificate, key);
                SSLSocket socket = connect(client(""), server.port())) {
            assertThat(server.url()).startsWith("https://");
            assertThat(shown(socket)).isEqualTo("CN=" + name);
            assertThat(exchange(socket, "application/json"))
                    .startsWith("HTTP/1.1 200")
                    .contains("\"reward\":1.0");
            assertThat(exchange(socket, "application/json; charset=utf-8"))
                    .startsWith("HTTP/1.1 200")
                    .contains("\"reward\":1.0");
        }
    }

    @Test
    void theStrictReaderSeesTheDecryptedBytes() throws Exception {
        try (RewardServer server = start("rsa.pem", "rsa-key.pem");
                SSLSocket socket = connect(client(""), server.port())) {
            socket.getOutputStream()
                    .write(("POST /v1/score/same HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n"
                                    + "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(answer).startsWith("HTTP/1.1 400").contains("both Content-Length and Transfer-Encoding");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "rsa.pem, ec-key.pem, does not belong to the first certificate",
        "ec.pem, rsa-pkcs1-key.pem, does not belong to the first certificate",
        "client.pem, stranger-key.pem, does not belong to the first certificate",
        "ca.pem, rsa-key.pem, does not belong to the first certificate",
        "rsa.pem, encrypted-key.pem, openssl pkey -in key.pem",
        "rsa.pem, encrypted-pkcs1-key.pem, openssl pkey -in key.pem",
        "expired.pem, expired-key.pem, the certificate ended on 2021-01-01T00:00:00Z",
        "rsa-key.pem, rsa-key.pem, 'expected a certificate, found PRIVATE KEY'",
        "rsa.pem, rsa.pem, 'expected a private key, found CERTIFICATE'"
    })
    void aPairThatCannotServeIsToldWithItsFile(String certificate, String key, String why) {
        assertThatThrownBy(() -> start(certificate, key).close())
                .isInstanceOf(GuerdonException.class)
                .hasMessageContaining(why)
                .hasMessageContaining(".pem");
    }

    @Test
    void filesThatAreMissingDamagedOrNoPemAreTold() throws Exception {
        Path key = copy("rsa-key.pem", "key.pem");
        Path none = folder.resolve("none.pem");
        assertThatThrownBy(() -> start(ServeSecurity.NONE.withTls(none, key, null), "127.0.0.1"))
                .isInstanceOf(GuerdonException.class)
                .hasMessageContaining("there is no file")
                .hasMessageContaining("none.pem");
        Path text = Files.writeString(folder.resolve("text.pem"), "not a certificate");
        assertThatThrownBy(() -> start(ServeSecurity.NONE.withTls(text, key, null), "127.0.0.1"))
                .isInstanceOf(GuerdonException.class)
                .hasMessageContaining("text.pem")
                .hasMessageContaining("as PEM");
        Path cut = Files.writeString(
                folder.resolve("cut.pem"), "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n");
        assertThatThrownBy(() -> start(ServeSecurity.NONE.withTls(cut, key, null), "127.0.0.1"))
                .isInstanceOf(GuerdonException.class)
                .hasMessageContaining("certificate 1 is damaged");
        assertThatThrownBy(() -> start(ServeSecurity.NONE.withTls(folder, key, null), "127.0.0.1"))
                .isInstanceOf(GuerdonException.class)
                .hasMessageContaining("cannot be read");
    }

    /** Asks for new connections until one shows a certificate. */
    private void awaitShown(RewardServer server, String name) throws Exception {
        long until = System.nanoTime() + 60_000_000_000L;
        String last = "";
        while (System.nanoTime() < until) {
            try (SSLSocket socket = connect(client(""), server.port())) {
                last = shown(socket);
                if (last.equals("CN=" + name)) {
                    return;
                }
            }
            Thread.sleep(100);
        }
        assertThat(last).isEqualTo("CN=" + name);
    }

    /** Waits for a warning of the one who watches the files: then it has looked. */
    private static final class Warnings extends Handler implements AutoCloseable {
        private final Logger logger = Logger.getLogger(LiveTls.class.getName());
        private final CountDownLatch warned = new CountDownLatch(1);
        private final String text;

        Warnings(String text) {
            this.text = text;
            logger.addHandler(this);
        }

        void await() throws InterruptedException {
            assertThat(warned.await(60, TimeUnit.SECONDS))
                    .as("warned within a minute: %s", text)
                    .isTrue();
        }

        @Override
        public void publish(LogRecord entry) {
            if (entry.getMessage().contains(text)) {
                warned.countDown();
            }
        }

        @Override
        public void flush() {}

        @Override
        public void close() {
            logger.removeHandler(this);
        }
    }

    @Test
    void anotherPairHoldsFromTheNextHandshakeAndNoConnectionIsLost() throws Exception {
        try (RewardServer server = start("rsa.pem", "rsa-key.pem");
                SSLSocket open = connect(client(""), server.port())) {
            assertThat(exchange(open, "application/json")).contains("\"reward\":1.0");
            // First one file, then the other: for a while they do not fit, and the old pair serves on.
            try (Warnings warnings = new Warnings("serving with the certificate from before")) {
                copy("ec.pem", "server.pem");
                warnings.await();
            }
            try (SSLSocket between = connect(client(""), server.port())) {
                assertThat(shown(between)).isEqualTo("CN=first-server");
            }
            copy("ec-sec1-key.pem", "key.pem");
            awaitShown(server, "second-server");
            assertThat(shown(open)).isEqualTo("CN=first-server");
            assertThat(exchange(open, "application/json")).contains("\"reward\":1.0");
        }
    }

    @Test
    void withAClientAuthorityOnlyItsClientsComeInAndNoTokenIsNeeded() throws Exception {
        ServeSecurity mutual = ServeSecurity.NONE.withTls(
                copy("rsa.pem", "server.pem"), copy("rsa-key.pem", "key.pem"), folder.resolve("ca.pem"));
        // Every address of the machine: that would need a token otherwise.
        try (RewardServer server = start(mutual, "0.0.0.0")) {
            try (SSLSocket known = connect(client("client"), server.port())) {
                assertThat(exchange(known, "application/json")).contains("\"reward\":1.0");
                assertThat(exchange(known, "application/json; charset=utf-8")).contains("\"reward\":1.0");
            }
            for (String who : List.of("", "stranger")) {
                assertThatThrownBy(() -> {
                            try (SSLSocket unknown = connect(client(who), server.port())) {
                                // With TLS 1.3 the server's refusal comes after the client's part is done.
                                assertThat(exchange(unknown, "application/json"))
                                        .isEmpty();
                                throw new IOException("closed without an answer");
                            }
                        })
                        .isInstanceOf(IOException.class);
            }
        }
    }

    @Test
    void anAuthorityThatIsReplacedLetsItsClientsInNoMore() throws Exception {
        Path authority = copy("ca.pem", "clients.pem");
        ServeSecurity mutual =
                ServeSecurity.NONE.withTls(copy("rsa.pem", "server.pem"), copy("rsa-key.pem", "key.pem"), authority);
        try (RewardServer server = start(mutual, "127.0.0.1");
                SSLSocket open = connect(client("client"), server.port())) {
            assertThat(exchange(open, "application/json")).contains("\"reward\":1.0");
            copy("other-ca.pem", "clients.pem");
            String answer = "";
            for (int i = 0; i < 600 && !answer.startsWith("HTTP/1.1 403"); i++) {
                Thread.sleep(100);
                answer = exchange(open, "application/json");
            }
            assertThat(answer).startsWith("HTTP/1.1 403").contains("believed no more");
        }
    }

    @Test
    void withoutAClientAuthorityAnotherAddressStillNeedsAToken() throws Exception {
        ServeSecurity tls =
                ServeSecurity.NONE.withTls(copy("rsa.pem", "server.pem"), copy("rsa-key.pem", "key.pem"), null);
        assertThatThrownBy(() -> start(tls, "0.0.0.0"))
                .isInstanceOf(GuerdonException.class)
                .hasMessageContaining("needs a token")
                .hasMessageContaining("--tls-client-ca");
    }

    @Test
    void aFileThatIsNoAuthorityIsTold() throws Exception {
        ServeSecurity wrong = ServeSecurity.NONE.withTls(
                copy("rsa.pem", "server.pem"), copy("rsa-key.pem", "key.pem"), copy("client.pem", "clients.pem"));
        assertThatThrownBy(() -> start(wrong, "127.0.0.1"))
                .isInstanceOf(GuerdonException.class)
                .hasMessageContaining("clients.pem")
                .hasMessageContaining("not the certificate of an authority");
    }
}
