package dev.guerdon.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.cli.Checkout.Result;
import dev.guerdon.cli.ProjectScaffold.ProjectNames;
import dev.guerdon.cli.terminal.ExitCode;
import dev.guerdon.core.base.JsonCodec;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class InitCommandTest {

    @TempDir
    Path folder;

    private static Set<String> files(Path project) throws IOException {
        try (Stream<Path> files = Files.walk(project)) {
            return files.filter(Files::isRegularFile)
                    .map(file -> project.relativize(file).toString().replace('\\', '/'))
                    .collect(Collectors.toSet());
        }
    }

    @Test
    void scaffoldHasARewardItsTestASuiteAndAGate() throws IOException {
        Path project = folder.resolve("Short Answers 2");
        Result result = Cli.run("init", project.toString());
        assertThat(result.exitCode()).as(result.err()).isEqualTo(ExitCode.DONE);
        String sources = "java/com/example/shortanswers2/ShortAnswers2";
        assertThat(files(project))
                .containsExactlyInAnyOrder(
                        "pom.xml",
                        "src/main/" + sources + "Rewards.java",
                        "src/main/" + sources + "Plugin.java",
                        "src/main/resources/META-INF/services/dev.guerdon.api.Plugin",
                        "src/test/" + sources + "RewardsTest.java",
                        "src/test/" + sources + "SuiteTest.java",
                        "src/test/resources/com/example/shortanswers2/samples.jsonl",
                        "src/test/baselines/short-answers-2.json",
                        "suites/short-answers-2.yaml",
                        ".github/workflows/rewards.yml",
                        "README.md",
                        ".gitignore");
        assertThat(result.out())
                .contains("Type next:")
                .contains("cd '" + project + "'")
                .contains("mvn package")
                .contains("guerdon run suites/short-answers-2.yaml");
        for (String file : files(project)) {
            assertThat(Files.readString(project.resolve(file))).as(file).doesNotContainPattern("@[A-Z]+@");
        }
    }

    @Test
    void gradleProjectHasItsOwnBuildFiles() throws IOException {
        Cli.run("init", folder.toString(), "--build", "gradle", "--name", "my-rewards", "--package", "org.acme.eval");
        assertThat(files(folder))
                .contains("build.gradle.kts", "settings.gradle.kts", "src/main/java/org/acme/eval/MyRewards.java")
                .doesNotContain("pom.xml");
        assertThat(folder.resolve("build.gradle.kts")).content().contains("group = \"org.acme.eval\"");
        assertThat(folder.resolve(".github/workflows/rewards.yml"))
                .content()
                .contains("gradle build")
                .doesNotContain("mvn");
    }

    @Test
    void noFileIsOverwrittenAndNoneIsWrittenBesideOne() throws IOException {
        Files.writeString(folder.resolve("README.md"), "mine");
        Files.writeString(folder.resolve("pom.xml"), "mine");
        Result result = Cli.run("init", folder.toString());
        assertThat(result.exitCode()).isEqualTo(ExitCode.REFUSED);
        assertThat(result.err()).contains("these files are there already").contains("pom.xml, README.md");
        assertThat(files(folder)).containsExactlyInAnyOrder("README.md", "pom.xml");
        assertThat(folder.resolve("README.md")).hasContent("mine");
    }

    @ParameterizedTest
    @ValueSource(strings = {"My-Rewards", "1st", "a--b", "a b", "", "x.y"})
    void nameThatNoBuildToolTakesIsRefused(String name) {
        assertThatThrownBy(() -> ProjectNames.of(folder, name, null, List.of()))
                .isInstanceOf(GuerdonException.class)
                .hasMessageContaining("such as my-rewards");
    }

    @ParameterizedTest
    @ValueSource(strings = {"com.class.x", "Com-x", "", "a..b", "java.lang"})
    void packageThatJavaDoesNotTakeIsRefused(String name) {
        assertThatThrownBy(() -> ProjectNames.of(folder, "x", name, List.of()))
                .isInstanceOf(GuerdonException.class)
                .hasMessageContaining("--package takes the name of a Java package");
    }

    @ParameterizedTest
    @CsvSource({
        "my-rewards, My, my_reward, com.example.myrewards",
        "rewards, Rewards, rewards_reward, com.example.rewards",
        "class, Class, class_reward, com.example.class_",
        "web-shop-2, WebShop2, web_shop_2_reward, com.example.webshop2",
    })
    void namesFollowFromTheProjects(String name, String className, String reward, String packageName) {
        ProjectNames names = ProjectNames.of(folder, name, null, List.of());
        assertThat(List.of(names.className(), names.reward(), names.packageName()))
                .containsExactly(className, reward, packageName);
    }

    @Test
    void folderWithoutAnyLetterGetsANameAllTheSame() {
        assertThat(ProjectNames.of(folder.resolve("2026"), null, null, List.of())
                        .name())
                .isEqualTo("my-rewards");
    }

    @Test
    void rewardHasANameThatGuerdonHasNot() {
        assertThat(ProjectNames.of(folder, "x", null, List.of("x_reward", "my_x_reward"))
                        .reward())
                .isEqualTo("my_my_x_reward");
    }

    @ParameterizedTest
    @ValueSource(strings = {"webshop", "sql", "gsm8k", "match", "rouge", "scienceworld"})
    void aFolderMayBeCalledLikeABuiltInReward(String name) throws IOException {
        Path project = folder.resolve(name);
        assertThat(Cli.run("init", project.toString()).exitCode()).isEqualTo(ExitCode.DONE);
        assertThat(Cli.run("rewards", name + "_reward").exitCode()).isEqualTo(ExitCode.DONE);
        assertThat(project.resolve("suites/" + name + ".yaml")).content().contains("reward: my_" + name + "_reward\n");
        String type = Character.toUpperCase(name.charAt(0)) + name.substring(1) + "Rewards.java";
        Path source = project.resolve("src/main/java/com/example/" + name + "/" + type);
        Result described = Cli.run("rewards", "my_" + name + "_reward", "--source", source.toString());
        assertThat(described.exitCode()).as(described.err()).isEqualTo(ExitCode.DONE);
    }

    @ParameterizedTest
    @CsvSource({"maven, pom.xml", "gradle, build.gradle.kts"})
    void versionOfACheckoutIsInstalledFirst(String tool, String file) {
        Path project = folder.resolve("mine");
        Result result = Cli.run("init", project.toString(), "--build", tool, "--guerdon-version", "0.2.0-SNAPSHOT");
        assertThat(result.out())
                .containsSubsequence(
                        "Type next:\n  ./dev install ", "no repository has Guerdon 0.2.0-SNAPSHOT\n", "cd ")
                .contains("once " + file + " names a version of Guerdon that is published");
        assertThat(project.resolve("README.md"))
                .content()
                .contains("Guerdon 0.2.0-SNAPSHOT, which no repository has", "    ./dev install\n", "`" + file + "`");
    }

    @Test
    void publishedVersionNeedsNoCheckout() {
        Result result = Cli.run("init", folder.toString(), "--name", "mine", "--guerdon-version", "0.2.0");
        assertThat(result.out()).contains("Type next:").doesNotContain("./dev");
        assertThat(folder.resolve("README.md")).content().doesNotContain("./dev", "@");
    }

    @Test
    void gradleRunsTheGateAgainWhenItsFilesChangeOrTheBaselineIsToBeWritten() {
        Cli.run("init", folder.toString(), "--build", "gradle", "--name", "mine");
        assertThat(folder.resolve("build.gradle.kts"))
                .content()
                .contains(
                        "inputs.dir(\"suites\")",
                        "inputs.dir(\"src/test/baselines\")",
                        "outputs.upToDateWhen { update != \"true\" }");
    }

    @Test
    void suiteScoresAsTheBaselineSays() throws IOException {
        Cli.run("init", folder.toString(), "--name", "my-rewards");
        Path classes = folder.resolve("classes");
        Path sources = folder.resolve("src/main/java/com/example/myrewards");
        ByteArrayOutputStream problems = new ByteArrayOutputStream();
        int exitCode = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        problems,
                        problems,
                        "-parameters",
                        "-Xlint:all",
                        "-Werror",
                        "-proc:none",
                        "-d",
                        classes.toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        sources.resolve("MyRewards.java").toString(),
                        sources.resolve("MyPlugin.java").toString());
        assertThat(exitCode).as(problems.toString(StandardCharsets.UTF_8)).isZero();
        String services = "META-INF/services/dev.guerdon.api.Plugin";
        Files.createDirectories(classes.resolve("META-INF/services"));
        Files.copy(folder.resolve("src/main/resources").resolve(services), classes.resolve(services));
        String suite = folder.resolve("suites/my-rewards.yaml").toString();
        String runs = folder.resolve("runs").toString();
        Result run = Cli.run("run", suite, "--plugin", classes.toString(), "--runs", runs, "--json");
        assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.DONE);
        Result shown = Cli.run("show", "latest", "--runs", runs, "--json");
        Map<String, Object> baseline = JsonCodec.read(
                        Files.readAllBytes(folder.resolve("src/test/baselines/my-rewards.json")), "baseline")
                .get("tasks")
                .asMap();
        assertThat(JsonCodec.read(shown.out(), "run").get("episodes").asList())
                .hasSize(baseline.size())
                .allSatisfy(episode -> assertThat(List.of(episode.get("reward").asDouble()))
                        .isEqualTo(baseline.get(episode.get("task").asString())));
    }

    @Test
    void versionsOfTheBuildAreThoseThatGuerdonItselfIsTestedWith() throws IOException {
        Cli.run("init", folder.toString());
        String own = Files.readString(Checkout.REAL.resolve("pom.xml"));
        String made = Files.readString(folder.resolve("pom.xml"));
        assertThat(made).contains(property(own, "junit.version"));
        assertThat(made).contains("<version>" + value(own, "surefire-plugin.version") + "</version>");
        for (String plugin : List.of("resources", "compiler", "jar")) {
            String artifact = "<artifactId>maven-" + plugin + "-plugin</artifactId>";
            assertThat(made).contains(versionAfter(own, artifact));
        }
    }

    private static String property(String pom, String name) {
        return "<" + name + ">" + value(pom, name) + "</" + name + ">";
    }

    private static String value(String pom, String name) {
        return pom.split("<" + name + ">", 2)[1].split("</", 2)[0];
    }

    private static String versionAfter(String pom, String artifact) {
        return artifact + "\n        <version>" + value(pom.split(artifact, 2)[1], "version") + "</version>";
    }
}
