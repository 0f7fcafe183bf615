package dev.guerdon.cli.rows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guerdon.cli.spi.ClusterJob;
import dev.guerdon.cli.spi.LineScorer;
import dev.guerdon.cli.spi.LineScorer.Order;
import dev.guerdon.cli.spi.LineScorer.Outcome;
import dev.guerdon.core.Registry;
import dev.guerdon.core.ScoreJob;
import dev.guerdon.core.Scorer;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RowScorersTest {

    @TempDir
    private Path folder;

    private LineScorer open(Order order) throws IOException {
        RowScorers scorers = new RowScorers();
        return scorers.open(scorers.pack(order), Files.createTempDirectory(folder, "scorer"));
    }

    private static List<byte[]> lines(String... lines) {
        return Arrays.stream(lines)
                .map(line -> line.getBytes(StandardCharsets.UTF_8))
                .toList();
    }

    private static List<byte[]> many(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> "{\"id\": " + i + ", \"final_response\": \"river " + i % 3 + "\", \"group_id\": \"g"
                        + i % 5 + "\"" + (i % 7 == 6 ? "" : ", \"answer\": \"" + i % 2 + "\"") + "}")
                .map(line -> line.getBytes(StandardCharsets.UTF_8))
                .toList();
    }

    @Test
    void everySampleHasTheOutcomesOfAllRewards() throws IOException {
        try (LineScorer scorer = open(Order.PLAIN)) {
            LineScorer.Plan plan = scorer.plan(List.of("qa_f1_reward", "math_equal_reward(digits=3)"), Map.of());
            List<List<Outcome>> outcomes = new ArrayList<>();
            plan.score(lines(
                                    "{\"final_response\": \"4\", \"answer\": \"4\"}",
                                    "{\"final_response\": \"4\"}",
                                    "nonsense")
                            .iterator())
                    .forEachRemaining(outcomes::add);
            assertThat(plan.labels()).containsExactly("qa_f1_reward", "math_equal_reward(digits=3)");
            assertThat(outcomes).hasSize(3).allMatch(each -> each.size() == 2);
            assertThat(outcomes.get(0)).allMatch(each -> each.reward() != null && each.reward() == 1.0);
            assertThat(outcomes.get(0).getFirst().extras()).containsEntry("precision", "1.0");
            assertThat(outcomes.get(1)).extracting(Outcome::reason).containsOnly("MISSING_FIELD");
            assertThat(outcomes.get(2)).extracting(Outcome::reason).containsOnly("INVALID_INPUT");
        }
    }

    @Test
    void aRecipeIsARewardOfItsOwnName() throws IOException {
        Path file = Files.writeString(folder.resolve("both.yaml"), """
                name: both
                parts:
                  - {reward: qa_em_reward, weight: 0.75, map: {golden_answers: answer}}
                  - {reward: qa_f1_reward, weight: 0.25}
                """);
        String name;
        try (LineScorer scorer = open(Order.PLAIN)) {
            name = scorer.recipe(file.toString());
            assertThatThrownBy(() -> scorer.recipe("r2"))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("r2");
        }
        Files.delete(file); // other processes have none
        try (LineScorer scorer = open(Order.PLAIN)) {
            LineScorer.Plan plan = scorer.plan(List.of(name, "qa_f1_reward"), Map.of());
            assertThat(plan.labels()).containsExactly("both", "qa_f1_reward");
            List<Outcome> outcomes = plan.score(lines("{\"final_response\": \"the Nile river\", \"answer\": \"Nile\"}")
                            .iterator())
                    .next();
            assertThat(outcomes.getFirst().reward()).isEqualTo(0.25 * 2 / 3);
        }
    }

    @Test
    void seatGivesTheSameAsBatches() throws IOException {
        try (LineScorer scorer = open(Order.PLAIN)) {
            LineScorer.Plan plan = scorer.plan(List.of("qa_f1_reward"), Map.of());
            Iterator<List<Outcome>> batches = plan.score(many(1000).iterator());
            try (LineScorer.Seat seat = plan.seat()) {
                for (byte[] line : many(1000)) {
                    Outcome outcome = batches.next().getFirst();
                    assertThat(seat.score(line)).containsExactly(outcome);
                    Double reward = outcome.reward();
                    assertThat(seat.reward(line)).isEqualTo(Double.valueOf(reward == null ? Double.NaN : reward));
                }
            }
            assertThat(batches.hasNext()).isFalse();
        }
    }

    @Test
    void sumsOfPartsAreTheMetricsOfOneMachine() throws IOException {
        try (LineScorer scorer = open(Order.PLAIN);
                Scorer one = Scorer.create()) {
            LineScorer.Plan plan = scorer.plan(List.of("qa_f1_reward"), Map.of());
            List<byte[]> all = many(1000);
            List<byte[]> parts = List.of(
                    plan.sum(all.subList(0, 1).iterator()),
                    plan.sum(all.subList(1, 700).iterator()),
                    plan.sum(all.subList(700, 700).iterator()),
                    plan.sum(all.subList(700, 1000).iterator()));
            ScoreJob job = new ScoreJob(
                    List.of(Registry.discover().reward("qa_f1_reward")),
                    one,
                    null,
                    Long.MAX_VALUE,
                    new ScoreJob.Listener() {});
            StringBuilder text = new StringBuilder();
            all.forEach(line ->
                    text.append(new String(line, StandardCharsets.UTF_8)).append('\n'));
            ScoreJob.Progress done = job.run(
                    new ByteArrayInputStream(text.toString().getBytes(StandardCharsets.UTF_8)),
                    OutputStream.nullOutputStream(),
                    ScoreJob.Progress.none(1));
            assertThat(plan.figures(parts))
                    .isEqualTo(done.metrics().getFirst().toMap())
                    .containsEntry("count", 1000L)
                    .containsKey("group/pass@1");
        }
    }

    @Test
    void fewAreScoredAheadWhereFewAreAskedFor() throws IOException {
        try (LineScorer scorer = open(Order.PLAIN)) {
            AtomicInteger taken = new AtomicInteger();
            Iterator<byte[]> endless = new Iterator<>() {
                @Override
                public boolean hasNext() {
                    return true;
                }

                @Override
                public byte[] next() {
                    taken.incrementAndGet();
                    return many(1).getFirst();
                }
            };
            scorer.plan(List.of("qa_f1_reward"), Map.of()).score(endless).next();
            assertThat(taken.get()).isLessThan(20);
        }
    }

    @Test
    void longSamplesAreScoredNearlyAlone() throws IOException {
        try (LineScorer scorer = open(Order.PLAIN)) {
            AtomicInteger taken = new AtomicInteger();
            byte[] big = ("{\"final_response\": \"" + "x".repeat(2 << 20) + "\", \"answer\": \"x\"}")
                    .getBytes(StandardCharsets.UTF_8);
            Iterator<byte[]> samples = IntStream.range(0, 100)
                    .mapToObj(i -> {
                        taken.incrementAndGet();
                        return big;
                    })
                    .iterator();
            scorer.plan(List.of("qa_em_reward"), Map.of()).score(samples).next();
            assertThat(taken.get()).isLessThanOrEqualTo(2);
        }
    }

    @Test
    void ownRewardsAreCompiledOnceAndTheSameOrderGivesTheSameJob() throws IOException {
        Path source = Files.writeString(folder.resolve("Size.java"), """
                import dev.guerdon.api.Reward;

                public final class Size {
                    @Reward("size_of_it")
                    public static double size(String finalResponse) {
                        return finalResponse.length();
                    }
                }
                """);
        Order order = new Order(List.of(), List.of(source), Map.of("isolate", "false"));
        ClusterJob job = new RowScorers().pack(order);
        assertThat(job.files())
                .isNotEmpty()
                .noneSatisfy((name, bytes) -> assertThat(name).endsWith(".java"));
        ClusterJob again = new RowScorers().pack(order);
        assertThat(again.description()).isEqualTo(job.description());
        assertThat(again.files()).containsOnlyKeys(job.files().keySet());
        again.files()
                .forEach(
                        (name, bytes) -> assertThat(bytes).isEqualTo(job.files().get(name)));
        Files.delete(source);
        try (LineScorer scorer = new RowScorers().open(job, Files.createTempDirectory(folder, "scorer"));
                LineScorer.Seat seat =
                        scorer.plan(List.of("size_of_it"), Map.of()).seat()) {
            assertThat(scorer.names()).contains("size_of_it", "qa_f1_reward");
            assertThat(seat.reward(lines("{\"final_response\": \"four\"}").getFirst()))
                    .isEqualTo(4.0);
        }
    }

    @Test
    void mistakesAreIllegalArgumentsWithASentence() throws IOException {
        try (LineScorer scorer = open(Order.PLAIN)) {
            assertThatThrownBy(() -> scorer.plan(List.of("qa_f1_rewrad"), Map.of()))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("did you mean");
            assertThatThrownBy(() -> scorer.plan(List.of("qa_f1_reward"), Map.of("answr", "gold")))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("answr");
            assertThatThrownBy(() -> scorer.plan(List.of("qa_f1_reward", "qa_f1_reward"), Map.of()))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("twice");
        }
        for (Map<String, String> settings :
                List.of(Map.of("dead-line", "1s"), Map.of("isolate", "maybe"), Map.of("worker-memory", "much"))) {
            assertThatThrownBy(() -> new RowScorers().pack(new Order(List.of(), List.of(), settings)))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void descriptionHasTheFieldsInOrder() throws IOException {
        try (LineScorer scorer = open(Order.PLAIN)) {
            LineScorer.Description reward = scorer.describe("qa_f1_reward");
            assertThat(reward.inputs()).extracting(LineScorer.Input::name).startsWith("final_response", "answer");
            assertThat(reward.isSteady()).isTrue();
        }
    }
}
