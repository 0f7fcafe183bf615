package dev.guerdon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The file of hashes is complete, and what differs from it is refused. */
class DependencyLockTest {

    private static final Path LOCK = Checkout.REAL.resolve(".mvn/checksums/checksums.sha256");

    /** What runs the tests is not chosen by the project. */
    private static final Pattern RUNNER =
            Pattern.compile("junit-platform-console-standalone-.*|idea_rt\\.jar|surefire.*");

    /** The hashes by path in a repository. */
    private static Map<String, String> lock() throws IOException {
        Map<String, String> lock = new TreeMap<>();
        for (String line : Files.readAllLines(LOCK)) {
            String[] parts = line.split(" {2}", 2);
            assertThat(parts).as(line).hasSize(2);
            assertThat(lock.put(parts[1], parts[0])).as("twice: " + line).isNull();
        }
        return lock;
    }

    private static String sha256(Path file) throws IOException {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The jar's path in its repository, which ends in group, name and version; null for a jar of no repository. */
    private static @Nullable String listed(Map<String, String> lock, Path jar) {
        String path = jar.toString().replace(File.separatorChar, '/');
        for (int slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', slash + 1)) {
            if (lock.containsKey(path.substring(slash + 1))) {
                return path.substring(slash + 1);
            }
        }
        return null;
    }

    @Test
    void everyLibraryOnTheClassPathIsListedWithItsHash() throws IOException {
        Map<String, String> lock = lock();
        List<String> missing = new ArrayList<>();
        List<String> different = new ArrayList<>();
        int compared = 0;
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            Path jar = Path.of(entry).toAbsolutePath().normalize();
            String name = String.valueOf(jar.getFileName());
            if (!name.endsWith(".jar")
                    || name.startsWith("guerdon")
                    || RUNNER.matcher(name).matches()) {
                continue;
            }
            String path = listed(lock, jar);
            if (path == null) {
                missing.add(name);
            } else if (!sha256(jar).equals(lock.get(path))) {
                different.add(name);
            }
            compared++;
        }
        assertThat(missing)
                .as("libraries that .mvn/checksums/checksums.sha256 lacks; run ./dev lock")
                .isEmpty();
        assertThat(different)
                .as("libraries with another hash than the file has")
                .isEmpty();
        assertThat(compared).isGreaterThan(30);
    }

    @Test
    void fileNamesNoServerAndNothingOfGuerdonItself() throws IOException {
        lock().forEach((path, hash) -> {
            assertThat(hash).matches("[0-9a-f]{64}");
            assertThat(path).doesNotContain(":").doesNotStartWith("/").doesNotStartWith("dev/guerdon/");
        });
        assertThat(lock()).isNotEmpty();
    }

