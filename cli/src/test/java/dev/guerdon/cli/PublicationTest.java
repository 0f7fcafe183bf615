package dev.guerdon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.cli.Checkout.Result;
import dev.guerdon.cli.terminal.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Everything that is released has the same version, and nothing that belongs to a release is forgotten. */
class PublicationTest {

    private static final Path ROOT = Checkout.REAL;

    @Test
    void billOfMaterialsHasEveryModuleThatIsPublished() throws IOException {
        List<String> modules = artifacts();
        assertThat(modules).hasSizeGreaterThan(15).contains("guerdon-bom");
        modules.remove("guerdon-bom");
        List<String> managed =
                all("bom/pom.xml", "<artifactId>(guerdon-[a-z-]+)</artifactId>\\s*<version>\\$\\{project");
        assertThat(managed).containsExactlyElementsOf(modules);
    }

    @Test
    void everyModuleSaysWhatItIs() throws IOException {
        for (String module : all("pom.xml", "<module>([a-z/-]+)</module>")) {
            assertThat(all(module + "/pom.xml", "<name>(.+)</name>")).as(module).isNotEmpty();
            assertThat(all(module + "/pom.xml", "<description>(.+)</description>"))
                    .as(module)
                    .isNotEmpty();
            assertThat(all(module + "/pom.xml", "<version>([^<]+)</version>").getFirst())
                    .as(module)
                    .isEqualTo("${revision}");
        }
    }

    @Test
    void scaffoldedProjectsAskForNothingThatIsNotPublished() throws IOException {
        String templates = "cli/src/main/resources/dev/guerdon/cli/init/";
        List<String> modules = artifacts();
        assertThat(all(templates + "pom.xml.txt", "<groupId>dev.guerdon</groupId>\\s*<artifactId>([^<]+)<"))
                .contains("guerdon-bom", "guerdon-api")
                .isSubsetOf(modules);
        assertThat(all(templates + "build.gradle.kts.txt", "\"dev.guerdon:([^:\"]+)"))
                .contains("guerdon-bom", "guerdon-api")
                .isSubsetOf(modules);
    }

    /** Maven 3.8, which distributions still ship, binds plugins that know neither Java 21 nor JUnit 6. */
    @Test
    void projectsWithMavenNameTheVersionsOfThePluginsThatOldMavensChooseTooOld() throws IOException {
        for (String pom : List.of(
                "examples/outside-maven/pom.xml",
                "examples/outside-kotlin/pom.xml",
                "cli/src/main/resources/dev/guerdon/cli/init/pom.xml.txt")) {
            assertThat(all(pom, "<artifactId>([a-z-]+-plugin)</artifactId>\\s*<version>"))
                    .as(pom)
                    .contains("maven-surefire-plugin")
                    .containsAnyOf("maven-compiler-plugin", "kotlin-maven-plugin");
        }
    }

    @Test
    void oneVersionEverywhere() throws IOException {
        String revision = all("pom.xml", "<revision>(.+)</revision>").getFirst();
        assertThat(all("examples/outside-maven/pom.xml", "<guerdon.version>(.+)</guerdon.version>"))
                .containsExactly(revision);
        assertThat(all("examples/outside-kotlin/pom.xml", "<guerdon.version>(.+)</guerdon.version>"))
                .containsExactly(revision);
        assertThat(all("examples/outside-gradle/build.gradle.kts", "getOrElse\\(\"(.+)\"\\)"))
                .containsExactly(revision);
        String released = revision.replace("-SNAPSHOT", "");
        assertThat(all("Dockerfile", "ARG VERSION=(.+)")).containsOnly(released);
        assertThat(all("jbang-catalog.json", "dev.guerdon:guerdon-cli:([^\"]+)\""))
                .containsExactly(released);
        assertThat(all("docs/install.md", "(\\d+\\.\\d+\\.\\d+)(?:-SNAPSHOT)?"))
                .isNotEmpty()
                .containsOnly(released);
    }

