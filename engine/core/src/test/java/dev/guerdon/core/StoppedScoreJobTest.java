package dev.guerdon.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.api.Reward;
import dev.guerdon.api.Reward.Work;
import dev.guerdon.core.base.JsonCodec;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A job that is told to stop within a block, and what it tells of lines that are at fault. */
@Timeout(300)
class StoppedScoreJobTest {

    private static final ScoreJob.Listener SILENT = new ScoreJob.Listener() {};

    /** Tells the job to stop when the answer says so; null in a worker, which receives it in another way. */
    private static volatile @Nullable ScoreJob job;

    static final class Stopping {

        @Reward("stopping")
        static double stopping(String finalResponse) {
            if (finalResponse.equals("stop")) {
                Objects.requireNonNull(job).stop();
            }
            return finalResponse.length();
        }

        @Reward(value = "waiting", work = Work.WAIT)
        static double waiting(String finalResponse) {
            return stopping(finalResponse);
        }

        /** Leaves a mark when it begins: it runs in a worker, from which nothing else can be seen. */
        @Reward("slow")
        static double slow(String finalResponse, String mark) throws InterruptedException, IOException {
            Files.writeString(Path.of(mark), "begun");
            Thread.sleep(20);
            return finalResponse.length();
        }
    }

    private final Registry registry = new Registry();

    StoppedScoreJobTest() {
        registry.rewards(Stopping.class);
    }

