package dev.guerdon.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guerdon.agent.PromptFolder;
import dev.guerdon.agent.spi.RolloutLimits;
import dev.guerdon.agent.spi.RolloutListener;
import dev.guerdon.api.Task;
import dev.guerdon.api.agent.PromptSections;
import dev.guerdon.api.agent.PromptSections.Section;
import dev.guerdon.core.Registry;
import dev.guerdon.lab.spi.Comparison;
import dev.guerdon.lab.spi.Comparison.ConfigChange;
import dev.guerdon.lab.spi.IterationPlan;
import dev.guerdon.lab.spi.Run;
import dev.guerdon.lab.spi.RunOptions;
import dev.guerdon.lab.spi.Suite;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Prompts as a run keeps them. */
class RunPromptSectionsTest {

    private static final PromptSections FIRST =
            PromptSections.ofTexts(Map.of("10-task.md", "Compute.\n\n***\n\nBe exact.", "20-form.md", "Bare numbers."));
    private static final PromptSections SECOND =
            FIRST.with(new Section("20-form.md", "Whole numbers.")).with(new Section("30-new.md", "Check it."));

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    private final Registry registry = Registry.discover();

    @SuppressWarnings("NullAway.Init")
    private RunStore store;

    @BeforeEach
    void open() {
        store = new RunStore(folder.resolve("runs"));
    }

    private static Suite.Part part(String name, Map<String, String> settings) {
        return Suite.Part.builder(
                        name,
                        "math_equal_reward",
                        List.of(Task.of(name + "-1", "What is 2 + 2?", Map.of("answer", "4"))))
                .model("policy:math-calculator")
                .tools(List.of("calculator"))
                .settings(settings)
                .limits(RolloutLimits.turns(3))
                .build();
    }

    private static Suite suite() {
        return new Suite("sums", "", List.of(part("sums", Map.of())));
    }

    private String run(Suite suite, Map<String, String> settings) throws InterruptedException {
        RunOptions options = RunOptions.builder(suite).settings(settings).build();
        try (Run run = RunJob.create(registry, store, options).run(new RolloutListener() {})) {
            return run.info().name();
        }
    }

    private String run(PromptSections prompt) throws InterruptedException {
        return run(suite(), Map.of("prompt", prompt.setting()));
    }

    private RunJob resume(String run, Map<String, String> settings) {
        return RunJob.resume(
                registry, store, run, new RunJob.Continuation(0, settings, Optional.empty(), RunOptions.Faults.STOP));
    }

    @Test
    void aRunKeepsItsSectionsAndTheirDigest() throws Exception {
        String run = run(FIRST);
        assertThat(RunPromptSections.of(store, run)).isEqualTo(FIRST);
        try (Run stored = store.open(run)) {
            assertThat(stored.info().settings()).containsExactly(Map.entry("prompt", FIRST.digest()));
        }
        assertThat(Files.readString(folder.resolve("runs").resolve(run).resolve("run.json")))
                .contains("Bare numbers.", FIRST.digest());
    }

    @Test
    void aSectionMayBeAboutTokens() throws Exception {
        PromptSections prompt = FIRST.with(new Section("30-api_token.md", "Use few of them."));
        String run = run(prompt);
        assertThat(RunPromptSections.of(store, run)).isEqualTo(prompt);
        assertThat(resume(run, Map.of()).episodes()).isEqualTo(1);
    }

    @Test
    void aSystemPromptIsKeptAsASection() throws Exception {
        String run = run(suite(), Map.of("system", "Be brief."));
        assertThat(RunPromptSections.of(store, run).texts()).containsExactly(Map.entry("10-system.md", "Be brief."));
        String none = run(suite(), Map.of());
        assertThatThrownBy(() -> RunPromptSections.of(store, none)).hasMessageContaining("has no prompt");
    }

    @Test
    void resumeGoesOnWithTheSamePromptAndNoOther() throws Exception {
        String run = run(FIRST);
        assertThat(resume(run, Map.of()).episodes())
                .as("three stars in a text hide nothing")
                .isEqualTo(1);
        assertThat(resume(run, Map.of("prompt", FIRST.setting())).episodes()).isEqualTo(1);
        assertThatThrownBy(() -> resume(run, Map.of("prompt", SECOND.setting())))
                .hasMessageContainingAll(
                        "not the one that the run " + run + " began with",
                        "20-form.md is different, 30-new.md is new",
                        "leave --prompt out");
        String plain = run(suite(), Map.of());
        assertThatThrownBy(() -> resume(plain, Map.of("prompt", FIRST.setting())))
                .hasMessageContaining("10-task.md is new");
    }

