package dev.guerdon.cpython;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;

/** Asks the Python of this machine. Values travel as JSON, one a line, in ASCII. */
final class LivePython {

    private static final String LOOP = """
            import ast, json, random, sys, warnings
            warnings.simplefilter("ignore")
            sys.setrecursionlimit(5000)


            def is_plain(x):
                if isinstance(x, (list, tuple)):
                    return all(map(is_plain, x))
                if isinstance(x, dict):
                    return all(isinstance(k, str) and is_plain(v) for k, v in x.items())
                return x is None or isinstance(x, (str, int, float))


            def shown_literal(text):
                try:
                    value = ast.literal_eval(text)
                    return repr(value) if is_plain(value) else "refused"
                except Exception:
                    return "refused"


            for line in sys.stdin:
                x = json.loads(line)
                try:
                    print(json.dumps(EXPRESSION))
                except Exception as e:
                    print(json.dumps({"raised": type(e).__name__}))
            """;

    /** Whether this Python is known to be the right one. */
    private static volatile boolean checked;

    private LivePython() {}

    /** What a Python expression over {@code x} gives for each value; the test is skipped where there is no Python 3.11. */
    static List<@Nullable Object> answers(Path folder, String expression, List<? extends @Nullable Object> values)
            throws IOException, InterruptedException {
        Path program = Files.writeString(folder.resolve("ask.py"), LOOP.replace("EXPRESSION", expression));
        Path asked = Files.writeString(
                folder.resolve("asked.jsonl"),
                values.stream().map(value -> JsonWriter.line(value) + "\n").collect(Collectors.joining()));
        Path answered = folder.resolve("answered.jsonl");
        if (!checked) {
            run(List.of("python3", "-c", "import sys; sys.exit(sys.version_info[:2] != (3, 11))"), asked, answered);
            checked = true;
        }
        int status = run(List.of("python3", program.toString()), asked, answered);
        List<@Nullable Object> answers = new ArrayList<>();
        for (String line : Files.readAllLines(answered)) {
            answers.add(JsonReader.read(line).orElseThrow().value());
        }
        if (status != 0 || answers.size() != values.size()) {
            throw new IOException(
                    "python3 ended with " + status + " after " + answers.size() + " of " + values.size() + " answers");
        }
        return answers;
    }

    private static int run(List<String> command, Path in, Path out) throws IOException, InterruptedException {
        Process process;
        try {
            process = new ProcessBuilder(command)
                    .redirectInput(in.toFile())
                    .redirectOutput(out.toFile())
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
        } catch (IOException e) {
            Assumptions.abort("skipped: there is no python3 to compare with");
            throw e;
        }
        try {
            if (!process.waitFor(60, TimeUnit.SECONDS)) {
                throw new IOException("python3 did not answer within a minute");
            }
            boolean check = command.contains("-c");
            Assumptions.assumeTrue(
                    !check || process.exitValue() == 0, "skipped: python3 is not Python 3.11, the one to compare with");
            return process.exitValue();
        } finally {
            process.destroyForcibly();
        }
    }
}
