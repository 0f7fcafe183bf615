package dev.guerdon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Everything that is released has the same version, and nothing that belongs to a release is forgotten. */
class PublicationTest {

    private static final Path ROOT = Checkout.REAL;

    @Test
    void billOfMaterialsHasEveryModuleThatIsPublished() throws IOException {
        List<String> modules = new ArrayList<>(all("pom.xml", "<module>(guerdon-[a-z-]+)</module>"));
        assertThat(modules).hasSizeGreaterThan(15).contains("guerdon-bom");
        modules.remove("guerdon-bom");
        List<String> managed =
                all("guerdon-bom/pom.xml", "<artifactId>(guerdon-[a-z-]+)</artifactId>\\s*<version>\\$\\{project");
        assertThat(managed).containsExactlyElementsOf(modules);
    }

    @Test
    void everyModuleSaysWhatItIs() throws IOException {
        for (String module : all("pom.xml", "<module>([a-z-]+)</module>")) {
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
        String templates = "guerdon-cli/src/main/resources/dev/guerdon/cli/init/";
        List<String> modules = all("pom.xml", "<module>(guerdon-[a-z-]+)</module>");
        assertThat(all(templates + "pom.xml.txt", "<groupId>dev.guerdon</groupId>\\s*<artifactId>([^<]+)<"))
                .contains("guerdon-bom", "guerdon-api")
                .isSubsetOf(modules);
        assertThat(all(templates + "build.gradle.kts.txt", "\"dev.guerdon:([^:\"]+)"))
                .contains("guerdon-bom", "guerdon-api")
                .isSubsetOf(modules);
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

    @Test
    void newestVersionOfTheChangelogIsTheOneThatIsBuilt() throws IOException {
        String released = all("pom.xml", "<revision>(.+)</revision>").getFirst().replace("-SNAPSHOT", "");
        List<String> headings = all("CHANGELOG.md", "(?m)^## (.+)$");
        headings.remove("Unreleased");
        assertThat(headings.getFirst()).matches(Pattern.quote(released) + " \\(\\d{4}-\\d\\d-\\d\\d\\)");
    }

    @Test
    void launchersGiveTheSameCommandsTheSameOptions() throws IOException {
        for (String options : List.of("-XX:TieredStopAtLevel=1", "-Xmn256m")) {
            List<String> shell = words("bin/start.sh", "(?s)\n    ([a-z'| ]+)\\)\n      options\\+=\\([^)]*" + options);
            assertThat(shell).hasSizeGreaterThan(1);
            assertThat(words("packaging/guerdon.cmd", "in \\(([a-z ]+)\\) do [^\n]*" + options))
                    .isEqualTo(shell);
            assertThat(words("packaging/guerdon.ps1", "-cin ([a-z', ]+)\\) \\{\\s+\\$options \\+= [^\n]*" + options))
                    .isEqualTo(shell);
        }
    }

    @Test
    void batchFileHasTheLineEndsOfItsSystem() throws IOException {
        String text = Files.readString(ROOT.resolve("packaging/guerdon.cmd"));
        assertThat(text.replace("\r\n", "")).doesNotContain("\r").doesNotContain("\n");
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