    private static String lines(int count, int stopAt) {
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < count; i++) {
            lines.append("{\"id\":").append(i).append(",\"final_response\":\"");
            lines.append(i == stopAt ? "stop" : "go").append("\"}\n\n");
        }
        return lines.toString();
    }

    private ScoreJob.Progress run(
            Scorer scorer, String reward, byte[] in, ByteArrayOutputStream out, ScoreJob.Progress from)
            throws IOException {
        job = new ScoreJob(List.of(registry.reward(reward)), scorer, null, Long.MAX_VALUE, SILENT);
        int begin = (int) from.inputBytes();
        return job.run(new ByteArrayInputStream(in, begin, in.length - begin), out, from);
    }

    @ParameterizedTest
    @ValueSource(strings = {"stopping", "waiting"})
    void aStoppedJobEndsWithinItsBlockAndGoesOnFromThere(String reward) throws IOException {
        byte[] in = lines(1000, 3).getBytes(StandardCharsets.UTF_8);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (Scorer scorer = Scorer.builder().threads(1).waitingAtOnce(1).build()) {
            ScoreJob.Progress stopped = run(scorer, reward, in, out, ScoreJob.Progress.at(1, 0, 1));
            assertThat(stopped.lines()).isBetween(4L, 600L);
            assertThat(new String(in, (int) stopped.inputBytes(), 8, StandardCharsets.UTF_8).strip())
                    .startsWith("{\"id\":");
            assertThat(stopped.nextLine()).isEqualTo(2 * stopped.lines() + 1);

            ScoreJob.Progress done =
                    run(scorer, reward, in, out, ScoreJob.Progress.at(1, stopped.inputBytes(), stopped.nextLine()));
            assertThat(stopped.lines() + done.lines()).isEqualTo(1000);
            assertThat(done.nextLine()).isBetween(2000L, 2001L);
        }
        assertThat(out.toString(StandardCharsets.UTF_8).lines().count()).isEqualTo(1000);
        assertThat(out.toString(StandardCharsets.UTF_8).lines().toList().getLast())
                .startsWith("{\"id\":999,");
    }

    @ParameterizedTest
    @ValueSource(strings = {"stopping", "waiting"})
    void aJobThatIsStoppedBeforeItBeginsDoesOneLine(String reward) throws IOException {
        byte[] in = lines(10, -1).getBytes(StandardCharsets.UTF_8);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (Scorer scorer = Scorer.builder().threads(1).build()) {
            job = new ScoreJob(List.of(registry.reward(reward)), scorer, null, Long.MAX_VALUE, SILENT);
            job.stop();
            ScoreJob.Progress stopped = job.run(new ByteArrayInputStream(in), out, ScoreJob.Progress.none(1));
            assertThat(stopped.lines()).isEqualTo(1);
            assertThat(stopped.nextLine()).isEqualTo(3);
        }
    }

    @Test
    @Tag("slow")
    void aStoppedJobWaitsForNoMoreThanItsWorkersHave(@TempDir Path folder) throws Exception {
        registry.isolate(Isolation.ALL);
        Path mark = folder.resolve("mark");
        String quoted = JsonCodec.write(mark.toString());
        byte[] in = lines(1500, -1).replace("}", ",\"mark\":" + quoted + "}").getBytes(StandardCharsets.UTF_8);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (Scorer scorer = Scorer.builder().threads(1).isolated(registry).build()) {
            ScoreJob[] own = new ScoreJob[1];
            own[0] = new ScoreJob(List.of(registry.reward("slow")), scorer, null, Long.MAX_VALUE, SILENT);
            Thread timer = Thread.ofVirtual().start(() -> {
                while (!Files.exists(mark)) {
                    LockSupport.parkNanos(1_000_000);
                }
                own[0].stop();
            });
            ScoreJob.Progress stopped = own[0].run(new ByteArrayInputStream(in), out, ScoreJob.Progress.none(1));
            timer.join();
            assertThat(stopped.lines()).isPositive().isLessThan(1500);
            assertThat(out.toString(StandardCharsets.UTF_8).lines().count()).isEqualTo(stopped.lines());
            assertThat(out.toString(StandardCharsets.UTF_8)).doesNotContain("CANCELLED");
            assertThat(stopped.nextLine()).isEqualTo(2 * stopped.lines() + 1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"stopping", "waiting"})
    void badLinesAreToldInOrderWithTheirPlace(String reward) throws IOException {
        String in = "{\"final_response\":\"go\"}\n\n  {\"id\n{\"final_response\":[]}\n[]";
        List<ScoreJob.BadLine> bad = badLines(reward, new ByteArrayInputStream(in.getBytes(StandardCharsets.UTF_8)));

        assertThat(bad).extracting(ScoreJob.BadLine::line).containsExactly(3L, 4L, 5L);
        assertThat(bad).extracting(ScoreJob.BadLine::offset).containsExactly(27L, 32L, 54L);
        assertThat(bad)
                .extracting(line -> new String(line.text(), StandardCharsets.UTF_8))
                .containsExactly("{\"id", "{\"final_response\":[]}", "[]");
        assertThat(bad.get(1).reason()).isEqualTo("line 4: expected 'final_response' as a string, found a list");
    }

    private List<ScoreJob.BadLine> badLines(String reward, InputStream in) throws IOException {
        List<ScoreJob.BadLine> bad = new ArrayList<>();
        try (Scorer scorer = Scorer.builder().threads(1).build()) {
            new ScoreJob(List.of(registry.reward(reward)), scorer, null, Long.MAX_VALUE, SILENT)
                    .badLines(bad::add)
                    .run(in, new ByteArrayOutputStream(), ScoreJob.Progress.none(1));
        }
        return bad;
    }

    @Test
    void theLongestLineIsReadWhateverStandsBeforeIt() throws IOException {
        byte[] longest = new byte[LineReader.MAX_LINE_LENGTH];
        Arrays.fill(longest, (byte) 'x');
        for (int before : new int[] {0, 300_001}) {
            for (int more : new int[] {0, 1}) {
                InputStream in = new SequenceInputStream(java.util.Collections.enumeration(List.of(
                        new ByteArrayInputStream((" ".repeat(before) + "\n").getBytes(StandardCharsets.UTF_8)),
                        new ByteArrayInputStream(longest),
                        new ByteArrayInputStream("x\n".substring(1 - more).getBytes(StandardCharsets.UTF_8)))));
                List<ScoreJob.BadLine> bad = badLines("stopping", in);
                assertThat(bad).hasSize(1);
                assertThat(bad.getFirst().length()).isEqualTo(longest.length + more);
                assertThat(bad.getFirst().offset()).isEqualTo(before + 1);
                assertThat(bad.getFirst().text()).hasSize(ScoreJob.BadLine.MAX_TEXT);
                assertThat(bad.getFirst().reason())
                        .startsWith(more == 0 ? "line 2 is not JSON" : "line 2 is longer than 64 MiB");
            }
        }
    }
}
