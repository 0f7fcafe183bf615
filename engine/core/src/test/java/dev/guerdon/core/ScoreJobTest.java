package dev.guerdon.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guerdon.api.Context;
import dev.guerdon.api.Field.Default;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Json;
import dev.guerdon.api.Reward;
import dev.guerdon.api.Reward.Work;
import dev.guerdon.api.RewardResult;
import dev.guerdon.api.Trajectory;
import dev.guerdon.core.ScoreCheckpoint.Resumption;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.core.base.OutputFile;
import dev.guerdon.core.base.Sha256;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class ScoreJobTest {

    static final class Rewards {
        static final Map<String, AtomicInteger> CALLS = new ConcurrentHashMap<>();

        @Reward("same")
        static Map<String, Object> same(String finalResponse, String answer, @Default("1") double scale) {
            return Map.of("reward", finalResponse.equals(answer) ? scale : 0, "length", finalResponse.length());
        }

        @Reward("tools")
        static int tools(Trajectory trajectory) {
            return trajectory.toolMessages();
        }

        @Reward(value = "waits", work = Work.WAIT)
        static double waits(String id, String finalResponse) throws InterruptedException {
            CALLS.computeIfAbsent(id, key -> new AtomicInteger()).incrementAndGet();
            Thread.sleep(finalResponse.length() % 3);
            return finalResponse.length();
        }

        @Reward("hangs_on_stop")
        static double hangs(String finalResponse) {
            while (finalResponse.equals("stop")) {
                Thread.onSpinWait();
                if (Thread.currentThread().isInterrupted()) {
                    return 0;
                }
            }
            return 1;
        }
    }

    static final class ContextRewards {

        @Reward("context")
        static Map<String, Object> context(Context context) {
            return Map.of(
                    "reward",
                    context.trajectory().messages().size(),
                    "said",
                    context.finalResponse() + " in " + context.groupId() + " with " + context.metadata());
        }
    }

    @Test
    void contextOfALineTellsWhatTheLineSays() throws IOException {
        registry.rewards(ContextRewards.class);
        String line = "{\"id\":1,\"group_id\":\"g\",\"metadata\":{\"split\":\"dev\"},"
                + "\"messages\":[{\"role\":\"user\",\"content\":\"hi\"},{\"role\":\"assistant\",\"content\":\"yes\"}]}";
        assertThat(run(line, "context").lines)
                .containsExactly("{\"id\":1,\"reward\":2.0,\"extras\":{\"said\":\"yes in g with {split=dev}\"}}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"same", "waits"})
    void wholeLinesBeforeADamagedPartOfTheInputAreScored(String reward) {
        String lines = "{\"id\":1,\"answer\":\"a\",\"final_response\":\"a\"}\n".repeat(3);
        InputStream damage = new InputStream() {
            @Override
            public int read() throws IOException {
                throw new IOException("the disk is gone");
            }

            @Override
            public int read(byte[] bytes, int from, int length) throws IOException {
                return read();
            }
        };
        InputStream input = new SequenceInputStream(
                new ByteArrayInputStream((lines + "{\"id\":").getBytes(StandardCharsets.UTF_8)), damage);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        List<ScoreJob.Progress> kept = new ArrayList<>();
        ScoreJob.Listener listener = new ScoreJob.Listener() {
            @Override
            public void checkpoint(ScoreJob.Progress progress) {
                kept.add(progress);
            }
        };
        try (Scorer scorer = Scorer.builder().threads(1).build()) {
            ScoreJob job = new ScoreJob(rewards(reward), scorer, null, Long.MAX_VALUE, listener);
            assertThatThrownBy(() -> job.run(input, out, ScoreJob.Progress.none(1)))
                    .isInstanceOf(GuerdonException.class)
                    .hasMessageContaining("after line 3: the disk is gone; the 3 scores before it are written");
        }
        assertThat(out.toString(StandardCharsets.UTF_8)).hasLineCount(3);
        assertThat(kept)
                .hasSize(1)
                .first()
                .extracting(ScoreJob.Progress::inputBytes)
                .isEqualTo((long) lines.length());
    }

    static final class OddExtras {
        @Reward("odd_extras")
        static Map<String, Object> odd(String finalResponse) {
            List<Object> endless = new ArrayList<>();
            endless.add(endless);
            return Map.of("reward", 1, "extra", finalResponse.equals("endless") ? endless : finalResponse);
        }
    }

    @Test
    void textsOfAnyKindComeOutAsTheyWentIn() throws IOException {
        registry.rewards(OddExtras.class);
        String line = "{\"id\":\"\\ud800 \\\" \\\\ \\u0001\\n"
                + "\u00e9\ud83d\ude00\\u00e9\\ud83d\\ude00\u007f\",\"final_response\":\"\\t\u4e16\"}";
        String written = run(line, "odd_extras").lines.getFirst();
        Json before = JsonCodec.read(line, "line");
        Json after = JsonCodec.read(written, "output");
        assertThat(after.get("id")).isEqualTo(before.get("id"));
        assertThat(after.get("extras").get("extra")).isEqualTo(before.get("final_response"));
    }

    @Test
    void anExtraThatCannotBeWrittenCostsOnlyItsOwnLine() throws IOException {
        registry.rewards(OddExtras.class);
        Result result = run("""
            {"id":1,"final_response":"a"}
            {"id":2,"final_response":"endless"}
            {"id":3,"final_response":"b"}
            """, "odd_extras");
        assertThat(result.lines.get(0)).isEqualTo("{\"id\":1,\"reward\":1.0,\"extras\":{\"extra\":\"a\"}}");
        assertThat(result.lines.get(1))
                .startsWith("{\"id\":2,\"reward\":null,\"unscored\":{\"reason\":\"INVALID_RESULT\",")
                .contains("one that holds itself");
        assertThat(result.lines.get(2)).isEqualTo("{\"id\":3,\"reward\":1.0,\"extras\":{\"extra\":\"b\"}}");
        assertThat(result.progress.unscored()).isEqualTo(1);
    }

    private final Registry registry = new Registry();

    ScoreJobTest() {
        registry.rewards(Rewards.class);
    }

    private static final ScoreJob.Listener SILENT = new ScoreJob.Listener() {};

    private List<RewardEntry> rewards(String... names) {
        return java.util.Arrays.stream(names).map(registry::reward).toList();
    }

    private record Result(List<String> lines, ScoreJob.Progress progress) {}

    private Result run(String input, String... rewards) throws IOException {
        return run(input, Long.MAX_VALUE, null, rewards);
    }

    private Result run(String input, long limit, @Nullable Double fallback, String... rewards) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (Scorer scorer =
                Scorer.builder().threads(3).deadline(Duration.ofSeconds(2)).build()) {
            ScoreJob.Progress progress = new ScoreJob(rewards(rewards), scorer, fallback, limit, SILENT)
                    .run(
                            new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)),
                            out,
                            ScoreJob.Progress.none(rewards.length));
            return new Result(out.toString(StandardCharsets.UTF_8).lines().toList(), progress);
        }
    }

    @Test
    void writesOneLineForEachLineInOrder() throws IOException {
        Result result = run("""
            {"id":"7","final_response":"a","answer":"a","extra":[1,{"x":2}]}

            {"id":8,"final_response":"b"}
            {"final_response":"b","answer":"b","scale":0.5}
            not json
            [1]
            {"id":"x","final_response":"b","answer":"b"} {}
            {"id":"last","final_response":"ä","answer":"ä"}\
            """, "same");
        assertThat(result.lines)
                .satisfiesExactly(
                        line -> assertThat(line).isEqualTo("{\"id\":\"7\",\"reward\":1.0,\"extras\":{\"length\":1}}"),
                        line -> assertThat(line)
                                .isEqualTo(
                                        "{\"id\":8,\"reward\":null,\"unscored\":{\"reason\":\"MISSING_FIELD\",\"message\":\"same"
                                                + " needs the field 'answer'; task 8 has: final_response\"}}"),
                        line -> assertThat(line).isEqualTo("{\"line\":4,\"reward\":0.5,\"extras\":{\"length\":1}}"),
                        line -> assertThat(line)
                                .startsWith(
                                        "{\"line\":5,\"reward\":null,\"unscored\":{\"reason\":\"INVALID_INPUT\",\"message\":\"line"
                                                + " 5 is not JSON: "),
                        line -> assertThat(line).contains("line 6: expected a JSON object, found a list"),
                        line -> assertThat(line).contains("line 7 is not JSON: more text after the end of the object"),
                        line -> assertThat(line).startsWith("{\"id\":\"last\",\"reward\":1.0"));
        assertThat(result.progress.lines()).isEqualTo(7);
        assertThat(result.progress.metrics().getFirst().toMap())
                .containsEntry("reward/unscored", 4L)
                .containsEntry("reward/unscored/INVALID_INPUT", 3L);
    }

    @Test
    void aMissingFinalResponseIsTheLastAssistantText() throws IOException {
        Result result = run("""
            {"id":"1","answer":"yes","trajectory":[{"role":"user","content":"?"},{"role":"assistant","content":[{"type":"text","text":"y"},{"type":"text","text":"es"}]},{"role":"tool","content":"x"}]}
            {"id":"2","answer":"no","messages":["no"]}
            {"id":"3","answer":"","trajectory":[]}
            """, "same", "tools");
        assertThat(result.lines)
                .containsExactly(
                        "{\"id\":\"1\",\"rewards\":{\"same\":{\"reward\":1.0,\"extras\":{\"length\":3}},\"tools\":{\"reward\":1.0,\"extras\":{}}}}",
                        "{\"id\":\"2\",\"rewards\":{\"same\":{\"reward\":1.0,\"extras\":{\"length\":2}},\"tools\":{\"reward\":0.0,\"extras\":{}}}}",
                        "{\"id\":\"3\",\"rewards\":{\"same\":{\"reward\":1.0,\"extras\":{\"length\":0}},\"tools\":{\"reward\":0.0,\"extras\":{}}}}");
    }

    @Test
    void aHangingCallCostsOnlyItsOwnLine() throws IOException {
        StringBuilder input = new StringBuilder();
        for (int i = 0; i < 2000; i++) {
            input.append("{\"id\":%d,\"final_response\":\"%s\"}\n".formatted(i, i == 700 ? "stop" : "go"));
        }
        Result result = run(input.toString(), Long.MAX_VALUE, -1.0, "hangs_on_stop");
        assertThat(result.lines).hasSize(2000);
        for (int i = 0; i < 2000; i++) {
            assertThat(result.lines.get(i))
                    .startsWith(
                            i == 700
                                    ? "{\"id\":700,\"reward\":-1.0,\"unscored\":{\"reason\":\"TIMEOUT\""
                                    : "{\"id\":" + i + ",\"reward\":1.0");
        }
    }

    @Test
    void theLimitHolds() throws IOException {
        String input = "{\"final_response\":\"a\",\"answer\":\"a\"}\n".repeat(5000);
        assertThat(run(input, 0, null, "same").lines).isEmpty();
        assertThat(run(input, 3, null, "same").lines).hasSize(3);
        assertThat(run(input, 4999, null, "same").lines).hasSize(4999);
        assertThat(run(input, 4999, null, "waits").lines).hasSize(4999);
    }

    @ParameterizedTest
    @ValueSource(strings = {"same", "waits"})
    void longAndShortLinesKeepTheirOrder(String reward) throws IOException {
        Random random = new Random(7);
        StringBuilder input = new StringBuilder();
        int count = 1500;
        for (int i = 0; i < count; i++) {
            int length = random.nextInt(50) == 0 ? random.nextInt(600_000) : random.nextInt(300);
            input.append("{\"id\":%d,\"answer\":\"\",\"final_response\":\"%s\"}\n".formatted(i, "x".repeat(length)));
        }
        List<String> lines = run(input.toString(), reward).lines;
        assertThat(lines).hasSize(count);
        for (int i = 0; i < count; i++) {
            assertThat(lines.get(i)).startsWith("{\"id\":" + i + ",\"reward\":");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"same", "waits"})
    @Tag("slow")
    void anInterruptedJobGoesOnWithoutScoringALineTwice(String reward, @TempDir Path folder) throws IOException {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 40_000; i++) {
            text.append("{\"id\":\"%s-%d\",\"group_id\":\"g%d\",\"answer\":\"a\",\"final_response\":\"%s\"}\n"
                    .formatted(reward, i, i % 7, i % 3 == 0 ? "a" : "bb"));
        }
        byte[] input = text.toString().getBytes(StandardCharsets.UTF_8);
        Result whole = run(text.toString(), reward);
        Rewards.CALLS.clear();
        ScoreCheckpoint checkpoint = new ScoreCheckpoint(folder.resolve("state.json"), job("input", "memory"));
        Path file = folder.resolve("out.jsonl");
        ScoreJob.Progress done = ScoreJob.Progress.hashed(1);
        int rounds = 0;
        while (done.inputBytes() < input.length) {
            assertThat(rounds++).isLessThan(100);
            InputStream in = new ByteArrayInputStream(input);
            java.util.Optional<ScoreCheckpoint.State> state = checkpoint.load();
            OutputFile out;
            if (state.isPresent()) {
                Resumption from = Resumption.of(state.get(), List.of(reward), in, "memory", file);
                done = from.progress();
                out = OutputFile.after(file, done.outputBytes(), from.output());
            } else {
                out = OutputFile.hashed(file);
            }
            List<ScoreJob> job = new ArrayList<>();
            AtomicInteger blocks = new AtomicInteger();
            ScoreJob.Listener stopsEarly = new ScoreJob.Listener() {
                @Override
                public void progress(ScoreJob.Progress progress) {
                    if (blocks.incrementAndGet() >= (reward.equals("waits") ? 9000 : 2)) {
                        job.getFirst().cancel();
                    }
                }
            };
            try (Scorer scorer = Scorer.builder().threads(2).build();
                    out) {
                job.add(new ScoreJob(rewards(reward), scorer, null, Long.MAX_VALUE, stopsEarly));
                done = job.getFirst().run(in, out, done);
                checkpoint.save(done, out.hash());
                out.write("half a line".getBytes(StandardCharsets.UTF_8));
            }
        }
        try (var out = Files.newByteChannel(file, java.nio.file.StandardOpenOption.WRITE)) {
            out.truncate(done.outputBytes());
        }
        assertThat(rounds).isGreaterThan(1);
        assertThat(Files.readAllLines(file)).containsExactlyElementsOf(whole.lines);
        assertThat(done.metrics().getFirst().scored()).isEqualTo(40_000);
        assertThat(done.input().hex()).isEqualTo(Sha256.hex(text.toString(), 32));
        assertThat(done.metrics().getFirst().toMap()).containsEntry("group/count", 7L);
        assertThat(Rewards.CALLS.values()).allMatch(calls -> calls.get() == 1);
        assertThat(done.metrics().getFirst().toMap())
                .isEqualTo(whole.progress.metrics().getFirst().toMap());
    }

    private static JobIdentity job(String setting, String value) {
        return new JobIdentity(Map.of(setting, value), Map.of());
    }

    @Test
    void aLineBeyondTheLimitOfSizeIsToldAndPassedOver() throws IOException {
        byte[] start = "{\"id\":1,\"answer\":\"\",\"final_response\":\"\"}\n{\"id\":2,\"answer\":\""
                .getBytes(StandardCharsets.UTF_8);
        byte[] end = "\"}\n{\"id\":3,\"answer\":\"\",\"final_response\":\"\"}\n".getBytes(StandardCharsets.UTF_8);
        InputStream huge = new java.io.SequenceInputStream(java.util.Collections.enumeration(List.of(
                new ByteArrayInputStream(start),
                new Repeated('x', LineReader.MAX_LINE_LENGTH + 10),
                new ByteArrayInputStream(end))));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (Scorer scorer = Scorer.builder().threads(1).build()) {
            new ScoreJob(rewards("same"), scorer, null, Long.MAX_VALUE, SILENT)
                    .run(huge, out, ScoreJob.Progress.none(1));
        }
        assertThat(out.toString(StandardCharsets.UTF_8).lines())
                .satisfiesExactly(
                        line -> assertThat(line).startsWith("{\"id\":1,\"reward\":1.0"),
                        line -> assertThat(line).contains("\"line\":2", "INVALID_INPUT", "longer than 64 MiB"),
                        line -> assertThat(line).startsWith("{\"id\":3,\"reward\":1.0"));
    }

    private static final class Repeated extends InputStream {
        private final int value;
        private int left;

        Repeated(int value, int count) {
            this.value = value;
            this.left = count;
        }

        @Override
        public int read() {
            return left-- > 0 ? value : -1;
        }

        @Override
        public int read(byte[] target, int offset, int length) {
            if (left <= 0) {
                return -1;
            }
            int count = Math.min(left, length);
            java.util.Arrays.fill(target, offset, offset + count, (byte) value);
            left -= count;
            return count;
        }
    }

    @Test
    void fieldsThatNoParameterNamesAreStillThereForThoseWhoAsk() {
        byte[] line = "{\"a\":1,\"final_response\":\"r\",\"b\":{\"c\":2}}".getBytes(StandardCharsets.UTF_8);
        LineSample sample = new LineDecoder(rewards("same")).decode(line, 0, line.length, 1);
        assertThat(sample.fields()).isEqualTo(Map.of("a", 1, "b", Map.of("c", 2)));
        assertThat(sample.context().metadata().get("a")).isEqualTo(1);
        assertThat(sample.find("nothing")).isEmpty();
    }

    @Test
    void compositesShowEachComponent() {
        RewardEntry sum = CompositeReward.weightedSum(
                "both", Map.of(registry.reward("same"), 0.75, registry.reward("tools"), 0.25));
        byte[] line =
                "{\"final_response\":\"a\",\"answer\":\"a\",\"trajectory\":[{\"role\":\"tool\",\"content\":\"x\"}]}"
                        .getBytes(StandardCharsets.UTF_8);
        try (Scorer scorer = Scorer.builder().threads(1).build()) {
            LineSample sample = new LineDecoder(List.of(sum)).decode(line, 0, line.length, 1);
            RewardResult result = ((dev.guerdon.api.Score.Scored) scorer.score(sum, sample)).result();
            assertThat(result.reward()).isEqualTo(1.0);
            assertThat(result.extras())
                    .containsEntry("same", 1.0)
                    .containsEntry("tools", 1.0)
                    .containsEntry("same/length", 1);
        }
    }
}
