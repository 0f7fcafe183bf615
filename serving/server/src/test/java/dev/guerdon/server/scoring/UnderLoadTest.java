package dev.guerdon.server.scoring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.api.Json;
import dev.guerdon.server.spi.ServeDefinition.ClientToken;
import dev.guerdon.server.spi.ServeDefinition.RewardDefinition;
import dev.guerdon.server.spi.ServeDefinition.ServeLimits;
import example.ExampleRewards;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What happens to requests when there is too much to do, when something is stuck, and when the server changes or ends. */
@Timeout(120)
class UnderLoadTest {

    private static final String RIGHT = "{\"final_response\":\"a\",\"answer\":\"a\"}";
    private static final String STUCK = "{\"final_response\":\"stuck\",\"answer\":\"a\"}";
    private static final String FIRST = "first-token-0123456789";
    private static final String SECOND = "second-token-0123456789";

    @BeforeEach
    void freshGate() {
        ExampleRewards.gate = new CountDownLatch(1);
    }

    @Test
    @Tag("slow")
    void aStuckSampleIsLateAloneAndAllOthersOfItsBatchAreScored() throws Exception {
        try (Served served = Served.start(Served.reward("exact_or_stuck", Duration.ofSeconds(5)))) {
            List<String> records = new ArrayList<>();
            for (int i = 0; i < 200; i++) {
                records.add(i % 50 == 7 ? STUCK : RIGHT);
            }
            HttpResponse<String> answer =
                    served.post("/v1/score/exact_or_stuck", "[" + String.join(",", records) + "]");
            List<Json> scores = Served.json(answer).get("scores").asList();
            for (int i = 0; i < 200; i++) {
                if (i % 50 == 7) {
                    assertThat(scores.get(i).get("unscored").get("reason").asString())
                            .isEqualTo("TIMEOUT");
                } else {
                    assertThat(scores.get(i).get("reward").asDouble())
                            .as("sample %d", i)
                            .isEqualTo(1);
                }
            }
        }
    }

    @Test
    void aBatchIsAnsweredAtItsDeadlineWithWhatIsReady() throws Exception {
        try (Served served = Served.start(Served.reward("exact_or_stuck", Duration.ofMinutes(10)))) {
            HttpResponse<String> answer = served.post(
                    "/v1/score", "{\"samples\":[" + RIGHT + "," + STUCK + "," + RIGHT + "],\"batch_deadline\":3}");
            assertThat(Served.rewards(answer)).containsExactly(1.0, null, 1.0);
            assertThat(answer.body()).contains("TIMEOUT", "batch_deadline");
        }
    }