    @Test
    @Tag("slow")
    @Timeout(value = 5, unit = TimeUnit.MINUTES)
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "the build scripts are for bash")
    void changedJarIsRefusedInASentence(@TempDir Path folder) throws Exception {
        Path jar = Path.of(Nullable.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        String path = listed(lock(), jar);
        assertThat(path).as("the place of %s in its repository", jar).isNotNull();
        Path repository = Path.of(jar.toString().substring(0, jar.toString().length() - path.length()));
        Path own = folder.resolve("own repository");
        Path copy = own.resolve(path);
        Files.createDirectories(copy.getParent());
        Files.copy(jar, copy);
        Path pom = Path.of(jar.toString().replaceFirst("\\.jar$", ".pom"));
        Files.copy(pom, copy.resolveSibling(String.valueOf(pom.getFileName())));

        Checkout.Result same = build(folder, own, repository, "org.jspecify:jspecify:" + version(path));
        assertThat(same.exitCode()).as(same.out() + same.err()).isZero();

        byte[] bytes = Files.readAllBytes(copy);
        bytes[bytes.length - 1] ^= 1;
        Files.write(copy, bytes);
        Checkout.Result changed = build(folder, own, repository, "org.jspecify:jspecify:" + version(path));
        assertThat(changed.exitCode()).isEqualTo(1);
        assertThat(changed.err())
                .contains("org.jspecify:jspecify:jar:" + version(path) + " has the SHA-256 " + sha256(copy))
                .contains("and .mvn/checksums/checksums.sha256 has " + sha256(jar))
                .contains("run ./dev lock");
        assertThat(changed.err().lines()).hasSize(2);
    }

    /** Also with the version of a release, where Guerdon's own modules are compared, too, and are in no list. */
    @ParameterizedTest
    @ValueSource(strings = {"-Drevision=1-SNAPSHOT", "-Drevision=1"})
    @Tag("slow")
    @Timeout(value = 5, unit = TimeUnit.MINUTES)
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "the build scripts are for bash")
    void jarThatIsNotListedIsRefusedInASentence(String revision, @TempDir Path folder) throws Exception {
        Path jar = Path.of(Nullable.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        String path = listed(lock(), jar);
        assertThat(path).isNotNull();
        Path repository = Path.of(jar.toString().substring(0, jar.toString().length() - path.length()));
        Path own = folder.resolve("own repository");
        Path copy = Files.createDirectories(own.resolve("example/unlisted/1")).resolve("unlisted-1.jar");
        Files.copy(jar, copy);
        Files.writeString(copy.resolveSibling("unlisted-1.pom"), """
                <project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>
                  <groupId>example</groupId><artifactId>unlisted</artifactId><version>1</version>
                </project>
                """);
        if (!revision.endsWith("-SNAPSHOT")) { // that one builds what is listed is shown above
            assertThat(build(folder, own, repository, "org.jspecify:jspecify:" + version(path), revision)
                            .exitCode())
                    .isZero();
        }
        Checkout.Result result = build(folder, own, repository, "example:unlisted:1", revision);
        assertThat(result.exitCode()).as(result.out() + result.err()).isEqualTo(1);
        assertThat(result.err())
                .containsPattern("example[:/]unlisted\\S* is not in \\.mvn/checksums/checksums\\.sha256")
                .contains("run ./dev lock");
    }

    private static String version(String path) {
        List<String> parts = List.of(path.split("/", -1));
        return parts.get(parts.size() - 2);
    }

    /** Builds a project of one library with the real scripts, offline, from the first repository and from the second behind it. */
    private static Checkout.Result build(Path folder, Path repository, Path behind, String library, String... more)
            throws IOException {
        Path root = folder.resolve("project");
        Files.createDirectories(root);
        Matcher compiler = Pattern.compile("maven-compiler-plugin/([^/]+)/maven-compiler-plugin-[^/]+\\.jar")
                .matcher(String.join("\n", lock().keySet()));
        assertThat(compiler.find()).isTrue();
        Files.writeString(root.resolve("pom.xml"), """
                <project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>
                  <groupId>example</groupId><artifactId>example</artifactId><version>1-SNAPSHOT</version>
                  <dependencies><dependency><groupId>%s</groupId><artifactId>%s</artifactId>
                    <version>%s</version></dependency></dependencies>
                </project>
                """.formatted((Object[]) library.split(":", -1)));
        String script = """
                set -u
                root=$1 project=$2
                . "$root/bin/jdk.sh"; . "$root/bin/lock.sh"; . "$root/bin/maven.sh"
                need_java javac
                find_maven
                root=$project
                run_maven "$project/log" -o "-Dmaven.repo.local=$3" "-Dmaven.repo.local.tail=$4" "${@:5}" && exit
                explain_failure "$project/log"
                exit 1
                """;
        List<String> command = new ArrayList<>(List.of(
                "bash",
                "-c",
                script,
                "build",
                Checkout.REAL.toString(),
                root.toString(),
                repository.toString(),
                behind.toString(),
                "org.apache.maven.plugins:maven-compiler-plugin:" + compiler.group(1) + ":compile"));
        command.addAll(List.of(more));
        return Checkout.run(root, Map.of(), command);
    }
}