    /** What is built next either has its section, or what stands under "Unreleased" becomes it. */
    @Test
    void newestVersionOfTheChangelogIsTheOneThatIsBuilt() throws IOException {
        String released = all("pom.xml", "<revision>(.+)</revision>").getFirst().replace("-SNAPSHOT", "");
        List<String> headings = all("CHANGELOG.md", "(?m)^## (.+)$");
        assertThat(headings.getFirst())
                .matches("Unreleased|" + Pattern.quote(released) + " \\(\\d{4}-\\d\\d-\\d\\d\\)");
        List<String> versions = headings.stream()
                .map(heading -> heading.replaceFirst(" .*", ""))
                .toList();
        assertThat(versions).doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0.1.0 (2026-11-18)~~* First.~ | ''",
                "Unreleased~~## 0.1.0 (2026-11-18)~~* First.~ | ''",
                "Unreleased~~### Fixed~~## 0.1.0 (2026-11-18)~~* First.~ | ''",
                "Unreleased~~### Fixed~~* A bug.~~## 0.1.0 (2026-11-18)~~* First.~ | CHANGELOG.md has lines under",
                "Unreleased~~* A bug.~ | CHANGELOG.md has lines under",
                "0.0.9 (2026-11-18)~~* First.~ | the newest version in CHANGELOG.md is",
            })
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "releases are built by a bash script")
    void releaseIsRefusedWhereTheChangelogDoesNotTellIt(String changelog, String complaint, @TempDir Path folder)
            throws IOException {
        Files.writeString(folder.resolve("CHANGELOG.md"), "# Changelog\n\n## " + changelog.replace('~', '\n'));
        Files.writeString(folder.resolve("pom.xml"), "<revision>0.1.0-SNAPSHOT</revision>");
        String script = "root=$1; . \"$1/bin/release.sh\"; root=$2 java_home=$3 java_major=25; check_release 0.1.0";
        Result result = Checkout.run(
                folder,
                Map.of(),
                List.of(
                        "bash",
                        "-uc",
                        script,
                        "bash",
                        ROOT.toString(),
                        folder.toString(),
                        System.getProperty("java.home")));
        assertThat(result.exitCode()).as(result.err()).isEqualTo(complaint.isEmpty() ? 0 : ExitCode.REFUSED);
        assertThat(result.err()).contains(complaint);
    }

    @Test
    void launchersGiveTheSameCommandsTheSameOptions() throws IOException {
        for (String options : List.of("-XX:TieredStopAtLevel=1", "-Xmn256m")) {
            List<String> shell = words("bin/start.sh", "(?s)\n    ([a-z'| ]+)\\)\n      options\\+=\\([^)]*" + options);
            assertThat(shell).hasSizeGreaterThan(1);
            assertThat(words("bin/packaging/guerdon.cmd", "in \\(([a-z ]+)\\) do [^\n]*" + options))
                    .isEqualTo(shell);
            assertThat(words(
                            "bin/packaging/guerdon.ps1", "-cin ([a-z', ]+)\\) \\{\\s+\\$options \\+= [^\n]*" + options))
                    .isEqualTo(shell);
        }
    }

    @Test
    void batchFileHasTheLineEndsOfItsSystem() throws IOException {
        String text = Files.readString(ROOT.resolve("bin/packaging/guerdon.cmd"));
        assertThat(text.replace("\r\n", "")).doesNotContain("\r").doesNotContain("\n");
    }

    /** Returns the artifacts that are published, in the order of the build. */
    private static List<String> artifacts() throws IOException {
        List<String> artifacts = new ArrayList<>();
        for (String module : all("pom.xml", "<module>([a-z/-]+)</module>")) {
            if (!module.equals("benchmarks")) {
                artifacts.add(all(module + "/pom.xml", "</parent>\\s*<artifactId>([^<]+)<")
                        .getFirst());
            }
        }
        return artifacts;
    }

    private static List<String> all(String file, String pattern) throws IOException {
        return new ArrayList<>(Pattern.compile(pattern)
                .matcher(Files.readString(ROOT.resolve(file)))
                .results()
                .map(found -> found.group(1))
                .toList());
    }

    private static List<String> words(String file, String pattern) throws IOException {
        String found = String.join(" ", all(file, pattern));
        return Pattern.compile("[a-z]+")
                .matcher(found)
                .results()
                .map(MatchResult::group)
                .toList();
    }
}
