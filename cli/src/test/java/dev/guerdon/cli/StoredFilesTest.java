package dev.guerdon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.api.Json;
import dev.guerdon.cli.Checkout.Result;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.core.base.Sha256;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that version 0.1.0 wrote: runs, a suite, plans, sessions with their journals, and a checkpoint. Later versions must read all of them. */
class StoredFilesTest {

    private static final List<String> RUNS = List.of(
            "run_20261119_002036",
            "run_20261119_002039",
            "run_20261119_002043",
            "run_20261119_002043_2",
            "run_20261119_002044");

    @TempDir
    Path folder;

    private Path runs;

    @BeforeEach
    void copyTheFiles() throws IOException, URISyntaxException {
        Path stored = Path.of(Objects.requireNonNull(StoredFilesTest.class.getResource("files-0.1.0"))
                .toURI());
        try (Stream<Path> all = Files.walk(stored)) {
            for (Path file : (Iterable<Path>) all.filter(Files::isRegularFile)::iterator) {
                Path copy = folder.resolve(stored.relativize(file).toString());
                Files.createDirectories(copy.getParent());
                Files.copy(file, copy);
            }
        }
        runs = folder.resolve("runs");
    }

    /** Runs a command that must succeed, and returns what it printed. */
    private String succeed(String command, String... arguments) {
        return run(command, arguments, 0).out();
    }

    private Result run(String command, String[] arguments, int exitCode) {
        String[] all = Stream.concat(
                        Stream.concat(Stream.of(command), Stream.of(arguments)), Stream.of("--runs", runs.toString()))
                .toArray(String[]::new);
        Result result = Cli.run(all);
        assertThat(result.exitCode()).as(result.err()).isEqualTo(exitCode);
        return result;
    }

