package dev.guerdon.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guerdon.agent.spi.RolloutLimits;
import dev.guerdon.api.Task;
import dev.guerdon.core.Registry;
import dev.guerdon.lab.spi.LabException;
import dev.guerdon.lab.spi.Suite;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SuitesTest {

    private static final Registry REGISTRY = Registry.discover(SuitesTest.class.getClassLoader());

    @TempDir
    Path folder;

    private Suite load(String yaml) throws IOException {
        return Suites.load(
                REGISTRY, Files.writeString(folder.resolve("mine.yaml"), yaml).toString());
    }

    @Test
    @Tag("slow")
    void bundledSuitesHaveTasksAndADescription() {
        assertThat(Suites.list(REGISTRY).stream().map(Suites.Entry::name))
                .contains("alfworld", "webshop", "scienceworld", "qa", "math");
        assertThat(Suites.list(REGISTRY))
                .allSatisfy(entry -> assertThat(entry.description()).isNotBlank());
        for (String name : new String[] {"alfworld", "webshop", "minilab", "qa", "math"}) {
            Suite suite = Suites.load(REGISTRY, name);
            assertThat(suite.tasks()).as(name).isNotEmpty();
            assertThat(suite.parts()).allSatisfy(part -> {
                REGISTRY.reward(part.reward());
                REGISTRY.policy(part.model().substring("policy:".length()));
            });
        }
    }

    @Test
    void givenOptionsGoBeforeTheSuitesAndReachThePartsThatHaveThem() throws IOException {
        String yaml = """
                model: policy:alfworld-explorer
                reward: alfworld_episode_reward
                parts:
                  - {name: game, environment: alfworld, options: {max-steps: "7", goals: templated}, limit: 1}
                  - {name: sum, reward: math_equal_reward, tasks: [{id: s, question: "1+1?", answer: "2"}]}
                """;
        String file = Files.writeString(folder.resolve("mine.yaml"), yaml).toString();
        Suite suite = Suites.load(REGISTRY, file, Map.of("max-steps", "9"));
        assertThat(suite.parts().get(0).environmentOptions())
                .containsEntry("max-steps", "9")
                .containsEntry("goals", "templated");
        assertThat(suite.parts().get(1).environmentOptions()).isEmpty();
        assertThatThrownBy(() -> Suites.load(REGISTRY, file, Map.of("max-step", "9")))
                .isInstanceOf(LabException.class)
                .hasMessageContaining("no environment of the suite 'mine' has an option 'max-step'")
                .hasMessageContaining("did you mean 'max-steps'");
    }

    @Test
    void partsInheritWhatTheyDoNotSay() throws IOException {
        Files.writeString(folder.resolve("rows.jsonl"), "{\"id\":\"r\",\"question\":\"2+2?\",\"answer\":\"4\"}\n");
        Suite suite = load("""
                name: sums
                description: two kinds of sums
                model: policy:math-calculator
                reward: math_equal_reward
                settings: {system: be brief}
                limits: {steps: 3, tokens: 100, usd: 0.5, time: 2m}
                parts:
                  - name: first
                    data: rows.jsonl
                  - name: second
                    tools: [calculator]
                    reward: qa_f1_reward
                    settings: {system: be long}
                    limits: {steps: 9}
                    tasks:
                      - question: 1 + 1?
                        answer: "2"
                      - {id: named, question: 5?, answer: "5"}
                """);
        assertThat(suite.name()).isEqualTo("sums");
        assertThat(suite.tasks().stream().map(Task::id)).containsExactly("r", "second-0", "named");
        Suite.Part first = suite.parts().getFirst();
        assertThat(first.limits()).isEqualTo(new RolloutLimits(3, 100, 0.5, Duration.ofMinutes(2)));
        assertThat(first.settings()).isEqualTo(Map.of("system", "be brief"));
        assertThat(first.agent()).isEqualTo("tools");
        Suite.Part second = suite.parts().getLast();
        assertThat(second.settings()).isEqualTo(Map.of("system", "be long"));
        assertThat(second.limits()).isEqualTo(RolloutLimits.turns(9));
        assertThat(second.tools()).containsExactly("calculator");
        assertThat(second.reward()).isEqualTo("qa_f1_reward");
    }

    @Test
    void suiteOfAnEnvironmentTakesItsTasks() throws IOException {
        Suite suite = load("environment: alfworld\nreward: alfworld_episode_reward\nselect: 3,5-6\n");
        assertThat(suite.name()).isEqualTo("mine");
        assertThat(suite.tasks().stream().map(Task::id)).containsExactly("bundled-3", "bundled-5", "bundled-6");
        assertThat(suite.parts().getFirst().environment()).isEqualTo("alfworld");
    }

    @Test
    void aRewardTakesOptionsAsTextOrAsAMapping() throws IOException {
        String tasks = "\ntasks: [{question: x, answer: \"3.14\"}]";
        assertThat(load("reward: math_equal_reward(digits=3, extraction=bold)" + tasks)
                        .parts()
                        .getFirst()
                        .reward())
                .isEqualTo(load("reward: {name: math_equal_reward, digits: 3, extraction: bold}" + tasks)
                        .parts()
                        .getFirst()
                        .reward())
                .isEqualTo("math_equal_reward(digits=3, extraction=bold)");
        assertThatThrownBy(() -> load("reward: {name: math_equal_reward, digit: 3}" + tasks))
                .hasMessageContaining("mine.yaml:1: ")
                .hasMessageContaining("did you mean 'digits'?");
        assertThatThrownBy(() -> load("reward: {digits: 3}" + tasks)).hasMessageContaining("needs its 'name'");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    rows.jsonl | '{a}\n{b}\n\n{a}\n' | rows.jsonl:4: | and in FOLDER/rows.jsonl:1;
                    rows.jsonl | '\ufeff{a}\r\n\r\n{b}\r\n{a}' | rows.jsonl:4: | and in FOLDER/rows.jsonl:1;
                    rows.json | '[{a},\n{b},\n{b}]' | 'rows.json, row 2:' | 'and in FOLDER/rows.json, row 1;'
                    """)
    void twinsAreToldWithBothLines(String name, String text, String where, String other) throws IOException {
        Path file = folder.resolve(name);
        Files.writeString(
                file,
                text.translateEscapes()
                        .replace("\\ufeff", "\ufeff")
                        .replaceAll("\\{(\\w)}", "{\"id\":\"$1\",\"question\":\"x\"}"));
        assertThatThrownBy(() -> load("description: d\nreward: qa_f1_reward\ndata: " + name))
                .hasMessageStartingWith(folder + "/" + where + " the id '")
                .hasMessageContaining("' stands for two tasks, here " + other.replace("FOLDER", folder.toString()));
        assertThat(load("reward: qa_f1_reward\nselect: 0\ndata: " + name).tasks())
                .hasSize(1);
    }

    @Test
    void mistakesAreToldWithFileAndLine() {
        assertThatThrownBy(() -> load("reward: qa_f1_rewrd\ntasks: [{question: x}]"))
                .hasMessageContaining("mine.yaml:1: there is no reward 'qa_f1_rewrd'; did you mean");
        assertThatThrownBy(() -> load("reward: qa_f1_reward\nenvironmnt: alfworld"))
                .hasMessageContaining("mine.yaml:2: a suite has no 'environmnt'; did you mean 'environment'?");
        assertThatThrownBy(() -> load("reward: qa_f1_reward\nmodel: x")).hasMessageContaining("needs tasks");
        assertThatThrownBy(() -> load("model: x\ntasks: [{question: x}]")).hasMessageContaining("needs a 'reward'");
        assertThatThrownBy(() -> load("reward: qa_f1_reward\ntasks: [{id: a, question: x}, {id: a, question: y}]"))
                .hasMessageContaining("the id 'a' stands for two tasks, here and in ");
        assertThatThrownBy(() -> load("environment: alfworld\noptions: {dta: x}\nreward: alfworld_episode_reward"))
                .hasMessageContaining(
                        "mine.yaml:2: the environment 'alfworld' has no option 'dta'; did you mean 'data'");
        assertThatThrownBy(() -> load("reward: qa_f1_reward\nlimits: {steps: 0}\ntasks: [{question: x}]"))
                .hasMessageContaining("mine.yaml:2: expected at least 1 step");
        assertThatThrownBy(() -> load("reward: qa_f1_reward\ndata: none.jsonl"))
                .hasMessageContaining("mine.yaml:2: ")
                .hasMessageContaining("there is no data file");
    }

    @Test
    void nameTypedWrongGetsTheNearest() {
        assertThatThrownBy(() -> Suites.load(REGISTRY, "alfwrold"))
                .isInstanceOf(LabException.class)
                .hasMessage("there is no suite 'alfwrold'; did you mean 'alfworld'?");
        assertThatThrownBy(() -> Suites.load(REGISTRY, "zzz")).hasMessageContaining("there are: alfworld");
        assertThatThrownBy(() -> Suites.load(REGISTRY, "no/such.yaml"))
                .hasMessage("there is no suite file no/such.yaml");
    }

    @Test
    void splitAfterAColonIsTheEnvironments() {
        assertThatThrownBy(() -> Suites.load(REGISTRY, "webshop:nonsense"))
                .hasMessageContaining("there is no split 'nonsense'");
        Suite suite = Suites.load(REGISTRY, "minilab:all");
        assertThat(suite.name()).isEqualTo("minilab:all");
        assertThat(suite.tasks())
                .hasSizeGreaterThan(Suites.load(REGISTRY, "minilab").tasks().size());
    }

    @Test
    void suitesInJavaAreFoundByName() {
        Suite suite = Suites.load(REGISTRY, "in-java:5");
        assertThat(suite.tasks()).hasSize(5);
    }
}
