package dev.guerdon.agent.provider;

import dev.langchain4j.http.client.HttpClient;
import dev.langchain4j.http.client.HttpClientBuilder;
import dev.langchain4j.http.client.HttpMethod;
import dev.langchain4j.http.client.HttpRequest;
import dev.langchain4j.http.client.SuccessfulHttpResponse;
import dev.langchain4j.http.client.sse.ServerSentEventListener;
import dev.langchain4j.http.client.sse.ServerSentEventParser;
import java.net.URI;
import java.net.http.HttpClient.Redirect;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The way to providers: one request, one deadline for all of it, a bounded answer.
 *
 * <p>LangChain4j's own client forgets the headers of a refusal, and with them how long the provider wants to be left alone.
 */
final class ModelHttp implements HttpClient {

    /** No answer of a model is longer. */
    static final int MOST_BYTES = 32 << 20;

    private final java.net.http.HttpClient client = java.net.http.HttpClient.newBuilder()
            .connectTimeout(Duration.ofSeconds(20))
            .followRedirects(Redirect.NEVER)
            .executor(Executors.newThreadPerTaskExecutor(
                    Thread.ofVirtual().name("guerdon-model-http").factory()))
            .build();

    private final Duration timeout;

    ModelHttp(Duration timeout) {
        this.timeout = timeout;
    }

    /** LangChain4j wants a builder; every model gets this client. */
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
        int status = response.statusCode();
        String body = new String(response.body(), StandardCharsets.UTF_8);
        if (status < 200 || status > 299) {
            throw new HttpRefusal(status, body, response.headers());
        }
        OddAnswer.check(response.headers().firstValue("content-type").orElse(""), body);
        return SuccessfulHttpResponse.builder()
                .statusCode(status)
                .headers(response.headers().map())
                .body(body)
                .build();
    }

    private HttpResponse<byte[]> send(HttpRequest request) {
        CompletableFuture<HttpResponse<byte[]>> answer =
                client.sendAsync(converted(request), info -> new LimitedBody(MOST_BYTES));
        try {
            return answer.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException | TimeoutException e) {
            answer.cancel(true);
            throw new HttpTrouble(e);
        } catch (ExecutionException e) {
            throw new HttpTrouble(e.getCause() == null ? e : e.getCause());
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
}
