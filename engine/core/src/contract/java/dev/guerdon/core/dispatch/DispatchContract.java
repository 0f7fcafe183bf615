package dev.guerdon.core.dispatch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.api.Json;
import dev.guerdon.api.Score;
import dev.guerdon.core.base.JsonCodec;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * What holds wherever lines are scored in pieces: on threads, in worker processes, through a pipe, over HTTP, on a cluster.
 *
 * <p>A subclass says how lines come to the rewards of a source file. Nothing here knows how pieces are cut or who does them.
 */
@Timeout(240)
public abstract class DispatchContract {

    /** The rewards of the tests. What a sample does is in its {@code do}; a sample that does nothing else has its {@code n} as reward. */
    private static final String REWARDS = """
        import dev.guerdon.api.Field;
        import dev.guerdon.api.Reward;
        import java.util.Map;
        import java.util.Optional;
        public final class DispatchRewards {
            @Reward("dispatched")
            static int dispatched(@Field("do") String what, int n) throws Exception {
                switch (what) {
                    case "sleep" -> Thread.sleep(n % 7);
                    case "halt" -> Runtime.class.getMethod("halt", int.class).invoke(Runtime.getRuntime(), 7);
                    case "spin" -> {
                        while (true) {
                            Thread.onSpinWait();
                        }
                    }
                    default -> {}
                }
                return n;
            }
        }
        """;

    protected static final String REWARD = "dispatched";

    @TempDir
    protected Path folder;

    /** Has lines scored by the reward {@link #REWARD}. */
    public interface Dispatch extends AutoCloseable {
        /**
         * Scores lines until there are no more, or somebody has cancelled it.
         *
         * @param lines are asked for in the calling thread, or in one that it waits for
         * @param answers gets the scores as {@code guerdon score} writes them, in the order of the lines; may take its time
         */
        void score(Iterator<String> lines, Consumer<Json> answers) throws IOException;

        /** Ends {@link #score} soon, from another thread. Lines that are not scored then have no answer, or one that says so. */
        void cancel();

        @Override
        void close();
    }

    /**
     * Opens what is tested.
     *
     * @param source the file with the rewards
     * @param deadline the time that each call has
     */
    protected abstract Dispatch open(Path source, Duration deadline) throws IOException;

    /** Returns what a sample does that costs its piece: by default it ends its process; where that is everybody's, it never returns. */
    protected String losing() {
        return "halt";
    }

    /** Returns how many bytes of lines may be asked for before the first answer is taken. */
    protected abstract long mostAhead();

    private Dispatch open(Duration deadline) throws IOException {
        return open(Files.writeString(folder.resolve("DispatchRewards.java"), REWARDS), deadline);
    }

    private static String line(int n, String what, int padding) {
        return "{\"id\":\"s" + n + "\",\"final_response\":\"\",\"padding\":\"" + "p".repeat(padding) + "\",\"do\":\""
                + what + "\",\"n\":" + n + "}";
    }

    private static List<Json> scored(Dispatch dispatch, int count, IntFunction<String> what) throws IOException {
        List<Json> answers = new ArrayList<>();
        dispatch.score(
                IntStream.range(0, count)
                        .mapToObj(n -> line(n, what.apply(n), 0))
                        .iterator(),
                answers::add);
        return answers;
    }

    private static void assertInOrder(List<Json> answers) {
        assertThat(answers.stream().map(answer -> answer.get("id").asString()))
                .containsExactlyElementsOf(IntStream.range(0, answers.size())
                        .mapToObj(n -> "s" + n)
                        .toList());
    }

    /** All are scored, in order and once, but for this one. */
    private static Json assertAllButOne(List<Json> answers, int count, int lost) {
        assertThat(answers).hasSize(count);
        assertInOrder(answers);
        for (int n = 0; n < count; n++) {
            if (n != lost) {
                assertThat(answers.get(n).get("reward").asDouble())
                        .as("%s", answers.get(n).value())
                        .isEqualTo(n);
            }
        }
        return answers.get(lost).get("unscored");
    }

    @Test
    void answersComeInTheOrderOfTheLines() throws Exception {
        try (Dispatch dispatch = open(Duration.ofSeconds(60))) {
            List<Json> answers = scored(dispatch, 1500, n -> "sleep");
            assertThat(answers).hasSize(1500);
            assertInOrder(answers);
            assertThat(answers)
                    .allSatisfy(answer -> assertThat("s" + answer.get("reward").asLong())
                            .isEqualTo(answer.get("id").asString()));
        }
    }

