package dev.guerdon.browser.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.guerdon.browser.network.SafeFetch.FetchException;
import dev.guerdon.browser.network.SafeFetch.FetchException.Kind;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.KeyStore;
import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.apache.hc.core5.ssl.SSLContexts;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A server on this machine with a certificate that it signed itself, for {@code site.localhost}. */
class SafeFetchTlsTest {

    private static final char[] PASSWORD = "unsecret".toCharArray();

    private final AtomicInteger requests = new AtomicInteger();
    private HttpsServer server;
    private SSLContext trusting;

    @BeforeEach
    void start() throws Exception {
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Objects.requireNonNull(getClass().getResourceAsStream("/tls/self-signed.p12"))) {
            keys.load(in, PASSWORD);
        }
        KeyManagerFactory own = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        own.init(keys, PASSWORD);
        KeyStore certificates = KeyStore.getInstance("PKCS12");
        certificates.load(null, null);
        certificates.setCertificateEntry("self", keys.getCertificate("self"));
        TrustManagerFactory trusted = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trusted.init(certificates);
        SSLContext serving = SSLContext.getInstance("TLS");
        serving.init(own.getKeyManagers(), null, null);
        trusting = SSLContext.getInstance("TLS");
        trusting.init(null, trusted.getTrustManagers(), null);
        server = HttpsServer.create(new InetSocketAddress(WebRulesTest.address("127.0.0.1"), 0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(serving));
        server.createContext("/", exchange -> {
            try (exchange) {
                requests.incrementAndGet();
                byte[] body = "secure".getBytes(StandardCharsets.US_ASCII);
                exchange.sendResponseHeaders(200, body.length);
                exchange.getResponseBody().write(body);
            }
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private SafeFetch fetch(SSLContext tls) {
        WebRules rules =
                new WebRules(Set.of("*.localhost:" + server.getAddress().getPort()), WebAddress::lookUp);
        return new SafeFetch(rules, Duration.ofSeconds(20), 10_000, 0, tls);
    }

    private String url(String host) {
        return "https://" + host + ":" + server.getAddress().getPort() + "/";
    }

    @Test
    void certificateThatNobodyVouchesForIsRefused() {
        FetchException refused = catchThrowableOfType(
                FetchException.class,
                () -> fetch(SSLContexts.createSystemDefault()).get(url("site.localhost"), "*/*"));
        assertThat(refused.kind()).isEqualTo(Kind.NETWORK);
        assertThat(refused).hasMessageContaining("no secure connection to site.localhost");
        assertThat(requests).hasValue(0);
    }

    @Test
    void certificateThatIsTrustedIsTaken() {
        assertThat(fetch(trusting).get(url("site.localhost"), "*/*").body()).isEqualTo("secure");
    }

    @Test
    void certificateOfAnotherHostIsRefused() {
        FetchException refused =
                catchThrowableOfType(FetchException.class, () -> fetch(trusting).get(url("other.localhost"), "*/*"));
        assertThat(refused.kind()).isEqualTo(Kind.NETWORK);
        assertThat(requests).hasValue(0);
    }

    @Test
    void plainServerIsNoSecureOne() throws Exception {
        String plain = url("site.localhost").replace("https://", "http://");
        FetchException refused =
                catchThrowableOfType(FetchException.class, () -> fetch(trusting).get(plain, "*/*"));
        assertThat(refused.kind()).isIn(Kind.ANSWER, Kind.NETWORK);
        assertThat(requests).hasValue(0);
    }
}
