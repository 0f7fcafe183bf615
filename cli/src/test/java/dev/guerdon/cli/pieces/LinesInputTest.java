package dev.guerdon.cli.pieces;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.cli.pieces.ScoringPlan.Span;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LinesInputTest {

    @Test
    void everyLineIsInExactlyOneSpanUnderItsNumber() throws IOException {
        Random random = new Random(11);
        for (int round = 0; round < 300; round++) {
            byte[] file = new byte[random.nextInt(60)];
            for (int i = 0; i < file.length; i++) {
                file[i] = random.nextInt(4) == 0 ? (byte) '\n' : (byte) ('a' + random.nextInt(26));
            }
            for (int size = 1; size <= file.length + 1; size++) {
                ByteArrayOutputStream all = new ByteArrayOutputStream();
                for (int from = 0; from < file.length; from += size) {
                    int to = Math.min(from + size, file.length);
                    Span span = new Span(from, to, LineCounting.lineEnds(file, from));
                    int start = Math.max(0, from - 1);
                    LinesInput in = new LinesInput(new ByteArrayInputStream(file, start, file.length - start), span);
                    if (!in.isAtEnd()) {
                        assertThat(in.position()).isEqualTo(all.size());
                        assertThat(in.firstLine()).isEqualTo(LineCounting.lineEnds(file, all.size()) + 1);
                    }
                    byte[] some = new byte[1 + random.nextInt(9)];
                    for (int read = in.read(some); read >= 0; read = in.read(some)) {
                        all.write(some, 0, read);
                    }
                }
                assertThat(all.toString(StandardCharsets.UTF_8))
                        .as("spans of %d", size)
                        .isEqualTo(new String(file, StandardCharsets.UTF_8));
            }
        }
    }

    @Test
    void aSpanWithinALineReadsNoMoreThanItself() throws IOException {
        byte[] file = "x".repeat(1 << 20).getBytes(StandardCharsets.UTF_8);
        ByteArrayInputStream rest = new ByteArrayInputStream(file);
        LinesInput in = new LinesInput(rest, new Span(1, 100_000, 0));

        assertThat(in.isAtEnd()).isTrue();
        assertThat(in.read()).isEqualTo(-1);
        assertThat(rest.available()).isGreaterThan(file.length - 200_000);
    }
}
