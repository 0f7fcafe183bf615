package dev.guerdon.cli.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.api.Json;
import dev.guerdon.core.Registry;
import dev.guerdon.core.ScoreJob;
import dev.guerdon.core.Scorer;
import dev.guerdon.core.base.JsonCodec;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A score job whose input has damaged lines: each costs its own score at most, and the others are scored as without it. */
final class DamagedLines implements Scenario {

    private static final String REWARD = "qa_f1_reward";

    private final Registry registry = Registry.discover();

    @Override
    @SuppressWarnings("ReferenceEquality") // the same array is one that was not damaged
    public void step(Chaos chaos, Path folder) throws IOException {
        List<byte[]> whole = new ArrayList<>();
        List<byte[]> damaged = new ArrayList<>();
        for (int i = 0, count = chaos.between(1, 400); i < count; i++) {
            byte[] line = line(chaos, i);
            whole.add(line);
            damaged.add(chaos.oneIn(2) ? Damage.to(line, chaos, "json") : line);
        }
        try (Scorer scorer = Scorer.builder()
                .threads(chaos.between(1, 3))
                .deadline(Duration.ofSeconds(60))
                .build()) {
            List<String> honest = score(scorer, whole);
            List<String> written = score(scorer, damaged);
            int next = 0;
            for (int i = 0; i < damaged.size(); i++) {
                if (damaged.get(i) == whole.get(i)) {
                    String line = written.get(next++);
                    // A line that has no id is told by its number, which damage before it can move.
                    assertThat(line.replaceFirst("^\\{\"line\":\\d+,", "{"))
                            .as("a line beside damaged ones")
                            .isEqualTo(honest.get(i).replaceFirst("^\\{\"line\":\\d+,", "{"));
                    continue;
                }
                for (int parts = linesIn(damaged.get(i)); parts > 0; parts--) {
                    checkDamaged(written.get(next++));
                }
            }
            assertThat(next).as("lines written").isEqualTo(written.size());
        }
    }

    private static byte[] line(Chaos chaos, int i) {
        String text = switch (chaos.below(4)) {
            case 0 -> "{\"id\":\"%d\",\"final_response\":\"The answer is \\u0034%d\",\"answer\":\"4%d\"}";
            case 1 ->
                "{\"id\":%d,\"trajectory\":[{\"role\":\"user\",\"content\":\"q %d\"},{\"role\":\"assistant\",\"content\":"
                        + "[{\"type\":\"text\",\"text\":\"a %d\"}]}],\"answer\":[\"a\",\"b\"],\"metadata\":{\"k\":[1,2.5e3,null,true]}}";
            case 2 -> "{\"final_response\":\"na\u00efve \ud83d\ude00 %d\",\"answer\":\"naive %d %d\"}";
            default -> "{\"id\":\"x%d\",\"final_response\":\"yes %d\",\"answer\":%d}";
        };
        return String.format(java.util.Locale.ROOT, text, i, i, i).getBytes(StandardCharsets.UTF_8);
    }

    /** How many lines a damaged one has become: line ends may have come in, or nothing but blanks is left. */
    private static int linesIn(byte[] bytes) {
        int lines = 0;
        boolean blank = true;
        for (byte b : bytes) {
            if (b == '\n') {
                lines += blank ? 0 : 1;
                blank = true;
            } else if (b != ' ' && b != '\t' && b != '\r') {
                blank = false;
            }
        }
        return lines + (blank ? 0 : 1);
    }

    private static void checkDamaged(String line) {
        Json json = JsonCodec.read(line, "a line of the output");
        assertThat(json.find("id").isPresent() || json.find("line").isPresent())
                .as(line)
                .isTrue();
        if (json.get("reward").isNull()) {
            assertThat(json.get("unscored").get("message").asString()).isNotEmpty();
        }
    }

    private List<String> score(Scorer scorer, List<byte[]> lines) throws IOException {
        ByteArrayOutputStream in = new ByteArrayOutputStream();
        for (byte[] line : lines) {
            in.writeBytes(line);
            in.write('\n');
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ScoreJob.Progress unused = new ScoreJob(
                        List.of(registry.reward(REWARD)), scorer, null, Long.MAX_VALUE, new ScoreJob.Listener() {})
                .run(new ByteArrayInputStream(in.toByteArray()), out, ScoreJob.Progress.none(1));
        String text = out.toString(StandardCharsets.UTF_8);
        return text.isEmpty()
                ? List.of()
                : List.of(text.substring(0, text.length() - 1).split("\n", -1));
    }
}
