package dev.guerdon.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the samples of docs/scale.md, and compares what they show. */
class SparkPageTest {

    private static final Pattern BLOCK = Pattern.compile("(?ms)^```(\\w+ spark)\\n(.*?)^```$");

    @TempDir
    private Path folder;

    private record Block(String kind, String text) {}

    private static List<Block> blocks() throws Exception {
        Path page = GuerdonJars.root().resolve("docs/scale.md");
        List<Block> blocks = new ArrayList<>();
        Matcher matcher = BLOCK.matcher(Files.readString(page));
        while (matcher.find()) {
            blocks.add(new Block(matcher.group(1), matcher.group(2)));
        }
        return blocks;
    }

    @Test
    void samplesShowWhatThePageSays() throws Exception {
        SparkSession spark = LocalSession.get().newSession(); // the page makes views of its own
        String shown = "";
        int compared = 0;
        for (Block block : blocks()) {
            switch (block.kind) {
                case "sql spark" -> shown = sql(spark, block.text);
                case "java spark" -> shown = java(spark, block.text);
                case "text spark" -> {
                    assertThat(shown.strip()).isEqualTo(block.text.strip());
                    compared++;
                }
                default -> throw new AssertionError("a block of kind " + block.kind);
            }
        }
        assertThat(compared).isEqualTo(3);
    }

    private static String sql(SparkSession spark, String text) {
        String shown = "";
        for (String statement : text.split(";\\s*\\n", -1)) {
            Dataset<Row> rows = spark.sql(statement.strip());
            shown = printed(rows::show);
        }
        return shown;
    }

    /** What Spark and the sample print: Scala's console is the stream that System.out was when Scala started. */
    private static String printed(Runnable code) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        PrintStream before = System.out;
        try (PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8)) {
            System.setOut(out);
            scala.Console.withOut(out, new scala.runtime.AbstractFunction0<Object>() {
                @Override
                public Object apply() {
                    code.run();
                    return "";
                }
            });
        } finally {
            System.setOut(before);
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }

    private String java(SparkSession spark, String text) throws Exception {
        String imports = text.lines().filter(line -> line.startsWith("import ")).collect(Collectors.joining("\n"));
        String body = text.lines().filter(line -> !line.startsWith("import ")).collect(Collectors.joining("\n"));
        Path source = Files.writeString(
                folder.resolve("Sample.java"),
                imports
                        + "\npublic final class Sample {\n public static void run(org.apache.spark.sql.SparkSession spark) {\n"
                        + body + "\n}\n}\n");
        ByteArrayOutputStream problems = new ByteArrayOutputStream();
        int code = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        problems,
                        problems,
                        "-proc:none",
                        "-d",
                        folder.toString(),
                        "-cp",
                        classPath(),
                        source.toString());
        assertThat(code).as(problems.toString(StandardCharsets.UTF_8)).isZero();
        try (URLClassLoader loader = new URLClassLoader(
                new URL[] {folder.toUri().toURL()}, getClass().getClassLoader())) {
            var run = loader.loadClass("Sample").getMethod("run", SparkSession.class);
            return printed(() -> {
                try {
                    run.invoke(null, spark);
                } catch (ReflectiveOperationException e) {
                    throw new LinkageError("the sample cannot be run", e);
                }
            });
        }
    }

    private static String classPath() {
        return Stream.of(System.getProperty("java.class.path"), System.getProperty("surefire.test.class.path"))
                .filter(path -> path != null)
                .collect(Collectors.joining(java.io.File.pathSeparator));
    }
}
