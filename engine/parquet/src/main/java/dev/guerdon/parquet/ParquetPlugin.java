package dev.guerdon.parquet;

import dev.guerdon.api.Internal;
import dev.guerdon.api.Plugin;
import dev.guerdon.core.spi.RowFormat;
import dev.guerdon.core.spi.RowReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Makes Parquet files readable wherever rows are read. */
@Internal
public final class ParquetPlugin implements Plugin {

    @Override
    public void install(Registration registration) {
        registration.add(new ParquetFormat());
    }

    private static final class ParquetFormat implements RowFormat {
        @Override
        public String name() {
            return "Parquet";
        }

        @Override
        public List<String> endings() {
            return List.of(".parquet", ".parq", ".pq");
        }

        @Override
        public RowReader open(Path file) throws IOException {
            return ParquetFile.open(file);
        }
    }
}
