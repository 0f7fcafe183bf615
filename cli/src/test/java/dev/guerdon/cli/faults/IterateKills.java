package dev.guerdon.cli.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.api.Json;
import dev.guerdon.cli.Checkout.Result;
import dev.guerdon.core.base.JsonCodec;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A {@code guerdon iterate} that is killed, terminated or interrupted at a random moment, once or more, and is resumed each time. At the
 * end it has decided as a session which nothing disturbed.
 */
final class IterateKills implements Scenario {

    private static final List<String> FAULTS = List.of("KILL", "KILL", "TERM", "INT");

    private static final String PLAN = """
            suite: minilab
            tasks: 0-5
            accept: mean
            seed: 7
            champion: {name: random, model: policy:minilab-random}
            candidates:
              - {name: gold, model: policy:minilab-gold}
              - {name: random again, model: policy:minilab-random}
            """;

    private final List<String> expected = new ArrayList<>();

    @Override
    public void step(Chaos chaos, Path folder) throws Exception {
        if (expected.isEmpty()) {
            expected.addAll(finish(Files.createDirectories(folder.resolve("alone")), false));
            assertThat(expected).hasSize(3);
        }
        Files.writeString(folder.resolve("plan.yaml"), PLAN);
        for (int i = 0, times = chaos.between(1, 3); i < times; i++) {
            String fault = chaos.pick(FAULTS);
            chaos.injected("iterate_" + fault);
            try (Victim victim = Victim.start(folder, Map.of(), 0, arguments(hasSession(folder)))) {
                victim.await(() -> hasSession(folder));
                victim.live(chaos.below(2500));
                Result unused = victim.end(fault);
            }
        }
        assertThat(finish(folder, hasSession(folder))).isEqualTo(expected);
    }

    /** What was decided, in order, once the session has come to its end. */
    private static List<String> finish(Path folder, boolean again) throws Exception {
        Files.writeString(folder.resolve("plan.yaml"), PLAN);
        try (Victim victim = Victim.start(folder, Map.of(), 0, arguments(again))) {
            Result result = victim.end();
            assertThat(result.exitCode()).as(result.err()).isZero();
            Json json = JsonCodec.read(result.out(), "the session");
            assertThat(json.get("complete").asBoolean()).isTrue();
            return json.get("decisions").asList().stream()
                    .map(IterateKills::decision)
                    .toList();
        }
    }

    /** A change that is rolled back is not run to its end: which episodes were played by then depends on the moment, and so does their average. */
    private static String decision(Json one) {
        String verdict = one.get("decision").asString();
        return one.get("change").value() + " " + verdict
                + (verdict.equals("rolled_back")
                        ? ""
                        : " " + one.get("avg_reward").value());
    }

    private static String[] arguments(boolean again) {
        List<String> all = new ArrayList<>(List.of("iterate", "plan.yaml", "--runs", "runs", "--quiet", "--json"));
        if (again) {
            all.add("--resume");
        }
        return all.toArray(String[]::new);
    }

    /** Whether a session is there that can be resumed. */
    private static boolean hasSession(Path folder) {
        Path runs = folder.resolve("runs");
        if (!Files.isDirectory(runs)) {
            return false;
        }
        try (Stream<Path> files = Files.walk(runs, 3)) {
            return files.anyMatch(file -> file.getFileName().toString().equals("session.json"));
        } catch (java.io.IOException | java.io.UncheckedIOException e) {
            return false;
        }
    }
}
