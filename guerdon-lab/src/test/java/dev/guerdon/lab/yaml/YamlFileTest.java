package dev.guerdon.lab.yaml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guerdon.lab.spi.LabException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class YamlFileTest {

    @Test
    void valuesAreThoseOfJson() {
        YamlNode root = YamlFile.read("""
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
        YamlNode root = YamlFile.read("a: 1\ntaks: 2\n", "x.yaml");
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
}
