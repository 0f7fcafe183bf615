package dev.guerdon.lab.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guerdon.lab.spi.LabException;
import dev.guerdon.lab.spi.SettingsFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class YamlFileTest {

    @Test
    void valuesAreThoseOfJson() {
        SettingsFile root = YamlFile.read("""
            text: some words
            quoted: "12"
            whole: 12
            large: 12345678901
            part: 0.5
            yes: true
            nothing:
            list: [1, two, {three: 3}]
            """, "x.yaml");
        assertThat(root.plain())
                .asInstanceOf(org.assertj.core.api.InstanceOfAssertFactories.MAP)
                .containsEntry("text", "some words")
                .containsEntry("quoted", "12")
                .containsEntry("whole", 12)
                .containsEntry("large", 12345678901L)
                .containsEntry("part", 0.5)
                .containsEntry("yes", true)
                .containsEntry("nothing", null)
                .containsEntry("list", Arrays.asList(1, "two", Map.of("three", 3)));
    }

    @Test
    void jsonIsReadToo() {
        assertThat(YamlFile.read("{\"a\": [1, null]}", "x.json").plain())
                .isEqualTo(Map.of("a", Arrays.asList(1, null)));
    }

    @Test
    void problemsComeWithFileAndLine() {
        assertThatThrownBy(() -> YamlFile.read("a: 1\nb: [1, 2\nc: 3\n", "x.yaml"))
                .isInstanceOf(LabException.class)
                .hasMessageStartingWith("x.yaml:3: this is not YAML");
        assertThatThrownBy(() -> YamlFile.read("a: 1\nb: 2\na: 3\n", "x.yaml"))
                .isInstanceOf(LabException.class)
                .hasMessageContaining("x.yaml:3: 'a' stands here twice");
        assertThatThrownBy(() -> YamlFile.read("a: !!java.lang.Runtime 1", "x.yaml"))
                .isInstanceOf(LabException.class)
                .hasMessageContaining("the tag");
        SettingsFile root = YamlFile.read("a: 1\ntaks: 2\n", "x.yaml");
        assertThatThrownBy(() -> root.allow("a suite", "a", "tasks"))
                .isInstanceOf(LabException.class)
                .hasMessage("x.yaml:2: a suite has no 'taks'; did you mean 'tasks'?");
    }

    @Test
    void aliasesCannotMultiplyWithoutBound() {
        StringBuilder text = new StringBuilder("l0: &l0 [x, x, x, x, x, x, x, x, x, x]\n");
        for (int i = 1; i < 10; i++) {
            String before = "*l" + (i - 1);
            text.append("l" + i + ": &l" + i + " ["
                    + String.join(
                            ", ",
                            List.of(before, before, before, before, before, before, before, before, before, before))
                    + "]\n");
        }
        assertThatThrownBy(() -> YamlFile.read(text.toString(), "bomb.yaml"))
                .isInstanceOf(LabException.class)
                .hasMessageContaining("bomb.yaml");
        assertThatThrownBy(() -> YamlFile.read("a: &a [*a]", "loop.yaml"))
                .isInstanceOf(LabException.class)
                .hasMessageContaining("loop.yaml");
    }

    @Test
    void emptyFileIsRefused() {
        assertThatThrownBy(() -> YamlFile.read("# nothing\n", "x.yaml"))
                .isInstanceOf(LabException.class)
                .hasMessage("x.yaml is empty");
    }

    private static void refused(String text, String... words) {
        assertThatThrownBy(() -> YamlFile.read(text, "x.yaml"))
                .isInstanceOf(LabException.class)
                .hasMessageStartingWith("x.yaml")
                .hasMessageContainingAll(words)
                .satisfies(
                        e -> assertThat(String.valueOf(e.getMessage()).lines().count())
                                .isEqualTo(1))
                .satisfies(
                        e -> assertThat(String.valueOf(e.getMessage()).length()).isLessThan(300));
    }

    /** Each of these was a stack overflow or took minutes. */
    @ParameterizedTest
    @ValueSource(ints = {62, 100, 10_000, 1_000_000})
    @Timeout(60)
    void nestingIsBounded(int depth) {
        String deep = "x.yaml:1: nested more than 60 deep";
        refused("[".repeat(depth), deep);
        refused("[".repeat(depth) + "]".repeat(depth), deep);
        refused("{\"a\":".repeat(depth) + "1" + "}".repeat(depth), deep);
        refused("- ".repeat(depth) + "1", deep);
        refused("? ".repeat(depth) + "1", "x.yaml:1: ");
        refused("a: 1\nb: " + "[".repeat(depth), "x.yaml:2: nested more than 60 deep");
    }

    @Test
    void nestingOfOrdinaryFilesIsFine() {
        assertThat(YamlFile.read("[".repeat(60) + "]".repeat(60), "x.yaml").value())
                .isInstanceOf(List.class);
    }

    /** A scalar of 20 MB had no end in a minute; now all of these together take seconds. */
    @Test
    @Timeout(300)
    @Tag("slow")
    void largeScalarsAreReadInTimeThatGrowsWithTheirSize() {
        String huge = "x".repeat(20_000_000);
        assertThat(YamlFile.read("a: " + huge, "x.yaml")
                        .find("a")
                        .orElseThrow()
                        .text()
                        .length())
                .isEqualTo(huge.length());
        String large = "x".repeat(6_000_000);
        for (String text :
                List.of("a: \"" + large + "\"", "a: |-\n  " + large, "%" + large + "\n---\na: '" + large + "'")) {
            assertThat(YamlFile.read(text, "x.yaml")
                            .find("a")
                            .orElseThrow()
                            .text()
                            .length())
                    .isEqualTo(large.length());
        }
        refused(large + ": 1", "this is not YAML");
        refused("a: !" + large + " 1", "the tag");
        refused("a: *" + large, "names nothing");
        refused("? " + large + "\n: 1\n? " + large + "\n: 2\n", "x.yaml:3: 'xxx", "stands here twice");
    }

    @Test
    @Timeout(60)
    @Tag("slow")
    void sizeAndNumberOfValuesAreBounded() {
        refused("a: 1\n" + "# comment\n".repeat(4_000_000), "larger than 32 MiB");
        refused("- 1\n".repeat(1_000_001), "more than 1000000 values");
        refused("a: 1\n---\n".repeat(100_000), "x.yaml:2: a second document begins here");
        refused("a: " + "9".repeat(1_001), "a number of more than 1000 digits");
        refused("a: 1e400", "expected a finite number, found 1e400");
        refused("a: .nan", "expected a finite number, found .nan");
        refused("a: !!set {b}", "the tag");
    }

    @Test
    void aliasIsTheValueThatItNames() {
        assertThat(YamlFile.read("a: &x [1, {b: c}]\nd: *x\n", "x.yaml").plain())
                .isEqualTo(Map.of("a", List.of(1, Map.of("b", "c")), "d", List.of(1, Map.of("b", "c"))));
        refused("a: *nothing", "x.yaml:1: '*nothing' names nothing");
        refused("a: &a [*a]", "x.yaml:1: '*a' names nothing that is complete");
    }

    @Test
    void fileThatIsNoUtf8IsRefusedWithItsLine(@TempDir Path folder) throws IOException {
        Path file = Files.write(folder.resolve("s.yaml"), new byte[] {'a', ':', '1', '\n', (byte) 0xc0, (byte) 0xaf});
        assertThatThrownBy(() -> YamlFile.read(file))
                .isInstanceOf(LabException.class)
                .hasMessageContaining("line 2 is not UTF-8");
    }
}
