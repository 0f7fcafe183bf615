package example;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.guerdon.api.Json;
import dev.guerdon.core.base.JsonCodec;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/** Runs a script with the client package of a protocol, where a variable names a Python that has it. */
public final class PythonClient {

    private PythonClient() {}

    /**
     * What the script saw.
     *
     * @param variable names the Python; where it is not set, the test is skipped
     */
    public static Json run(String variable, String script, Path folder, String... arguments) throws Exception {
        String python = System.getenv(variable);
        assumeTrue(python != null, variable + " names no Python with the client's package");
        Path copy = folder.resolve(script);
        try (InputStream in = Objects.requireNonNull(PythonClient.class.getResourceAsStream("/" + script))) {
            Files.write(copy, in.readAllBytes());
        }
        Path output = folder.resolve("output");
        Path errors = folder.resolve("errors");
        List<String> command = new ArrayList<>(List.of(python, copy.toString()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectOutput(output.toFile()).redirectError(errors.toFile());
        // A library of eval-protocol asks the internet for prices at its start, and hangs if it gets no answer.
        builder.environment().put("LITELLM_LOCAL_MODEL_COST_MAP", "True");
        Process process = builder.start();
        boolean ended = process.waitFor(240, TimeUnit.SECONDS);
        process.destroyForcibly();
        assertThat(ended).as(Files.readString(errors)).isTrue();
        assertThat(process.exitValue()).as(Files.readString(errors)).isZero();
        return JsonCodec.read(Files.readString(output, StandardCharsets.UTF_8), "what the client saw");
    }
}