    private long countRuns(Path folder) throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            return all.filter(one -> one.getFileName().toString().startsWith("run_"))
                    .count();
        }
    }

    @Test
    void runsAreListedShownAndReported() {
        List<Json> listed =
                JsonCodec.read(succeed("runs", "--json"), "runs").get("runs").asList();
        assertThat(listed.stream().map(run -> run.get("run").asString())).containsExactlyInAnyOrderElementsOf(RUNS);
        assertThat(succeed("show", RUNS.get(1))).contains("second, twice", "wrong-gold");
        assertThat(succeed("show", RUNS.get(1), "sum")).contains("What is 17 + 25?", "42");
        assertThat(succeed("diagnose", RUNS.get(1))).contains("wrong-gold");
        succeed(
                "report",
                RUNS.get(2),
                RUNS.get(4),
                "--out",
                folder.resolve("report.html").toString());
        assertThat(folder.resolve("report.html")).content().contains("all sections, larger limits");
    }

    @Test
    void runsAreComparedAndScoredAgain() {
        Json compared = JsonCodec.read(succeed("compare", RUNS.get(2), RUNS.get(4), "--json"), "comparison");
        assertThat(compared.get("base").get("avg_reward").asDouble()).isZero();
        assertThat(compared.get("candidates")
                        .asList()
                        .getFirst()
                        .get("avg_reward")
                        .asDouble())
                .isEqualTo(1);
        for (String run : RUNS.subList(0, 2)) {
            Json again = JsonCodec.read(succeed("rescore", run, "--reward", "math_equal_reward", "--json"), "rescore");
            assertThat(again.get("flips").asLong()).as(run).isZero();
        }
    }

    @Test
    void runsAreExportedAndImported() throws IOException {
        Path out = folder.resolve("episodes.jsonl");
        succeed("export", RUNS.get(1), "--out", out.toString());
        assertThat(Files.readAllLines(out)).hasSize(6);
        succeed("import", out.toString());
        assertThat(countRuns(runs)).isEqualTo(RUNS.size() + 1);
    }

    @Test
    void completeRunHasNothingToResume() {
        assertThat(succeed("run", "--resume", RUNS.get(0), "--json", "--quiet")).contains("\"tasks\":3");
    }

    @Test
    void episodesThatAreMissingInAStoredRunArePlayed() throws IOException, SQLException {
        // A run that was stopped: its status says so, and one episode is not there.
        Path run = runs.resolve(RUNS.get(0));
        Path description = run.resolve("run.json");
        Files.writeString(
                description,
                Files.readString(description).replace("\"status\" : \"complete\"", "\"status\" : \"stopped\""));
        try (var connection = DriverManager.getConnection("jdbc:sqlite:" + run.resolve("results.db"));
                var statement = connection.createStatement()) {
            statement.executeUpdate(
                    "DELETE FROM detail WHERE episode IN (SELECT id FROM episode WHERE task = 'product')");
            assertThat(statement.executeUpdate("DELETE FROM episode WHERE task = 'product'"))
                    .isEqualTo(1);
        }
        Json resumed = JsonCodec.read(succeed("run", "--resume", RUNS.get(0), "--json", "--quiet"), "run");
        assertThat(resumed.get("tasks").asLong()).isEqualTo(3);
        assertThat(resumed.get("completed").asLong()).isEqualTo(3);
    }

    @Test
    void suiteRuns() {
        assertThat(succeed("run", folder.resolve("suite.yaml").toString(), "--json", "--quiet"))
                .contains("\"perfect\":2");
    }

    @Test
    void sessionOfIterateIsResumed() throws IOException {
        String plan = folder.resolve("iterate.yaml").toString();
        Json session = JsonCodec.read(succeed("iterate", plan, "--resume", "--json", "--quiet"), "session");
        assertThat(session.get("complete").asBoolean()).isTrue();
        assertThat(session.get("champion").asString()).isEqualTo(RUNS.get(4));
        assertThat(countRuns(runs)).isEqualTo(RUNS.size());
    }

    @Test
    void sessionOfImproveIsResumedFromItsJournal() throws IOException {
        Path session = runs.resolve("sessions/improve_20261119_002048_stored-improve");
        Path journal = session.resolve("journal.jsonl");
        Path outcome = session.resolve("improve.json");
        List<String> lines = Files.readAllLines(journal);
        String stored = Files.readString(outcome);
        String[] resume = {folder.resolve("improve.yaml").toString(), "--resume", "--json", "--quiet"};
        Json end = JsonCodec.read(succeed("improve", resume), "end");
        assertThat(Files.readAllLines(journal)).as("nothing is played again").isEqualTo(lines);

        // The same session, stopped before its end, comes to the same end.
        Files.writeString(outcome, stored.replace("\"complete\":true", "\"complete\":false"));
        Files.write(journal, lines.subList(0, lines.size() / 2));
        Json again = JsonCodec.read(succeed("improve", resume), "again");
        assertThat(Files.readAllLines(journal)).hasSize(lines.size());
        assertThat(again.get("champion").value()).isEqualTo(end.get("champion").value());
        assertThat(again.get("spent").get("episodes").value())
                .isEqualTo(end.get("spent").get("episodes").value());
    }

    @Test
    void jobContinuesFromItsCheckpoint() throws IOException {
        Path in = folder.resolve("in.jsonl");
        Path out = folder.resolve("out.jsonl");
        Path checkpoint = folder.resolve("checkpoint.json");
        String[] job = {
            "score", "--reward", "qa_f1_reward", "--in", in.toString(), "--out", out.toString(), "--checkpoint"
        };
        List<String> done = Files.readAllLines(out);
        // The job of a checkpoint names the code of its reward, which is another one now, and its files.
        Path fresh = folder.resolve("fresh.json");
        Path elsewhere = folder.resolve("elsewhere.jsonl");
        String stored = Files.readString(checkpoint);
        Files.move(out, elsewhere);
        assertThat(Cli.run(Stream.concat(Stream.of(job), Stream.of(fresh.toString(), "--limit", "1"))
                                .toArray(String[]::new))
                        .exitCode())
                .isZero();
        Files.move(elsewhere, out, StandardCopyOption.REPLACE_EXISTING);
        String state = stored.lines().findFirst().orElseThrow();
        String changed = state.substring(0, state.indexOf("\"job\":"))
                + jobOf(fresh)
                + state.substring(state.indexOf(",\"input_bytes\""));
        Files.writeString(checkpoint, changed + "\n" + Sha256.hex(changed, 32) + "\n");
        Result result = Cli.run(
                Stream.concat(Stream.of(job), Stream.of(checkpoint.toString())).toArray(String[]::new));
        assertThat(result.exitCode()).as(result.err()).isZero();
        assertThat(Files.readAllLines(out)).hasSize(14).startsWith(done.toArray(String[]::new));
        assertThat(result.err()).contains("3 lines");
    }

    private static String jobOf(Path checkpoint) throws IOException {
        String text = Files.readString(checkpoint);
        return text.substring(text.indexOf("\"job\":"), text.indexOf(",\"input_bytes\""));
    }
}
