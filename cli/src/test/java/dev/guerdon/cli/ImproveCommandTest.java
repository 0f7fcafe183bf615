package dev.guerdon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.api.Json;
import dev.guerdon.cli.Checkout.Result;
import dev.guerdon.core.base.JsonCodec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ImproveCommandTest {

    @TempDir
    static Path shared;

    @TempDir
    Path folder;

    private static Path jar = Path.of("");

    @BeforeAll
    static void buildTheJar() throws IOException {
        jar = PluginJar.house(shared.resolve("a house.jar"));
    }

    @BeforeEach
    void writeSuite() throws IOException {
        Files.writeString(
                folder.resolve("suite.yaml"),
                "agent: house-butler\nmodel: policy:house-owner\nreward: house_reward\ntasks:\n"
                        + IntStream.range(0, 12)
                                .mapToObj(i ->
                                        "  - {id: h" + i + ", question: 'Where to, guest " + i + "?', answer: home}\n")
                                .collect(Collectors.joining()));
    }

    private Result improve(String plan, String... options) throws IOException {
        Path file = Files.writeString(folder.resolve("plan.yaml"), "suite: suite.yaml\naccept: mean\n" + plan);
        String[] arguments = java.util.stream.Stream.concat(
                        java.util.stream.Stream.of(
                                "improve",
                                file.toString(),
                                "--runs",
                                folder.resolve("runs").toString(),
                                "--plugin",
                                jar.toString()),
                        java.util.Arrays.stream(options))
                .toArray(String[]::new);
        return Cli.run(arguments);
    }

    private static final String PLAN = """
            champion: {set: {say: away}}
            change: {set: {say: [home, away, nowhere]}}
            remedies:
              - {name: go nowhere, set: {say: nowhere}}
              - {name: go home, set: {say: home}}
            """;

    @Test
    void sessionTellsItsProgressOnStderrAndItsResultOnStdout() throws IOException {
        Result result = improve(PLAN, "--out", folder.resolve("best").toString());
        assertThat(result.exitCode()).as(result.err()).isZero();
        assertThat(result.out()).containsPattern("go home +remedies .*kept").contains("champion: ", "report: ");
        assertThat(result.err()).contains("set apart", "champion c0", "front of 1", "spent ", "+set.say: \"home\"");
        assertThat(folder.resolve("best/champion.yaml")).content().contains("\"say\": \"home\"");
    }

    @Test
    void resultIsJsonWhereThatIsAskedFor() throws IOException {
        Result result = improve(PLAN, "--json", "--quiet");
        assertThat(result.exitCode()).as(result.err()).isZero();
        assertThat(result.err()).isEmpty();
        Json json = JsonCodec.read(result.out(), "output");
        assertThat(json.get("complete").asBoolean()).isTrue();
        assertThat(json.get("kept").asList()).hasSize(1);
        assertThat(json.get("confirmation").get("avg_reward").asDouble()).isEqualTo(1);
        assertThat(json.get("confirmation").get("avg_reward_start").asDouble()).isZero();
        assertThat(json.get("spent").get("episodes").asLong()).isPositive();
        Result again = improve(PLAN, "--json", "--quiet", "--resume");
        assertThat(JsonCodec.read(again.out(), "output").get("candidates").value())
                .isEqualTo(json.get("candidates").value());
    }

    @Test
    void wrongPlansExitWith2AndSayWhatWasMeant() throws IOException {
        Result typo = improve("change: {set: {sya: [home]}}\n");
        assertThat(typo.exitCode()).isEqualTo(2);
        assertThat(typo.err()).contains("plan.yaml:3", "'sya'", "say");
        Result commit = improve(PLAN, "--commit");
        assertThat(commit.exitCode()).isEqualTo(2);
        Result none = improve(PLAN + "# another plan\n", "--resume");
        assertThat(none.exitCode()).isEqualTo(2);
        assertThat(none.err()).contains("there is no session of the plan");
    }
}
