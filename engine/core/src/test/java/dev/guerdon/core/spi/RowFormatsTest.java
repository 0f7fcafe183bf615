package dev.guerdon.core.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.core.Registry;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RowFormatsTest {

    private final Registry registry = new Registry();

    private record Format(String name, List<String> endings) implements RowFormat {
        @Override
        public RowReader open(Path file) {
            throw new GuerdonException("not opened here");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"-", "a.jsonl", "a.jsonl.gz", "a.parquet.zst", "folder.parquet/lines", "lines", "a.txt"})
    void otherNamesAreLines(String name) {
        assertThat(RowFormats.of(registry, name)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a.parquet", "folder/A.PARQUET", "a.pq"})
    void absentModuleIsNamed(String name) {
        assertThatThrownBy(() -> RowFormats.of(registry, name))
                .isInstanceOf(GuerdonException.class)
                .hasMessage(name + " is a Parquet file, which needs the module guerdon-parquet;"
                        + " add dev.guerdon:guerdon-parquet to the class path");
    }

    @Test
    void formatOfAPluginIsFoundByTheEnding() {
        Format tabs = new Format("tabs", List.of(".tsv", ".tab"));
        registry.add(tabs);
        assertThat(RowFormats.of(registry, "folder/A.TSV")).contains(tabs);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a.csv", "folder/A.TSV", "a.tsv.gz", "a.csv.zst", "a.xlsx", "a.pkl"})
    void fileThatNothingReadsIsRefusedByItsName(String name) {
        assertThatThrownBy(() -> RowFormats.of(registry, name))
                .isInstanceOf(GuerdonException.class)
                .hasMessageStartingWith(name + " ends in .")
                .hasMessageContaining("expected JSON lines");
    }

    @Test
    void twoFormatsForOneFileAreRefused() {
        registry.add(new Format("tabs", List.of(".tsv")));
        registry.add(new Format("more-tabs", List.of(".tab", ".tsv")));
        assertThatThrownBy(() -> RowFormats.of(registry, "a.tsv"))
                .isInstanceOf(GuerdonException.class)
                .hasMessageContaining("a.tsv can be read by several row formats: more-tabs, tabs");
    }
}
