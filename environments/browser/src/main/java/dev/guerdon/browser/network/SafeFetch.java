package dev.guerdon.browser.network;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import dev.guerdon.browser.network.SafeFetch.FetchException.Kind;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Proxy;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import org.apache.hc.client5.http.ClientProtocolException;
import org.apache.hc.client5.http.DnsResolver;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.config.TlsConfig;
import org.apache.hc.client5.http.impl.DefaultSchemePortResolver;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.BasicHttpClientConnectionManager;
import org.apache.hc.client5.http.impl.io.DefaultHttpClientConnectionOperator;
import org.apache.hc.client5.http.impl.io.ManagedHttpClientConnectionFactory;
import org.apache.hc.client5.http.impl.routing.DefaultRoutePlanner;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.apache.hc.client5.http.ssl.TlsSocketStrategy;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpHeaders;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.MalformedChunkCodingException;
import org.apache.hc.core5.http.MessageConstraintException;
import org.apache.hc.core5.http.TruncatedChunkException;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.config.RegistryBuilder;
import org.apache.hc.core5.http.impl.io.DefaultHttpResponseParserFactory;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.net.URIAuthority;
import org.apache.hc.core5.ssl.SSLContexts;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * Gets addresses that a model chose, within {@link WebRules}.
 *
 * <p>The connection goes to the very address that was checked, so a name that changes its address between check and use gains
 * nothing. Every redirect is judged like a first address. One time limit holds for the whole exchange, name lookup and redirects
 * included. No cookies, no credentials, no proxy.
 *
 * @param rules what may be reached
 * @param timeout how long the whole exchange may take
 * @param maxBytes how large the body may be
 * @param maxRedirects how many redirects are followed
 * @param tls whose certificates are trusted
 */
@Internal
public record SafeFetch(WebRules rules, Duration timeout, int maxBytes, int maxRedirects, SSLContext tls) {

    /** Creates a fetch with the certificates that this JVM trusts. */
    public SafeFetch(WebRules rules, Duration timeout, int maxBytes, int maxRedirects) {
        this(rules, timeout, maxBytes, maxRedirects, SSLContexts.createSystemDefault());
    }

    /** Returns a fetch of at most twenty seconds, two megabytes and five redirects. */
    public static SafeFetch within(WebRules rules) {
        return new SafeFetch(rules, Duration.ofSeconds(20), 2_000_000, 5);
    }

    /**
     * Answer that came back.
     *
     * @param url the address that answered, after redirects
     * @param status the status
     * @param contentType the content type as sent, empty if there is none
     * @param body the body as text
     */
    public record Fetched(String url, int status, String contentType, String body) {}

    /**
     * Gets an address.
     *
     * @param accept the Accept header
     * @throws FetchException where nothing usable came back; an error status is returned, not thrown
     */
    public Fetched get(String url, String accept) {
        long end = System.nanoTime() + timeout.toNanos();
        WebAddress address = WebAddress.of(url);
        for (int hop = 0; hop <= maxRedirects; hop++) {
            List<InetAddress> places = judge(address, end);
            HttpExchange.Answer answer = exchange(address, places, accept, end);
            if (answer.location().isEmpty()) {
                return new Fetched(address.toString(), answer.status(), answer.contentType(), answer.text());
            }
            address = address.resolve(answer.location().get());
        }
        throw new FetchException(Kind.ANSWER, url + " was redirected more than " + maxRedirects + " times");
    }

