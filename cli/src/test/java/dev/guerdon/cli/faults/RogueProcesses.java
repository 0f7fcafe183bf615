package dev.guerdon.cli.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.cli.Checkout.Result;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * A {@code guerdon score} with a user's source that attacks its own process: it exits, halts, crashes, takes all memory, computes for
 * ever, prints forged results, closes the standard streams, interrupts every thread and leaves threads behind. Each costs its own
 * sample.
 */
final class RogueProcesses implements Scenario {

    private static final Path SOURCE = Path.of("Rogue.java");

    /** The tricks of the source, and what must become of their samples. */
    private static final List<Act> ACTS = List.of(
            act("exit", Act.Expected.UNSCORED),
            act("halt", Act.Expected.UNSCORED),
            act("crash", Act.Expected.UNSCORED),
            act("memory", Act.Expected.UNSCORED),
            act("hoard", Act.Expected.EITHER),
            act("spin", Act.Expected.UNSCORED),
            act("backtrack", Act.Expected.UNSCORED),
            act("error", Act.Expected.UNSCORED),
            act("print", Act.Expected.HONEST),
            act("print_raw", Act.Expected.EITHER),
            act("close_streams", Act.Expected.EITHER),
            act("read_input", Act.Expected.EITHER),
            act("interrupt_all", Act.Expected.EITHER),
            act("leave_thread", Act.Expected.EITHER),
            act("bad_hook", Act.Expected.EITHER),
            act("kill_children", Act.Expected.EITHER));

    private static Act act(String name, Act.Expected expected) {
        return new Act(name, expected, (honest, end) -> honest);
    }

    @Override
    public void step(Chaos chaos, Path folder) throws Exception {
        Files.writeString(folder.resolve(SOURCE), source());
        Lines lines = Lines.random(chaos, ACTS, 600, 60, chaos.below(2000));
        Result alone = score(folder, lines.withoutFaults());
        assertThat(alone.exitCode()).as(alone.err()).isZero();
        Result result = score(folder, lines);
        assertThat(result.exitCode()).as(result.err()).isIn(0, 1);
        lines.check(List.of("rogue"), result.out(), alone.out());
    }

    private static Result score(Path folder, Lines lines) throws Exception {
        Files.write(folder.resolve("in.jsonl"), lines.bytes());
        try (Victim victim = Victim.start(
                folder,
                Map.of(),
                0,
                "score",
                "--reward",
                "rogue",
                "--source",
                SOURCE.toString(),
                "--in",
                "in.jsonl",
                "--deadline",
                "3s",
                "--threads",
                "2",
                "--quiet")) {
            return victim.end();
        }
    }

    private static String source() throws java.io.IOException {
        try (var in = java.util.Objects.requireNonNull(RogueProcesses.class.getResourceAsStream("Rogue.java"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
