package dev.guerdon.cli.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guerdon.api.GuerdonException;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DriverCommandTest {

    private static final List<String> ARGUMENTS = List.of("score", "--on", "local[2]", "--in", "a b.jsonl");

    @TempDir
    private Path folder;

    private Path link() {
        return folder.resolve("s");
    }

    private List<String> command(
            String master, boolean users, Map<String, String> settings, Map<String, String> environment) {
        OwnJars own =
                new OwnJars(List.of(folder.resolve("guerdon.jar"), folder.resolve("x.jar")), folder.resolve("side"));
        return new DriverCommand(new SparkHome(folder, "4.2.0", users), folder.resolve("one.jar"), own, environment)
                .of(ClusterAddress.of(master), ARGUMENTS, settings, link());
    }

    private List<String> command(Map<String, String> settings) {
        return command("local[2]", false, settings, Map.of());
    }

    @Test
    void isThisJavaWithTheOneJarBeforeSparks() {
        List<String> command = command(Map.of());
        assertThat(command.getFirst())
                .isEqualTo(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString());
        assertThat(command)
                .containsSubsequence(
                        "-cp",
                        folder.resolve("one.jar") + File.pathSeparator + folder.resolve("jars") + File.separator + "*",
                        "dev.guerdon.spark.SparkMain",
                        "score",
                        "--on",
                        "local[2]",
                        "--in",
                        "a b.jsonl")
                .contains("-Xmx2g", "-XX:+UseParallelGC", "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED")
                .contains("-Dguerdon.driver.link=" + link())
                .contains("-Dguerdon.jars=" + folder.resolve("guerdon.jar") + File.pathSeparator
                        + folder.resolve("x.jar"));
        assertThat(command("spark://h:1", false, Map.of(), Map.of())).contains("-Xmx1g");
    }

    @ParameterizedTest
    @CsvSource({"4g, 4g", "512m, 512m", "1024, 1024m", "2GB, 2g", "3 , 3m", "1tb, 1t", "900MiB, 900m"})
    void memoryIsWhatSparksSettingSays(String setting, String heap) {
        assertThat(command(Map.of("spark.driver.memory", setting))).contains("-Xmx" + heap);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "much", "0", "-1g", "1.5g", "2g -Xfoo"})
    void memoryThatIsNoSizeIsRefused(String setting) {
        assertThatThrownBy(() -> command(Map.of("spark.driver.memory", setting)))
                .isInstanceOf(GuerdonException.class)
                .hasMessageContaining("expected a size such as 2g as spark.driver.memory, found '" + setting + "'");
    }

    @Test
    void theUsersOptionsComeLast() {
        List<String> command = command(
                "local",
                false,
                Map.of("spark.driver.extraJavaOptions", "-Da=b -XX:+UseSerialGC"),
                Map.of("GUERDON_JAVA_OPTS", " -Xmx700m "));
        assertThat(command).containsSubsequence("-Xmx2g", "-Da=b", "-XX:+UseSerialGC", "-Xmx700m", "-cp");
        assertThat(command).doesNotContain("-XX:+UseParallelGC", "");
    }

    @Test
    void settingsOfTheUsersSparkHoldAndAreSeenByNobodyElse() throws IOException {
        Path conf = Files.createDirectory(folder.resolve("conf"));
        Files.writeString(conf.resolve("spark-defaults.conf"), """
                # what the administrator wrote
                spark.driver.memory          3g
                spark.hadoop.fs.s3a.secret.key=pass"word\\\\1
                hadoop.other                 x
                """);
        List<String> command = command("spark://h:1", true, Map.of(), Map.of());
        assertThat(command).contains("-Xmx3g", "@" + folder.resolve("defaults"));
        assertThat(String.join(" ", command)).doesNotContain("word");
        assertThat(folder.resolve("defaults")).hasContent("""
                "-Dspark.driver.memory=3g"
                "-Dspark.hadoop.fs.s3a.secret.key=pass\\"word\\\\1\"""");
        assertThat(command.get(command.indexOf("-cp") + 1))
                .isEqualTo(String.join(
                        File.pathSeparator,
                        folder.resolve("one.jar").toString(),
                        conf.toString(),
                        folder.resolve("jars") + File.separator + "*"));
        assertThat(command("spark://h:1", true, Map.of("spark.driver.memory", "5g"), Map.of()))
                .contains("-Xmx5g");
    }

    @Test
    void clustersOfOthersAreReachedWithSparksOwnProgram() {
        List<String> command = command("yarn", true, Map.of("spark.executor.memory", "4g"), Map.of());
        assertThat(command)
                .startsWith(
                        new SparkHome(folder, "4.2.0", true).submit().toString(),
                        "--master",
                        "yarn",
                        "--deploy-mode",
                        "client",
                        "--class",
                        "dev.guerdon.spark.SparkMain")
                .contains("spark.executor.memory=4g")
                .endsWith(folder.resolve("one.jar").toString(), "score", "--on", "local[2]", "--in", "a b.jsonl");
        assertThat(command)
                .anySatisfy(each -> assertThat(each)
                        .startsWith("spark.driver.extraJavaOptions=")
                        .contains(
                                "-Dguerdon.driver.link=",
                                "-Dlog4j2.configurationFile=jar:file:",
                                "/one.jar!/guerdon-log4j2.properties"));
    }

    @Test
    void settingsOfHadoopAreFoundBehindEverythingElse() throws IOException {
        Path hadoop = Files.createDirectory(folder.resolve("hadoop conf"));
        List<String> command = command(
                "local[2]",
                false,
                Map.of(),
                Map.of("HADOOP_CONF_DIR", hadoop.toString(), "YARN_CONF_DIR", "nowhere at all"));
        assertThat(command.get(command.indexOf("-cp") + 1))
                .endsWith(File.separator + "*" + File.pathSeparator + hadoop);
    }

    @Test
    void whatTheUsersSparkLogsIsLeftToIt() throws IOException {
        Files.writeString(Files.createDirectories(folder.resolve("conf")).resolve("log4j2.properties"), "");
        assertThat(command("yarn", true, Map.of(), Map.of()))
                .noneSatisfy(each -> assertThat(each).contains("log4j2"));
    }
}
