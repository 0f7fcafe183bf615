package dev.guerdon.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.guerdon.cli.Checkout.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Builds a scaffolded project with Maven as its user would, and runs its suite.
 *
 * <p>Guerdon's artifacts come from the jars of this build, everything else from the repository that this build uses: no network.
 */
@Tag("slow")
class ScaffoldBuildTest {

    private static final String VERSION = version();

    @TempDir
    Path folder;

    private static String version() {
        try {
            String pom = Files.readString(Checkout.REAL.resolve("pom.xml"));
            return pom.split("<version>", 2)[1].split("</version>", 2)[0];
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    /** A Maven that can read a second repository: 3.9 or newer. */
    private static Optional<Path> maven() throws IOException {
        Path tools = Checkout.REAL.resolve(".tools");
        if (Files.isDirectory(tools)) {
            try (Stream<Path> versions = Files.list(tools)) {
                Optional<Path> own = versions.map(each -> each.resolve("bin/mvn"))
                        .filter(Files::isExecutable)
                        .findFirst();
                if (own.isPresent()) {
                    return own;
                }
            }
        }
        return Stream.of(String.valueOf(System.getenv("PATH")).split(java.io.File.pathSeparator, -1))
                .map(entry -> Path.of(entry, "mvn"))
                .filter(Files::isExecutable)
                .filter(each -> Pattern.compile("Apache Maven (3\\.9|[4-9])")
                        .matcher(Checkout.run(Path.of("").toAbsolutePath(), Map.of(), List.of(each.toString(), "-v"))
                                .out())
                        .find())
                .findFirst();
    }

    /** A Maven repository with the poms and jars of this build; empty if some module has no jar. */
    private boolean publish(Path repository) throws IOException {
        copy(Checkout.REAL.resolve("pom.xml"), artifact(repository, "guerdon", "pom"));
        try (Stream<Path> modules = Files.list(Checkout.REAL)) {
            for (Path module : modules.filter(
                            each -> each.getFileName().toString().startsWith("guerdon-")
                                    && Files.exists(each.resolve("pom.xml")))
                    .toList()) {
                String name = String.valueOf(module.getFileName());
                copy(module.resolve("pom.xml"), artifact(repository, name, "pom"));
                Path jar = module.resolve("target/" + name + "-" + VERSION + ".jar");
                if (Files.exists(jar)) {
                    copy(jar, artifact(repository, name, "jar"));
                }
            }
        }
        return Stream.of("api", "base", "core", "cpython", "text", "agent", "lab", "junit", "junit-suites")
                .allMatch(module -> Files.exists(artifact(repository, "guerdon-" + module, "jar")));
    }

    private static Path artifact(Path repository, String name, String ending) {
        return repository.resolve("dev/guerdon/" + name + "/" + VERSION + "/" + name + "-" + VERSION + "." + ending);
    }

    private static void copy(Path from, Path to) throws IOException {
        Files.createDirectories(Objects.requireNonNull(to.getParent()));
        Files.copy(from, to, StandardCopyOption.REPLACE_EXISTING);
    }

    @Test
    void scaffoldedProjectBuildsAndItsSuiteRuns() throws IOException {
        Optional<Path> maven = maven();
        assumeTrue(maven.isPresent(), "Maven 3.9, which builds a scaffolded project, is not here");
        Path repository = folder.resolve("repository");
        assumeTrue(publish(repository), "the jars of this build, which a scaffolded project depends on, are not here");
        Path project = folder.resolve("a project");
        Cli.run("init", project.toString(), "--name", "my-rewards", "--guerdon-version", VERSION);

        String others = System.getProperty("localRepository", System.getProperty("user.home") + "/.m2/repository");
        Result built = Checkout.run(
                project,
                Map.of("MAVEN_OPTS", ""),
                List.of(
                        maven.get().toString(),
                        "-B",
                        "-ntp",
                        "-o",
                        "-Dmaven.repo.local=" + repository,
                        "-Dmaven.repo.local.tail=" + others,
                        "-Dmaven.repo.local.tail.ignoreAvailability=true",
                        "package"));
        assertThat(built.exitCode()).as(built.out() + built.err()).isZero();
        assertThat(built.out()).contains("Tests run: 7, Failures: 0, Errors: 0, Skipped: 0");
        assertThat(project.resolve("plugins/my-rewards.jar")).exists();

        Result run = Checkout.run(project, Map.of(), Child.command("run", "suites/my-rewards.yaml", "--json"));
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out()).contains("\"tasks\":3").contains("\"unscored\":0").contains("\"zero\":1");

        // The gate holds: a reward that pays less than the baseline fails the build.
        Path reward = project.resolve("src/main/java/com/example/myrewards/MyRewards.java");
        Files.writeString(reward, Files.readString(reward).replace("<= MOST_WORDS ? 1", "<= MOST_WORDS ? 0.2"));
        Result gated = Checkout.run(
                project,
                Map.of("MAVEN_OPTS", ""),
                List.of(
                        maven.get().toString(),
                        "-B",
                        "-ntp",
                        "-o",
                        "-Dmaven.repo.local=" + repository,
                        "-Dmaven.repo.local.tail=" + others,
                        "-Dmaven.repo.local.tail.ignoreAvailability=true",
                        "test",
                        "-Dtest=MySuiteTest"));
        assertThat(gated.exitCode()).isNotZero();
        assertThat(gated.out()).contains("noTaskRegresses").contains("bridge");
    }
}
