package dev.guerdon.browser.fetch;

import dev.guerdon.api.Internal;
import dev.guerdon.browser.fetch.FetchException.Kind;
import java.io.IOException;
import java.net.InetAddress;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLContext;
import org.apache.hc.core5.ssl.SSLContexts;

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

    /** With the certificates that this JVM trusts. */
    public SafeFetch(WebRules rules, Duration timeout, int maxBytes, int maxRedirects) {
        this(rules, timeout, maxBytes, maxRedirects, SSLContexts.createSystemDefault());
    }

    /** Twenty seconds, two megabytes, five redirects. */
    public static SafeFetch within(WebRules rules) {
        return new SafeFetch(rules, Duration.ofSeconds(20), 2_000_000, 5);
    }

    /**
     * What came back.
     *
     * @param url the address that answered, after redirects
     * @param status the status
     * @param contentType the content type as sent, empty where there is none
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
}
