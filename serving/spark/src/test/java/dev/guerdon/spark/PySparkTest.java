package dev.guerdon.spark;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** From Python with one jar, in a process of its own, as a user of PySpark does it. */
class PySparkTest {

    /** Names a Python that has pyspark. */
    private static final String VARIABLE = "GUERDON_PYSPARK_PYTHON";

    private static final long PATIENCE_MINUTES = 8;

    @TempDir
    private Path folder;

    @Test
    void oneJarScoresBySqlAndByDataFrame() throws Exception {
        String python = System.getenv().getOrDefault(VARIABLE, "python3");
        Assumptions.assumeTrue(
                run(List.of(python, "-c", "import pyspark"), folder.resolve("probe")) == 0,
                () -> python + " has no pyspark; " + VARIABLE + " names a Python that has it");
        Path script = folder.resolve("score.py");
        try (InputStream in = PySparkTest.class.getResourceAsStream("/pyspark/score.py")) {
            Files.copy(in, script);
        }
        Path jar = GuerdonJars.oneJar(folder);
        Path out = folder.resolve("out");
        int code = run(
                List.of(
                        python,
                        script.toString(),
                        jar.toUri().toString(),
                        folder.resolve("warehouse").toString()),
                out);
        String printed = Files.readString(out);
        assertThat(code).as(printed).isZero();

        String line = printed.lines()
                .filter(each -> each.startsWith("{\"sql\""))
                .findFirst()
                .orElseThrow();
        JsonNode result = new ObjectMapper().readTree(line);
        assertThat(result.get("sql").toString()).isEqualTo("[0.6666666666666666,1.0,null]");
        assertThat(result.get("column")).isEqualTo(result.get("sql"));
        assertThat(result.get("count").asInt()).isEqualTo(3);
        assertThat(result.get("rows").get(0).get("extras").get("precision").asText())
                .isEqualTo("0.5");
        assertThat(result.get("rows").get(2).get("reward").isNull()).isTrue();
        assertThat(result.get("rows").get(2).get("unscored").get("reason").asText())
                .isEqualTo("MISSING_FIELD");
    }

    /** Runs a command on this JDK; what it prints goes to a file. */
    private static int run(List<String> command, Path out) throws IOException, InterruptedException {
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(out.toFile());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().remove("SPARK_HOME");
        Process process;
        try {
            process = builder.start();
        } catch (IOException e) {
            Files.writeString(out, String.valueOf(e.getMessage()), StandardCharsets.UTF_8);
            return -1;
        }
        try {
            if (!process.waitFor(PATIENCE_MINUTES, TimeUnit.MINUTES)) {
                throw new AssertionError(command + " did not end; it printed " + Files.readString(out));
            }
            return process.exitValue();
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }
}
