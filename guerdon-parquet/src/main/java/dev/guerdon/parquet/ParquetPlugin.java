package dev.guerdon.parquet;

import dev.guerdon.api.Internal;
import dev.guerdon.api.Plugin;

/** Brings the format. */
@Internal
public final class ParquetPlugin implements Plugin {

    @Override
    public void install(Registration registration) {
        registration.add(new ParquetFormat());
    }
}
