package dev.guerdon.agent.model;

import dev.langchain4j.http.client.HttpClient;
import dev.langchain4j.http.client.HttpClientBuilder;
import dev.langchain4j.http.client.HttpMethod;
import dev.langchain4j.http.client.HttpRequest;
import dev.langchain4j.http.client.SuccessfulHttpResponse;
import dev.langchain4j.http.client.sse.ServerSentEventListener;
import dev.langchain4j.http.client.sse.ServerSentEventParser;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient.Redirect;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * The way to providers: one request, one deadline for all of it, a bounded answer.
 *
 * <p>LangChain4j's own client forgets the headers of a refusal, and with them how long the provider wants to be left alone.
 */
final class ModelHttp implements HttpClient {

    /** No answer of a model is longer. */
    static final int MOST_BYTES = 32 << 20;

    private java.net.http.HttpClient client = open();

    private final Duration timeout;
    private final ChatFailure failure;
    private volatile boolean answered;

    ModelHttp(Duration timeout, ChatFailure failure) {
        this.timeout = timeout;
        this.failure = failure;
    }

    private static java.net.http.HttpClient open() {
        return java.net.http.HttpClient.newBuilder()
                .connectTimeout(Duration.ofSeconds(20))
                .followRedirects(Redirect.NEVER)
                .executor(Executors.newThreadPerTaskExecutor(
                        Thread.ofVirtual().name("guerdon-model-http").factory()))
                .build();
    }

    /** Returns an open client. The JDK's client ends for good once its own thread is interrupted, which users' code may do. */
    private synchronized java.net.http.HttpClient client() {
        if (client.isTerminated()) {
            client = open();
        }
        return client;
    }

    /** Returns a builder, which LangChain4j requires; every model gets this client. */
    HttpClientBuilder builder() {
        return new HttpClientBuilder() {
            @Override
            public Duration connectTimeout() {
                return timeout;
            }

            @Override
            public HttpClientBuilder connectTimeout(Duration ignored) {
                return this;
            }

            @Override
            public Duration readTimeout() {
                return timeout;
            }

            @Override
            public HttpClientBuilder readTimeout(Duration ignored) {
                return this;
            }

            @Override
            public HttpClient build() {
                return ModelHttp.this;
            }
        };
    }

    @Override
    public SuccessfulHttpResponse execute(HttpRequest request) {
        HttpResponse<byte[]> response = send(request);
        answered = true;
        int status = response.statusCode();
        String body = new String(response.body(), StandardCharsets.UTF_8);
        if (status < 200 || status > 299) {
            throw failure.refused(status, body, response.headers());
        }
        failure.check(response.headers().firstValue("content-type").orElse(""), body);
        return SuccessfulHttpResponse.builder()
                .statusCode(status)
                .headers(response.headers().map())
                .body(body)
                .build();
    }

    private HttpResponse<byte[]> send(HttpRequest request) {
        CompletableFuture<HttpResponse<byte[]>> answer =
                client().sendAsync(converted(request), info -> new LimitedBody(MOST_BYTES));
        try {
            return answer.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException | TimeoutException e) {
            answer.cancel(true);
            throw failure.unanswered(URI.create(request.url()), e, answered);
        } catch (ExecutionException e) {
            throw failure.unanswered(URI.create(request.url()), Objects.requireNonNullElse(e.getCause(), e), answered);
        }
    }

    private static java.net.http.HttpRequest converted(HttpRequest request) {
        URI address = URI.create(request.url());
        var converted = java.net.http.HttpRequest.newBuilder(address)
                // Some servers on plain connections stumble over an offer to upgrade to HTTP/2.
                .version("http".equals(address.getScheme()) ? Version.HTTP_1_1 : Version.HTTP_2)
                .method(
                        request.method().name(),
                        request.method() == HttpMethod.GET || request.body() == null
                                ? BodyPublishers.noBody()
                                : BodyPublishers.ofString(request.body()));
        for (Map.Entry<String, List<String>> header : request.headers().entrySet()) {
            header.getValue().forEach(value -> converted.header(header.getKey(), value));
        }
        return converted.build();
    }

    @Override
    public void execute(HttpRequest request, ServerSentEventParser parser, ServerSentEventListener listener) {
        throw new UnsupportedOperationException("models are not streamed");
    }

    /** Collects the body of an answer, up to a limit. */
    static final class LimitedBody implements HttpResponse.BodySubscriber<byte[]> {

        private final int most;
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private final CompletableFuture<byte[]> body = new CompletableFuture<>();
        private Flow.@Nullable Subscription subscription;

        LimitedBody(int most) {
            this.most = most;
        }

        @Override
        public CompletionStage<byte[]> getBody() {
            return body;
        }

        @Override
        public void onSubscribe(Flow.Subscription subscription) {
            this.subscription = subscription;
            subscription.request(Long.MAX_VALUE);
        }

        @Override
        public void onNext(List<ByteBuffer> buffers) {
            for (ByteBuffer buffer : buffers) {
                if (bytes.size() + buffer.remaining() > most) {
                    if (subscription != null) {
                        subscription.cancel();
                    }
                    body.completeExceptionally(new IOException("the answer is longer than " + most + " bytes"));
                    return;
                }
                byte[] part = new byte[buffer.remaining()];
                buffer.get(part);
                bytes.writeBytes(part);
            }
        }

        @Override
        public void onError(Throwable problem) {
            body.completeExceptionally(problem);
        }

        @Override
        public void onComplete() {
            body.complete(bytes.toByteArray());
        }
    }
}