    @Test
    void aStuckRewardHoldsUpNoOther() throws Exception {
        try (Served served = Served.start(
                Served.reward("exact_or_stuck", Duration.ofMinutes(10)),
                Served.reward("exact", Duration.ofSeconds(30)))) {
            List<CompletableFuture<HttpResponse<String>>> stuck = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                stuck.add(async(served, "/v1/score/exact_or_stuck", STUCK, ""));
            }
            for (int i = 0; i < 20; i++) {
                assertThat(served.post("/v1/score/exact", RIGHT).body()).contains("1.0");
            }
            assertThat(stuck).noneMatch(CompletableFuture::isDone);
            ExampleRewards.gate.countDown();
            for (CompletableFuture<HttpResponse<String>> each : stuck) {
                assertThat(each.get(60, TimeUnit.SECONDS).statusCode()).isEqualTo(200);
            }
        }
    }

    private static CompletableFuture<HttpResponse<String>> async(
            Served served, String path, String body, String token) {
        HttpRequest.Builder request = served.to(path)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body));
        if (!token.isEmpty()) {
            request.header("Authorization", "Bearer " + token);
        }
        return served.http.sendAsync(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private static ServeLimits few(long samples, Duration drain) {
        return new ServeLimits(
                1 << 20, 1000, samples, 4 << 20, Duration.ofSeconds(60), Duration.ofSeconds(30), drain, 2);
    }

    private static RewardDefinition waits() {
        return new RewardDefinition("waits", "waits", java.util.Map.of(), Duration.ofSeconds(60), null, null, 4);
    }

    private static void eventually(String what, Callable<Boolean> holds) throws Exception {
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (!holds.call()) {
            assertThat(System.nanoTime())
                    .as("a minute passed without: %s", what)
                    .isLessThan(until);
            Thread.sleep(5);
        }
    }

    private static void await(Served served, String metric) throws Exception {
        eventually(metric, () -> served.get("/metrics").body().contains(metric));
    }

    @Test
    void whoHasTooMuchUnderWayIsRefusedAndOthersAreNot() throws Exception {
        List<ClientToken> tokens = List.of(new ClientToken("one", FIRST), new ClientToken("two", SECOND));
        try (Served served = Served.start(Served.definition(few(8, Duration.ofSeconds(20)), tokens, waits()))) {
            List<CompletableFuture<HttpResponse<String>>> under = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                under.add(async(served, "/v1/score/waits", "{\"final_response\":\"a\"}", FIRST));
            }
            awaitWithToken(served, "guerdon_queue_samples 6");
            HttpResponse<String> seventh = async(served, "/v1/score/waits", "{\"final_response\":\"a\"}", FIRST)
                    .get(60, TimeUnit.SECONDS);
            assertThat(seventh.statusCode()).isEqualTo(429);
            assertThat(seventh.headers().firstValueAsLong("Retry-After")).hasValue(1);
            under.add(async(
                    served, "/v1/score/waits", "[{\"final_response\":\"a\"},{\"final_response\":\"b\"}]", SECOND));
            awaitWithToken(served, "guerdon_queue_samples 8");
            HttpResponse<String> full = async(served, "/v1/score/waits", "{\"final_response\":\"a\"}", SECOND)
                    .get(60, TimeUnit.SECONDS);
            assertThat(full.statusCode()).isEqualTo(503);
            assertThat(full.headers().firstValue("Retry-After")).isPresent();
            ExampleRewards.gate.countDown();
            for (CompletableFuture<HttpResponse<String>> each : under) {
                assertThat(each.get(60, TimeUnit.SECONDS).statusCode()).isEqualTo(200);
            }
            awaitWithToken(served, "guerdon_queue_samples 0");
            awaitWithToken(served, "guerdon_refused_total 2");
        }
    }

    private static void awaitWithToken(Served served, String metric) throws Exception {
        eventually(
                metric,
                () -> served.send(
                                served.to("/metrics").header("X-API-Key", FIRST).build())
                        .body()
                        .contains(metric));
    }

    @Test
    void drainingFinishesWhatIsUnderWayAndRefusesTheRest() throws Exception {
        Served served = Served.start(Served.definition(few(100, Duration.ofSeconds(60)), List.of(), waits()));
        CompletableFuture<HttpResponse<String>> under =
                async(served, "/v1/score/waits", "{\"final_response\":\"a\"}", "");
        await(served, "guerdon_queue_samples 1");
        CompletableFuture<Void> drained = CompletableFuture.runAsync(() -> {
            try {
                served.server.drain();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        eventually("not ready any more", () -> served.get("/readyz").statusCode() == 503);
        HttpResponse<String> late = served.post("/v1/score/waits", "{\"final_response\":\"a\"}");
        assertThat(late.statusCode()).isEqualTo(503);
        assertThat(late.body()).contains("draining");
        assertThat(served.get("/healthz").statusCode()).isEqualTo(200);
        ExampleRewards.gate.countDown();
        assertThat(under.get(60, TimeUnit.SECONDS).body()).contains("0.5");
        drained.get(60, TimeUnit.SECONDS);
        served.close();
    }

    @Test
    void anotherDefinitionLosesNoRequest() throws Exception {
        AtomicBoolean unused = new AtomicBoolean();
        dev.guerdon.server.spi.ServeDefinition first = new dev.guerdon.server.spi.ServeDefinition(
                Served.registry(),
                dev.guerdon.core.Isolation.NONE,
                List.of(waits(), RewardDefinition.of("exact")),
                Served.limits(),
                List.of(),
                List.of(),
                () -> unused.set(true));
        try (Served served = Served.start(first)) {
            CompletableFuture<HttpResponse<String>> under =
                    async(served, "/v1/score/waits", "{\"final_response\":\"a\"}", "");
            await(served, "guerdon_queue_samples 1");
            AtomicBoolean stop = new AtomicBoolean();
            CompletableFuture<Integer> stream = CompletableFuture.supplyAsync(() -> {
                int count = 0;
                try {
                    while (!stop.get()) {
                        assertThat(served.post("/v1/score/exact", RIGHT).statusCode())
                                .isEqualTo(200);
                        count++;
                    }
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
                return count;
            });
            for (int i = 0; i < 20; i++) {
                served.server.replace(Served.definition(
                        Served.limits(), List.of(), RewardDefinition.of("exact"), RewardDefinition.of("length")));
            }
            assertThat(served.post("/v1/score/waits", "{}").statusCode()).isEqualTo(404);
            assertThat(unused).isFalse();
            stop.set(true);
            assertThat(stream.get(60, TimeUnit.SECONDS)).isPositive();
            ExampleRewards.gate.countDown();
            assertThat(under.get(60, TimeUnit.SECONDS).body()).contains("0.5");
            eventually("the first definition is not used any more", unused::get);
        }
    }

    @Test
    void wrongTokensAreSlowedDownAndRightOnesAreNot() throws Exception {
        try (Served served = Served.start(Served.definition(
                Served.limits(), List.of(new ClientToken("one", FIRST)), RewardDefinition.of("exact")))) {
            int refused = 0;
            for (int i = 0; i < 40; i++) {
                refused += async(served, "/v1/score/exact", RIGHT, "wrong-token-0123456789")
                                        .get(60, TimeUnit.SECONDS)
                                        .statusCode()
                                == 429
                        ? 1
                        : 0;
            }
            assertThat(refused).isEqualTo(20);
            assertThat(async(served, "/v1/score/exact", RIGHT, FIRST)
                            .get(60, TimeUnit.SECONDS)
                            .statusCode())
                    .isEqualTo(200);
            assertThat(served.get("/healthz").statusCode()).isEqualTo(200);
            assertThat(served.get("/v1/rewards").statusCode()).isEqualTo(429);
        }
    }
}