    private List<InetAddress> judge(WebAddress address, long end) {
        // A lookup cannot be interrupted; it is left behind where it takes too long.
        CompletableFuture<WebRules.Verdict> verdict = new CompletableFuture<>();
        Thread.ofVirtual().name("lookup").start(() -> {
            try {
                verdict.complete(rules.judge(address));
            } catch (RuntimeException e) {
                verdict.completeExceptionally(e);
            }
        });
        try {
            return switch (verdict.get(end - System.nanoTime(), TimeUnit.NANOSECONDS)) {
                case WebRules.Allowed allowed -> allowed.addresses();
                case WebRules.Refused refused -> throw new FetchException(Kind.BLOCKED, refused.reason());
            };
        } catch (TimeoutException e) {
            throw late(address);
        } catch (ExecutionException e) {
            throw new FetchException(Kind.NETWORK, address.host() + " could not be looked up: " + e.getCause(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new FetchException(Kind.NETWORK, "the fetch of " + address + " was interrupted", e);
        }
    }

    private HttpExchange.Answer exchange(WebAddress address, List<InetAddress> places, String accept, long end) {
        Duration left = Duration.ofNanos(end - System.nanoTime());
        if (left.toMillis() <= 0) {
            throw late(address);
        }
        try {
            return new HttpExchange(address, places, tls, maxBytes).get(accept, left);
        } catch (SocketTimeoutException e) {
            throw late(address);
        } catch (IOException e) {
            throw new FetchException(Kind.NETWORK, "no answer from " + address.authority() + ": " + e.getMessage(), e);
        }
    }

    private FetchException late(WebAddress address) {
        return new FetchException(
                Kind.TIMEOUT, address + " did not answer within " + timeout.toMillis() / 1000.0 + " seconds");
    }

    /**
     * One GET with Apache HttpClient, to the places that were checked and to no others.
     *
     * <p>Everything that the client would do by itself is off: redirects, retries, cookies, credentials, decompression, upgrades, proxies
     * (also the one for sockets that the JVM may be told to use). The connection is closed afterwards, whatever is left of the answer.
     *
     * @param address what to get
     * @param places where the address may be, as checked
     * @param tls who is trusted
     * @param maxBytes how large the body may be
     */
    record HttpExchange(WebAddress address, List<InetAddress> places, SSLContext tls, int maxBytes) {

        private static final Http1Config HEAD = Http1Config.custom()
                .setMaxLineLength(16 * 1024)
                .setMaxHeaderCount(100)
                .build();
        private static final Pattern CHARSET =
                Pattern.compile("charset=\"?([A-Za-z0-9._-]+)", Pattern.CASE_INSENSITIVE);

        /**
         * An answer.
         *
         * @param location where it redirects to, if it does
         */
        record Answer(int status, String contentType, String text, Optional<String> location) {}

        /** Knows one host and looks nothing up. */
        private record Pinned(String host, List<InetAddress> places) implements DnsResolver {

            @Override
            public InetAddress[] resolve(String name) throws UnknownHostException {
                if (!name.equals(host)) {
                    throw new UnknownHostException(name + " is not the host that was checked");
                }
                return places.toArray(new InetAddress[0]);
            }

            @Override
            public String resolveCanonicalHostname(String name) {
                return name;
            }
        }

        /**
         * Gets the answer.
         *
         * @param left how long that may take
         * @throws SocketTimeoutException where it takes longer
         * @throws IOException if there is no connection, or it breaks
         */
        Answer get(String accept, Duration left) throws IOException {
            HttpUriRequestBase request = request(accept);
            AtomicBoolean late = new AtomicBoolean();
            CloseableHttpClient client = client(Timeout.of(left));
            Thread guard = guard(request, late, left);
            try {
                return answer(client.executeOpen(
                        new HttpHost(address.scheme(), address.host(), address.port()), request, null));
            } catch (IOException e) {
                if (late.get()) {
                    throw new SocketTimeoutException("the time is up");
                }
                throw understood(e);
            } finally {
                guard.interrupt();
                // Not the answer's own close, which would first read what is left of it.
                request.cancel();
                client.close(CloseMode.IMMEDIATE);
            }
        }

        /** Breaks off when the time is up: a limit on single reads would let a slow server drip for ever. */
        private static Thread guard(HttpUriRequestBase request, AtomicBoolean late, Duration left) {
            return Thread.ofVirtual().name("fetch-guard").start(() -> {
                try {
                    Thread.sleep(left);
                    late.set(true);
                    request.cancel();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
        }

        private HttpUriRequestBase request(String accept) {
            HttpUriRequestBase request = new HttpUriRequestBase("GET", URI.create("/"));
            request.setScheme(address.scheme());
            request.setAuthority(new URIAuthority(address.host(), address.port()));
            request.setPath(address.target());
            request.setHeader(HttpHeaders.HOST, address.authority());
            request.setHeader(HttpHeaders.ACCEPT, accept.replaceAll("[\\r\\n]", " "));
            request.setHeader(HttpHeaders.ACCEPT_ENCODING, "identity");
            request.setHeader(HttpHeaders.CONNECTION, "close");
            return request;
        }

        private CloseableHttpClient client(Timeout left) {
            BasicHttpClientConnectionManager connections = new BasicHttpClientConnectionManager(
                    new DefaultHttpClientConnectionOperator(
                            proxy -> new Socket(Proxy.NO_PROXY),
                            DefaultSchemePortResolver.INSTANCE,
                            new Pinned(address.host(), places),
                            RegistryBuilder.<TlsSocketStrategy>create()
                                    .register("https", new DefaultClientTlsStrategy(tls))
                                    .build()),
                    ManagedHttpClientConnectionFactory.builder()
                            .http1Config(HEAD)
                            .responseParserFactory(new DefaultHttpResponseParserFactory(HEAD))
                            .build());
            connections.setConnectionConfig(ConnectionConfig.custom()
                    .setConnectTimeout(left)
                    .setSocketTimeout(left)
                    .build());
            connections.setTlsConfig(
                    TlsConfig.custom().setHandshakeTimeout(left).build());
            return HttpClients.custom()
                    .setConnectionManager(connections)
                    .setRoutePlanner(new DefaultRoutePlanner(DefaultSchemePortResolver.INSTANCE))
                    .setUserAgent("guerdon")
                    .setDefaultRequestConfig(RequestConfig.custom()
                            .setResponseTimeout(left)
                            .setAuthenticationEnabled(false)
                            .setProtocolUpgradeEnabled(false)
                            .build())
                    .disableRedirectHandling()
                    .disableAutomaticRetries()
                    .disableCookieManagement()
                    .disableAuthCaching()
                    .disableContentCompression()
                    .disableConnectionState()
                    .build();
        }

        private Answer answer(ClassicHttpResponse response) throws IOException {
            int status = response.getCode();
            String location = header(response, HttpHeaders.LOCATION);
            if (status / 100 == 3 && status != 304 && !location.isEmpty()) {
                return new Answer(status, "", "", Optional.of(location));
            }
            String encoding = header(response, HttpHeaders.CONTENT_ENCODING);
            if (!encoding.isEmpty() && !encoding.equalsIgnoreCase("identity")) {
                throw wrong("a body that is not compressed, as asked for, but it is " + encoding, null);
            }
            String contentType = header(response, HttpHeaders.CONTENT_TYPE);
            byte[] body = body(response.getEntity());
            return new Answer(status, contentType, new String(body, charset(contentType)), Optional.empty());
        }

        private static String header(ClassicHttpResponse response, String name) {
            Header header = response.getFirstHeader(name);
            return header == null || header.getValue() == null
                    ? ""
                    : header.getValue().strip();
        }

        private byte[] body(@Nullable HttpEntity entity) throws IOException {
            if (entity == null) {
                return new byte[0];
            }
            if (entity.getContentLength() > maxBytes) {
                throw tooLarge();
            }
            InputStream in = entity.getContent();
            byte[] body = in.readNBytes(maxBytes);
            if (body.length == maxBytes && in.read() >= 0) {
                throw tooLarge();
            }
            return body;
        }

        private static Charset charset(String contentType) {
            Matcher named = CHARSET.matcher(contentType);
            try {
                return named.find() ? Charset.forName(named.group(1)) : StandardCharsets.UTF_8;
            } catch (IllegalArgumentException e) {
                return StandardCharsets.UTF_8;
            }
        }

        /** Returns the fault of a fetch for an exception of the client. */
        private IOException understood(IOException e) {
            if (e instanceof SSLException) {
                throw new FetchException(
                        Kind.NETWORK, "no secure connection to " + address.authority() + ": " + e.getMessage(), e);
            }
            boolean broken = e instanceof TruncatedChunkException;
            if (!broken && (e instanceof ClientProtocolException || e instanceof MalformedChunkCodingException)) {
                throw wrong("HTTP (" + e.getMessage() + ")", e);
            }
            if (e instanceof MessageConstraintException) {
                throw wrong("a head of usual size (" + e.getMessage() + ")", e);
            }
            return e;
        }

        private FetchException wrong(String expected, @Nullable Exception cause) {
            String message = "expected from " + address.authority() + " " + expected + " in its answer";
            return cause == null
                    ? new FetchException(Kind.ANSWER, message)
                    : new FetchException(Kind.ANSWER, message, cause);
        }

        private FetchException tooLarge() {
            return new FetchException(
                    Kind.TOO_LARGE,
                    "the answer of " + address + " is larger than " + maxBytes
                            + " bytes; ask for a smaller part of it");
        }
    }

    /** A fetch that brought nothing, with the reason. */
    public static final class FetchException extends GuerdonException {

        /** Kind of failure. */
        public enum Kind {
            /** The rules refuse the address. */
            BLOCKED,
            /** The exchange took longer than it may. */
            TIMEOUT,
            /** The answer is larger than it may be. */
            TOO_LARGE,
            /** The server answered with an error, or not as HTTP asks. */
            ANSWER,
            /** No connection, or it broke. */
            NETWORK
        }

        private final Kind kind;

        FetchException(Kind kind, String message) {
            super(message);
            this.kind = kind;
        }

        FetchException(Kind kind, String message, Throwable cause) {
            super(message, cause);
            this.kind = kind;
        }

        public Kind kind() {
            return kind;
        }
    }
}
