package dev.guerdon.parquet;

import dev.guerdon.api.Experimental;
import dev.guerdon.core.spi.RowFormat;
import dev.guerdon.core.spi.Rows;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Makes Parquet files readable wherever rows are read. */
@Experimental
public final class ParquetFormat implements RowFormat {

    @Override
    public String name() {
        return "Parquet";
    }

    @Override
    public List<String> endings() {
        return List.of(".parquet", ".parq", ".pq");
    }

    @Override
    public Rows open(Path file) throws IOException {
        return ParquetFile.open(file);
    }
}
