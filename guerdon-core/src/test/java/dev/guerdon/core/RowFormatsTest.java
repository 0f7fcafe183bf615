package dev.guerdon.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guerdon.api.GuerdonException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RowFormatsTest {

    @ParameterizedTest
    @ValueSource(strings = {"-", "a.jsonl", "a.jsonl.gz", "a.parquet.zst", "folder.parquet/lines", "lines", "a.txt"})
    void otherNamesAreLines(String name) {
        assertThat(RowFormats.of(name)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a.parquet", "folder/A.PARQUET", "a.pq"})
    void absentModuleIsNamed(String name) {
        assertThatThrownBy(() -> RowFormats.of(name))
                .isInstanceOf(GuerdonException.class)
                .hasMessage(name + " is a Parquet file, which needs the module guerdon-parquet;"
                        + " add dev.guerdon:guerdon-parquet to the class path");
    }
}
