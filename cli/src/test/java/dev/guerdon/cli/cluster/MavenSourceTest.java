package dev.guerdon.cli.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guerdon.api.GuerdonException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** With a program in the place of Maven, which keeps what it was asked for. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the program is a shell script")
class MavenSourceTest {

    private static final String HASH = "0".repeat(64);
    private static final List<SparkList.Jar> JARS = List.of(
            new SparkList.Jar(HASH, "org/example/plain/1.0/plain-1.0.jar"),
            new SparkList.Jar(HASH, "io/netty/native/2.0/native-2.0-linux-x86_64.jar"));

    @TempDir
    private Path folder;

    private final List<Integer> progress = new ArrayList<>();

    private MavenSource maven(Map<String, String> environment, String script) throws IOException {
        Path program = folder.resolve("a mvn");
        Files.writeString(program, "#!/bin/sh\nhere='" + folder + "'\necho \"$@\" >>\"$here/calls\"\n" + script);
        assertThat(program.toFile().setExecutable(true)).isTrue();
        return new MavenSource(program, environment, progress::add);
    }

    private List<String> calls() throws IOException {
        return Files.readAllLines(folder.resolve("calls"));
    }

    @Test
    void asksForTheCoordinatesAndCountsWhatComes() throws IOException {
        maven(Map.of(), """
                cp "$3" "$here/pom"
                echo '[INFO] Downloaded from x: a/b/one.pom (1 kB at 2 kB/s)'
                echo '[INFO] Downloaded from x: a/b/one.jar (1 kB at 2 kB/s)'
                echo 'Downloaded from x: a/b/two.jar (1 kB at 2 kB/s)'
                """).fetch(JARS, folder.resolve("a & b"));
        assertThat(Files.readString(folder.resolve("pom")))
                .contains(
                        "<groupId>org.example</groupId><artifactId>plain</artifactId><version>1.0</version></artifactItem>")
                .contains("<artifactId>native</artifactId><version>2.0</version><classifier>linux-x86_64</classifier>")
                .contains("<outputDirectory>" + folder + "/a &amp; b</outputDirectory>");
        assertThat(progress).containsExactly(1, 2);
        assertThat(calls()).hasSize(1);
        assertThat(calls().getFirst()).startsWith("-B -f ").doesNotContain("-gs");
    }

    @Test
    void takesTheRepositoryThatTheUserNames() throws IOException {
        maven(Map.of("GUERDON_MAVEN_REPOSITORY", "http://127.0.0.1:9/a?b&c"), "cp \"$5\" \"$here/settings\"\n")
                .fetch(JARS, folder);
        assertThat(Files.readString(folder.resolve("settings")))
                .contains("<mirrorOf>*</mirrorOf><url>http://127.0.0.1:9/a?b&amp;c</url>");
    }

    @Test
    void triesAgainWhereTheNetworkFailed() throws IOException {
        maven(Map.of(), """
                [ "$(wc -l <"$here/calls")" -lt 3 ] || exit 0
                echo '[ERROR] Failed to execute goal: Could not transfer artifact a:b -> [Help 1]'
                echo '[ERROR] To see the full stack trace'
                exit 1
                """).fetch(JARS, folder);
        assertThat(calls()).hasSize(3);
    }

    @Test
    void saysWhatMavenSaidFirst() throws IOException {
        MavenSource broken = maven(Map.of(), """
                echo '[ERROR] Could not find artifact a:b -> [Help 1]'
                echo '[ERROR] For more information about the errors'
                exit 1
                """);
        assertThatThrownBy(() -> broken.fetch(JARS, folder))
                .isInstanceOf(GuerdonException.class)
                .hasMessageContaining("could not fetch Spark's jars: Could not find artifact a:b; what has come stays")
                .hasMessageContaining("run 'guerdon setup spark' again");
        assertThat(calls()).hasSize(1);
    }
}
