package dev.guerdon.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code guerdon score --on} with a Delta table, as a user types it. */
class DeltaScoreTest {

    @TempDir
    private Path folder;

    @Test
    void oneVersionIsScoredAndAnotherIsAnotherJob() throws IOException, InterruptedException {
        Path table = folder.resolve("answers.parquet"); // a name that promises something else
        try (Connectors.Session session = Connectors.DELTA.open(folder)) {
            for (String row : List.of("('1', 'the Nile river', 'Nile')", "('2', 'Rome', 'Rome')")) {
                session.spark()
                        .sql("SELECT * FROM VALUES " + row + " AS t(id, final_response, answer)")
                        .write()
                        .format("delta")
                        .mode("overwrite")
                        .save(table.toString());
            }
        }
        Command guerdon =
                new Command(folder, SparkProcesses.home(folder.resolve("home"), System.getProperty("java.class.path")));
        Path out = folder.resolve("scores");
        Command.End first = guerdon.run(score(table, out, "--option", "versionAsOf=0"));
        assertThat(first.exitCode()).as(first.err()).isZero();
        assertThat(scores(out)).singleElement().asString().contains("\"id\":\"1\"", "0.6666666666666666");

        Command.End other = guerdon.run(score(table, out));
        assertThat(other.exitCode()).as(other.err()).isEqualTo(2);
        assertThat(other.err()).contains("has changed since the job began");
        assertThat(scores(out)).hasSize(1);
    }

    private static String[] score(Path table, Path out, String... more) {
        List<String> arguments = new ArrayList<>(List.of(
                "score",
                "--quiet",
                "--on",
                "local[2]",
                "--reward",
                "qa_f1_reward",
                "--in",
                table.toString(),
                "--out",
                out.toString(),
                "--conf",
                "spark.jars=" + Connectors.DELTA.jarList(),
                // Delta cuts even the smallest table's log into many pieces of work.
                "--conf",
                "spark.databricks.delta.snapshotPartitions=1",
                "--conf",
                "spark.sql.shuffle.partitions=1"));
        Connectors.DELTA.settings().forEach((name, value) -> arguments.addAll(List.of("--conf", name + "=" + value)));
        arguments.addAll(List.of(more));
        return arguments.toArray(String[]::new);
    }

    private static List<String> scores(Path out) throws IOException {
        List<String> lines = new ArrayList<>();
        try (Stream<Path> parts = Files.list(out)) {
            for (Path part : parts.filter(file -> file.getFileName().toString().startsWith("part-"))
                    .sorted()
                    .toList()) {
                lines.addAll(Files.readAllLines(part));
            }
        }
        return lines;
    }
}
