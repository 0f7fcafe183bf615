package dev.guerdon.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.cli.Checkout.Result;
import dev.guerdon.cli.Cli;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Prompts as files, as a user of the command meets them. */
class PromptOptionsTest {

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    private Result guerdon(String... arguments) {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.add("--runs");
        all.add(folder.resolve("runs").toString());
        return Cli.run(all.toArray(String[]::new));
    }

    private Path prompt() {
        return folder.resolve("my prompt");
    }

    private String run(String... more) {
        List<String> all = new ArrayList<>(List.of("run", "math", "--limit", "1", "--json"));
        all.addAll(List.of(more));
        Result result = guerdon(all.toArray(String[]::new));
        assertThat(result.err()).isEmpty();
        return result.out().replaceFirst("(?s).*\"run\":\"(run_\\w+)\".*", "$1");
    }

    @Test
    void theSectionsThatComeAlongAreWrittenToStartFrom() throws IOException {
        Result result = guerdon("run", "offline-web", "--write-prompt", prompt().toString());
        assertThat(result.exitCode()).isZero();
        assertThat(result.out()).contains("10-task.md", "45-weather.md");
        assertThat(Files.readString(prompt().resolve("40-direct_api.md"))).contains("{weather_api}?latitude=LAT");
        assertThat(folder.resolve("runs")).doesNotExist();
        Result again = guerdon("run", "offline-web", "--write-prompt", prompt().toString());
        assertThat(again.exitCode()).isEqualTo(2);
        assertThat(again.err()).contains("is not empty");
        assertThat(guerdon(
                                "run",
                                "math",
                                "--write-prompt",
                                folder.resolve("other").toString())
                        .err())
                .contains("has no prompt of its own yet", "10-task.md");
    }

    @Test
    void twoRunsAreComparedByTheirPromptsToo() throws IOException {
        Files.createDirectory(prompt());
        Files.writeString(prompt().resolve("10-task.md"), "Compute.\nBe brief.\n");
        String first = run("--prompt", prompt().toString());
        Files.writeString(prompt().resolve("10-task.md"), "Compute.\nBe exact.\n");
        String second = run("--prompt", prompt().toString());
        Result compared = guerdon("compare", first, second);
        assertThat(compared.out())
                .contains(
                        "the prompt differs:\n--- a/10-task.md\n+++ b/10-task.md\n@@ -1,2 +1,2 @@\n Compute.\n-Be brief.\n+Be"
                                + " exact.\n");
        assertThat(guerdon("compare", first, second, "--json").out()).contains("prompt.10-task.md", "Be exact.");
        String third = run("--prompt", first);
        assertThat(guerdon("compare", first, third).out()).doesNotContain("the prompt differs");
        Path again = folder.resolve("again");
        assertThat(guerdon("run", "math", "--prompt", second, "--write-prompt", again.toString())
                        .exitCode())
                .isZero();
        assertThat(again.resolve("10-task.md")).hasContent("Compute.\nBe exact.\n");
    }

    @Test
    void aRunIsNotContinuedWithAnotherPrompt() throws IOException {
        Files.createDirectory(prompt());
        Files.writeString(prompt().resolve("10-task.md"), "Compute.");
        String run = run("--prompt", prompt().toString());
        assertThat(guerdon("run", "--resume", run, "--prompt", prompt().toString())
                        .exitCode())
                .isZero();
        Files.writeString(prompt().resolve("20-more.md"), "More.");
        Result refused = guerdon("run", "--resume", run, "--prompt", prompt().toString());
        assertThat(refused.exitCode()).isEqualTo(2);
        assertThat(refused.err()).contains("20-more.md is new", "leave --prompt out", run);
        assertThat(guerdon("run", "--resume", run, "--write-prompt", "x").err())
                .contains("--write-prompt cannot be changed with --resume");
    }

    @Test
    void mistakesAreToldBeforeAnythingRuns() throws IOException {
        assertThat(guerdon("run", "math", "--prompt", "no-such-folder").err())
                .contains("there is no folder no-such-folder", "--write-prompt");
        assertThat(guerdon("run", "math", "--prompt", "latest").err()).contains("no run");
        Files.createDirectory(prompt());
        Files.writeString(prompt().resolve("10-task.md"), "Ask\n{wether_api}.");
        Result wrong = guerdon("run", "offline-web", "--prompt", prompt().toString());
        assertThat(wrong.exitCode()).isEqualTo(2);
        assertThat(wrong.err()).contains("10-task.md:2: there is no placeholder {wether_api}. There are: {");
        assertThat(folder.resolve("runs")).doesNotExist();
    }
}