    @Test
    void aPromptThatComesAlongAndChangedSinceIsNoticed() throws Exception {
        String run = run(suite(), Map.of("system", "Be brief."));
        Path file = folder.resolve("runs").resolve(run).resolve("run.json");
        PromptSections older = PromptSections.ofTexts(Map.of("10-system.md", "Be short."));
        PromptSections now = PromptSections.ofTexts(Map.of("10-system.md", "Be brief."));
        String text = Files.readString(file);
        Files.writeString(
                file,
                text.replace(now.digest(), older.digest())
                        .replaceAll("(\"10-system.md\"\\s*:\\s*)\"Be brief.\"", "$1\"Be short.\""));
        assertThatThrownBy(() -> resume(run, Map.of()))
                .hasMessageContainingAll("10-system.md is different", "give --prompt " + run);
        assertThat(resume(run, Map.of("prompt", RunPromptSections.of(store, run).setting()))
                        .episodes())
                .isEqualTo(1);
    }

    @Test
    void aSecretInAPromptIsNotStoredAndMustBeGivenAgain() throws Exception {
        PromptSections secret =
                FIRST.with(new Section("40-key.md", "The key is sk-ant-api03-" + "aB3".repeat(20) + "."));
        String run = run(secret);
        assertThat(Files.readString(folder.resolve("runs").resolve(run).resolve("run.json")))
                .contains("The key is ***")
                .doesNotContain("aB3aB3");
        assertThatThrownBy(() -> resume(run, Map.of())).hasMessageContainingAll("looks like a secret", "--prompt DIR");
        assertThatThrownBy(() -> RunPromptSections.of(store, run)).hasMessageContaining("looks like a secret");
        assertThat(resume(run, Map.of("prompt", secret.setting())).episodes()).isEqualTo(1);
    }

    private List<ConfigChange> differences(String base, String candidate) {
        try (Run one = store.open(base);
                Run other = store.open(candidate)) {
            return RunComparer.compare(one, List.of(other), Comparison.Options.DEFAULT)
                    .candidates()
                    .getFirst()
                    .config()
                    .stream()
                    .filter(RunPromptSections::isSection)
                    .toList();
        }
    }

    @Test
    void aComparisonHasTheDifferenceOfEachSection() throws Exception {
        List<ConfigChange> changes = differences(run(FIRST), run(SECOND));
        assertThat(changes)
                .containsExactly(
                        new ConfigChange("prompt.20-form.md", "Bare numbers.", "Whole numbers."),
                        new ConfigChange("prompt.30-new.md", "", "Check it."));
        assertThat(RunPromptSections.difference(changes.getFirst()))
                .containsExactly(
                        "--- a/20-form.md", "+++ b/20-form.md", "@@ -1 +1 @@", "-Bare numbers.", "+Whole numbers.");
        assertThat(differences(run(FIRST), run(FIRST))).isEmpty();
    }

    @Test
    void partsWithPromptsOfTheirOwnAreToldApart() throws Exception {
        Suite two = new Suite("two", "", List.of(part("a", Map.of("system", "A.")), part("b", Map.of("system", "B."))));
        Suite changed =
                new Suite("two", "", List.of(part("a", Map.of("system", "A.")), part("b", Map.of("system", "C."))));
        String run = run(two, Map.of());
        assertThat(differences(run, run(changed, Map.of())))
                .containsExactly(new ConfigChange("prompt.b/10-system.md", "B.", "C."));
        assertThatThrownBy(() -> RunPromptSections.of(store, run)).hasMessageContaining("2 different prompts");
    }

    @Test
    void theReportShowsWhatChangedInThePrompt() throws Exception {
        try (Run one = store.open(run(FIRST));
                Run other = store.open(run(SECOND))) {
            String markdown = RunReport.of(registry, List.of(one, other)).markdown();
            assertThat(markdown).contains("The prompt changed.", "-Bare numbers.", "+Whole numbers.", "30-new.md");
        }
    }

    @Test
    void aPlanTakesAFolderAsItTakesSettings() throws IOException {
        PromptFolder.write(folder.resolve("better"), SECOND);
        IterationPlan plan = plan("  - {name: reworded, prompt: better}", "  - {name: off, prompt: {weather: off}}");
        assertThat(plan.candidates().getFirst().settings()).containsExactly(Map.entry("prompt", SECOND.setting()));
        assertThat(plan.candidates().getLast().settings()).containsExactly(Map.entry("section.weather", "off"));
        assertThatThrownBy(() -> plan("  - {name: lost, prompt: nowhere}"))
                .hasMessageContainingAll("plan.yaml:3", "there is no folder", "nowhere");
        Files.write(folder.resolve("better/50-bad.md"), new byte[] {(byte) 0xFF});
        assertThatThrownBy(() -> plan("  - {name: bad, prompt: better}"))
                .hasMessageContainingAll("plan.yaml:3", "50-bad.md:1: expected text in UTF-8");
    }

    private IterationPlan plan(String... candidates) throws IOException {
        Path file = folder.resolve("plan.yaml");
        Files.writeString(file, "suite: math\ncandidates:\n" + String.join("\n", candidates) + "\n");
        return IterationSession.plan(file);
    }
}
