package dev.guerdon.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code guerdon score --on} with a table, as a user types it, against the same command on one machine. */
class ScoreTableTest {

    private static final long PATIENCE_MINUTES = 8;

    @TempDir
    private Path folder;

    @Test
    void tableScoresAsItsFilesDoOnOneMachine() throws Exception {
        Path table = folder.resolve("answers");
        LocalSession.get()
                .range(0, 600, 1, 3)
                .selectExpr(
                        "concat('a', id) AS id",
                        "concat('river ', id % 4, ' \\u00e9 \\ud83d\\ude00') AS final_response",
                        "IF(id % 9 = 8, NULL, array(concat('river ', id % 3), 'sea')) AS answer",
                        "concat('g', id % 6) AS group_id")
                .write()
                .parquet(table.toString());

        Path out = folder.resolve("scores");
        List<String> score = List.of("score", "--reward", "qa_f1_reward", "--in", table.toString(), "--quiet");
        int code = run(
                "dev.guerdon.spark.SparkMain", classPath(), with(score, "--on", "local[2]", "--out", out.toString()));
        String printed = Files.readString(folder.resolve("printed"));

        StringBuilder expected = new StringBuilder();
        for (Path file : sorted(table, ".parquet")) {
            Path scores = folder.resolve("one.jsonl");
            int alone = run(
                    "dev.guerdon.cli.Main",
                    jars(),
                    List.of(
                            "score",
                            "--reward",
                            "qa_f1_reward",
                            "--in",
                            file.toString(),
                            "--quiet",
                            "--out",
                            scores.toString()));
            assertThat(code).as(printed).isEqualTo(alone);
            expected.append(Files.readString(scores));
        }
        StringBuilder found = new StringBuilder();
        for (Path part : sorted(out, ".jsonl")) {
            found.append(Files.readString(part));
        }
        assertThat(expected.toString().lines()).hasSize(600);
        assertThat(found.toString()).isEqualTo(expected.toString());
    }

    private static List<String> with(List<String> arguments, String... more) {
        List<String> all = new ArrayList<>(arguments);
        all.addAll(List.of(more));
        return all;
    }

    private static List<Path> sorted(Path folder, String ending) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.getFileName().toString().endsWith(ending)
                            && !file.getFileName().toString().startsWith("."))
                    .sorted()
                    .toList();
        }
    }

    private static String classPath() {
        String tests = System.getProperty("surefire.test.class.path");
        return tests == null ? System.getProperty("java.class.path") : tests;
    }

    private static String jars() {
        return GuerdonJars.all().stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
    }

    private int run(String main, String classPath, List<String> arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx512m",
                "--enable-native-access=ALL-UNNAMED",
                "-Dguerdon.jars=" + jars(),
                "-cp",
                classPath,
                main));
        command.addAll(arguments);
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("printed").toFile())
                .start();
        try {
            assertThat(process.waitFor(PATIENCE_MINUTES, TimeUnit.MINUTES)).isTrue();
            return process.exitValue();
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }
}
