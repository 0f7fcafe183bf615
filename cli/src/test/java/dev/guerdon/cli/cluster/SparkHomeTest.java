package dev.guerdon.cli.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.cli.terminal.TerminalScreen;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SparkHomeTest {

    @TempDir
    private Path folder;

    private Map<String, String> users(String jar) throws IOException {
        Path jars = Files.createDirectories(folder.resolve("a spark").resolve("jars"));
        Files.createFile(jars.resolve(jar));
        return Map.of("SPARK_HOME", folder.resolve("a spark").toString(), "XDG_CACHE_HOME", folder.toString());
    }

    private static Map<String, String> complete(Path cache) throws IOException {
        Map<String, String> environment = Map.of("XDG_CACHE_HOME", cache.toString(), "SPARK_HOME", "");
        Path jars = Files.createDirectories(SparkHome.fetched(environment).resolve("jars"));
        for (SparkList.Jar jar : SparkList.jars()) {
            Files.createFile(jars.resolve(jar.fileName()));
        }
        return environment;
    }

    @Test
    void isTheUsersOwnWhereOneIsNamed() throws IOException {
        complete(folder);
        Map<String, String> environment = users("spark-core_2.13-4.0.1.jar");
        SparkHome home = SparkHome.find(environment).orElseThrow();
        assertThat(home.isUsers()).isTrue();
        assertThat(home.description()).isEqualTo("Spark 4.0.1 at " + folder.resolve("a spark") + " (SPARK_HOME)");
    }

    @Test
    void isTheFetchedOneOnlyWhereItIsComplete() throws IOException {
        Map<String, String> environment = complete(folder);
        assertThat(SparkHome.find(environment).orElseThrow().isUsers()).isFalse();
        Files.delete(SparkHome.fetched(environment)
                .resolve("jars")
                .resolve(SparkList.jars().getLast().fileName()));
        assertThat(SparkHome.find(environment)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "spark-core_2.12-3.5.7.jar, is Spark 3.5.7 for Scala 2.12",
        "spark-core_2.13-3.5.7.jar, is Spark 3.5.7 for Scala 2.13",
        "spark-core_2.12-4.0.0.jar, is Spark 4.0.0 for Scala 2.12",
        "spark-core_2.13-5.0.0-preview1.jar, is Spark 5.0.0-preview1 for Scala 2.13",
        "spark-corex.jar, has no spark-core among its jars"
    })
    void anotherSparkIsRefusedInASentence(String jar, String found) throws IOException {
        Map<String, String> environment = users(jar);
        assertThatThrownBy(() -> SparkHome.find(environment))
                .isInstanceOf(GuerdonException.class)
                .hasMessageContaining(found)
                .hasMessageContaining("unset it and run 'guerdon setup spark'");
        assertThat(check(environment).ok()).isFalse();
        assertThat(check(environment).detail()).contains(found);
    }

    @Test
    void aFolderWithoutJarsIsRefused() {
        Map<String, String> environment = Map.of("SPARK_HOME", folder.toString());
        assertThatThrownBy(() -> SparkHome.find(environment))
                .isInstanceOf(GuerdonException.class)
                .hasMessageContaining("has no folder 'jars'");
    }

    @Test
    void theDoctorSaysWhatIsMissingAndWhatIsThere() throws IOException {
        Map<String, String> empty =
                Map.of("XDG_CACHE_HOME", folder.resolve("empty").toString());
        assertThat(check(empty).ok()).isFalse();
        assertThat(check(empty).detail()).contains("'guerdon setup spark' brings it");
        assertThat(check(complete(folder)).ok()).isTrue();
    }

    private static dev.guerdon.api.EnvironmentProvider.Check check(Map<String, String> environment) {
        return new SparkSetup(environment, new PrintWriter(new StringWriter()), TerminalScreen.PIPE).check();
    }
}