    @Test
    void aPieceThatIsLostIsDoneAgainAndOnlyTheSampleThatLostItIsToBlame() throws Exception {
        try (Dispatch dispatch = open(Duration.ofSeconds(5))) {
            Json unscored = assertAllButOne(scored(dispatch, 600, n -> n == 311 ? losing() : "nothing"), 600, 311);
            assertThat(unscored.get("reason").asString())
                    .isEqualTo(losing().equals("spin") ? Score.Reason.TIMEOUT.name() : Score.Reason.ERROR.name());
            assertThat(unscored.get("message").asString()).startsWith(REWARD + " ");
        }
    }

    @Test
    void aCallPastItsDeadlineIsUnscoredAndHoldsNoOther() throws Exception {
        try (Dispatch dispatch = open(Duration.ofSeconds(2))) {
            Json unscored = assertAllButOne(scored(dispatch, 300, n -> n == 5 ? "spin" : "nothing"), 300, 5);
            assertThat(unscored.get("reason").asString()).isEqualTo(Score.Reason.TIMEOUT.name());
            assertThat(unscored.get("message").asString()).contains("deadline of 2s");
        }
    }

    @Test
    void whatIsCancelledEndsSoonAndStaysInOrder() throws Exception {
        List<Json> answers = new ArrayList<>();
        CountDownLatch some = new CountDownLatch(10);
        try (Dispatch dispatch = open(Duration.ofSeconds(60))) {
            Iterator<String> endless = Stream.iterate(0, n -> n + 1)
                    .map(n -> line(n, "sleep", 4000))
                    .iterator();
            CompletableFuture<Void> scoring = CompletableFuture.runAsync(() -> {
                try {
                    dispatch.score(endless, answer -> {
                        answers.add(answer);
                        some.countDown();
                    });
                } catch (IOException e) {
                    throw new AssertionError(e);
                }
            });
            some.await();
            dispatch.cancel();
            scoring.get(60, TimeUnit.SECONDS);
        }
        assertInOrder(answers);
    }

    @Test
    void nothingIsReadFarAheadOfWhoeverTakesTheAnswers() throws Exception {
        int size = 100_000;
        int count = (int) (2 * mostAhead() / size) + 20;
        AtomicInteger asked = new AtomicInteger();
        CountDownLatch taken = new CountDownLatch(1);
        Iterator<String> lines = IntStream.range(0, count)
                .peek(n -> asked.incrementAndGet())
                .mapToObj(n -> line(n, "nothing", size))
                .iterator();
        List<Json> answers = new ArrayList<>();
        try (Dispatch dispatch = open(Duration.ofSeconds(60))) {
            CompletableFuture<Void> scoring = CompletableFuture.runAsync(() -> {
                try {
                    dispatch.score(lines, answer -> {
                        await(taken);
                        answers.add(answer);
                    });
                } catch (IOException e) {
                    throw new AssertionError(e);
                }
            });
            int before = -1;
            while (asked.get() != before || before == 0) {
                before = asked.get();
                assertThat(taken.await(1, TimeUnit.SECONDS)).isFalse(); // it stands still when a second brings nothing
            }
            assertThat(before * (long) size).isLessThan(mostAhead());
            taken.countDown();
            scoring.get(120, TimeUnit.SECONDS);
        }
        assertThat(answers).hasSize(count);
        assertInOrder(answers);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Lines as a stream that asks for one when it is read. */
    protected static InputStream stream(Iterator<String> lines) {
        return new InputStream() {
            private byte[] line = {};
            private int at;

            @Override
            public int read() {
                byte[] one = new byte[1];
                return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
            }

            @Override
            public int read(byte[] target, int from, int length) {
                if (at == line.length) {
                    if (!lines.hasNext()) {
                        return -1;
                    }
                    line = (lines.next() + "\n").getBytes(UTF_8);
                    at = 0;
                }
                int count = Math.min(length, line.length - at);
                System.arraycopy(line, at, target, from, count);
                at += count;
                return count;
            }
        };
    }

    /** A stream whose lines are answers. */
    protected static OutputStream answers(Consumer<Json> answers) {
        return new OutputStream() {
            private final ByteArrayOutputStream line = new ByteArrayOutputStream();

            @Override
            public void write(int b) {
                if (b == '\n') {
                    answers.accept(JsonCodec.read(line.toByteArray(), "an answer"));
                    line.reset();
                } else {
                    line.write(b);
                }
            }
        };
    }
}
