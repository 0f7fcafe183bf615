package dev.guerdon.cli.pieces;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.agent.spi.Rollout;
import dev.guerdon.agent.spi.RolloutPlan;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Json;
import dev.guerdon.api.Message;
import dev.guerdon.api.RewardResult;
import dev.guerdon.api.Score;
import dev.guerdon.api.Task;
import dev.guerdon.api.ToolCall;
import dev.guerdon.api.Trajectory;
import dev.guerdon.api.Trajectory.FinishReason;
import dev.guerdon.api.agent.Turn;
import dev.guerdon.api.agent.Usage;
import dev.guerdon.cli.pieces.EpisodeEngine.EpisodePiece;
import dev.guerdon.cli.pieces.PieceResult.Artifacts;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.assertj.core.api.Assertions;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExactTransportTest {

    @TempDir
    Path folder;

    private static @Nullable Object sent(@Nullable Object value) {
        return PieceCodec.read(PieceCodec.bytes(Arrays.asList(value)), List.class)
                .getFirst();
    }

    @Test
    void everyPlainValueComesBackAsTheTypeThatItWas() throws IOException {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        map.put("z", null);
        map.put("", List.of());
        map.put("a", Map.of());
        for (Object value : Arrays.asList(
                null,
                true,
                false,
                0,
                Integer.MIN_VALUE,
                Long.MAX_VALUE,
                5L,
                -0.0,
                Double.NaN,
                Double.NEGATIVE_INFINITY,
                Double.MIN_VALUE,
                0.1f,
                new BigInteger("-123456789012345678901234567890"),
                new BigDecimal("1.10"),
                "",
                "plain",
                "\u0000 é 中 \ud83d\ude00",
                "half \ud83d",
                "\ude00\ud83d",
                Arrays.asList(1, null, "x"),
                map)) {
            assertThat(sent(value)).isEqualTo(value);
        }
        assertThat(new LinkedHashMap<>(new Json(sent(map)).asMap()).keySet()).containsExactly("z", "", "a");
    }

    @Test
    void aRolloutComesBackAsItWas() throws IOException {
        Task task = new Task("a task", List.of(Message.user("?")), Map.of("answer", 1.0));
        RolloutPlan plan = new RolloutPlan(task, 3, -5);
        Map<String, @Nullable Object> info = new LinkedHashMap<>();
        info.put("one", 1);
        info.put("none", null);
        Rollout rollout = new Rollout(
                plan,
                new Trajectory(
                        plan.id(),
                        task.id(),
                        List.of(
                                List.of(Message.system("be brief"), Message.user("?")),
                                List.of(
                                        Message.assistant("", List.of(new ToolCall("c1", "look", Map.of("at", 1), ""))),
                                        Message.tool("c1", "look", "a \ud83d half"))),
                        OptionalDouble.of(1.0 / 3),
                        Map.of("turns", 1.0, "odd", Double.NaN),
                        FinishReason.MAX_TURNS,
                        Instant.ofEpochSecond(1_800_000_000L, 123_456_789),
                        Duration.ofNanos(987_654_321)),
                "the answer",
                new Score.Scored(new RewardResult(1.0 / 3, info)),
                List.of(Turn.builder()
                        .prompt("p")
                        .reply("r")
                        .action("a")
                        .observation("o")
                        .reward(0.1)
                        .error("e")
                        .modelTime(Duration.ofNanos(1_234_567_891))
                        .actionTime(Duration.ofNanos(3))
                        .usage(new Usage(1, 2, 3, 0.25, 1))
                        .info(info)
                        .build()),
                new Usage(1, 2, 3, 0.25, 1),
                "what went wrong");
        Rollout unscored = new Rollout(
                plan,
                rollout.trajectory(),
                "",
                new Score.Unscored(Score.Reason.TIMEOUT, "too late"),
                List.of(),
                Usage.NONE,
                "");
        PieceResult result = new PieceResult(
                "host",
                Duration.ofMillis(5),
                List.of(
                        PieceResult.Played.of(1, rollout, Artifacts.NONE),
                        PieceResult.Played.of(4, unscored, Artifacts.NONE)),
                Map.of("answers.jsonl", List.of("{\"id\":\"a\"}")));
        PieceResult read = PieceCodec.read(PieceCodec.bytes(result), PieceResult.class);
        assertThat(read.played()).extracting(PieceResult.Played::place).containsExactly(1, 4);
        assertThat(read.played().get(0).rollout(plan)).isEqualTo(rollout);
        assertThat(read.played().get(1).rollout(plan)).isEqualTo(unscored);
        assertThat(read.host()).isEqualTo("host");
        assertThat(read.lines()).isEqualTo(result.lines());
    }

    @Test
    void aPieceComesBackAsItWas() throws IOException {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("answer", "42");
        fields.put("none", null);
        fields.put("deep", Map.of("list", List.of(1, 2.5, "x")));
        EpisodePiece piece = new EpisodePiece(
                3,
                Duration.ofSeconds(2),
                List.of(new RolloutPlan(new Task("x", List.of(Message.user("?")), fields), 2, Long.MIN_VALUE)));
        assertThat(PieceCodec.read(PieceCodec.bytes(piece), EpisodePiece.class)).isEqualTo(piece);
    }

    @Test
    void filesComeBackAndWhatIsTooLargeIsNamed() throws IOException {
        Path from = folder.resolve("from");
        Files.createDirectories(from.resolve("empty"));
        Files.write(from.resolve("a.bin"), new byte[600]);
        Files.write(from.resolve("b.bin"), new byte[600]);
        Files.writeString(from.resolve("c.txt"), "small");
        Artifacts artifacts = Artifacts.in(from, 1_000);
        assertThat(artifacts.leftOut()).containsExactly("b.bin");
        Path to = folder.resolve("to");
        PieceCodec.read(PieceCodec.bytes(artifacts), Artifacts.class).writeTo(to);
        assertThat(to.resolve("a.bin")).hasSize(600);
        assertThat(to.resolve("b.bin")).doesNotExist();
        assertThat(to.resolve("c.txt")).hasContent("small");
        assertThat(to.resolve("empty")).isDirectory();
        assertThat(Artifacts.in(folder.resolve("nowhere"), 1)).isEqualTo(Artifacts.NONE);
    }

    @Test
    void linesOfTheRunComeFromManyProcessesIntoOneFile() throws IOException {
        Path first = Files.createDirectories(folder.resolve("first"));
        Path second = Files.createDirectories(folder.resolve("second"));
        RunLines one = new RunLines(first);
        RunLines two = new RunLines(second);
        RunLines run = new RunLines(folder);
        assertThat(one.changed()).isEmpty();
        Files.writeString(
                first.resolve("p.jsonl"), "{\"id\":\"a\",\"answer\":\"\"}\n{\"id\":\"b\",\"answer\":\"1\"}\n");
        run.put(one.changed());
        // The process that had begun with 'a' goes on with something else; another one answers.
        Files.writeString(second.resolve("p.jsonl"), "{\"id\":\"a\",\"answer\":\"2\"}\n");
        run.put(two.changed());
        Files.writeString(first.resolve("p.jsonl"), """
                {"id":"a","answer":""}
                {"id":"b","answer":"1"}
                {"id":"c","answer":"3"}
                """);
        assertThat(one.changed()).isEqualTo(Map.of("p.jsonl", List.of("{\"id\":\"c\",\"answer\":\"3\"}")));
        run.put(Map.of("p.jsonl", List.of("{\"id\":\"c\",\"answer\":\"3\"}")));
        assertThat(folder.resolve("p.jsonl")).hasContent("""
                {"id":"a","answer":"2"}
                {"id":"b","answer":"1"}
                {"id":"c","answer":"3"}
                """);
        Assertions.assertThatThrownBy(() -> run.put(Map.of("../p.jsonl", List.of("{}"))))
                .isInstanceOf(GuerdonException.class);
        Assertions.assertThatThrownBy(() -> run.put(Map.of("run.json", List.of("{}"))))
                .isInstanceOf(GuerdonException.class);
    }

    @Test
    void aFileNeverLeavesItsFolder() {
        Artifacts hostile = new Artifacts(true, Map.of("../out.txt", new byte[1]), List.of());
        Assertions.assertThatThrownBy(() -> hostile.writeTo(folder.resolve("to")))
                .isInstanceOf(GuerdonException.class)
                .hasMessageContaining("../out.txt");
        assertThat(folder.resolve("out.txt")).doesNotExist();
    }

    @Test
    void bytesThatAreNoSuchRecordAreRefused() {
        byte[] piece = PieceCodec.bytes(new EpisodePiece(3, Duration.ofSeconds(2), List.of()));
        for (byte[] wrong : List.of(
                new byte[0],
                new byte[] {99},
                Arrays.copyOf(piece, piece.length - 1),
                PieceCodec.bytes("no record"),
                PieceCodec.bytes(Map.of("at_once", "three")))) {
            Assertions.assertThatThrownBy(() -> PieceCodec.read(wrong, EpisodePiece.class))
                    .isInstanceOf(GuerdonException.class);
        }
    }
}
