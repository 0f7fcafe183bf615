package dev.guerdon.cli.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.cli.Checkout;
import dev.guerdon.core.Registry;
import dev.guerdon.core.spi.RowFormat;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Parquet files with damaged bytes: reading them ends soon, with rows or with a sentence that names the file. */
final class DamagedParquet implements Scenario {

    /** A damaged count can announce any number of rows; nobody has to read them all. */
    private static final long MOST_BYTES = 4 << 20;

    private final Registry registry = Registry.discover();
    private final List<Path> files;

    DamagedParquet() {
        try (Stream<Path> found = Files.walk(Checkout.REAL.resolve("engine/parquet/src/test/resources"))) {
            this.files = found.filter(file -> file.toString().endsWith(".parquet"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
        assertThat(files).isNotEmpty();
    }

    @Override
    public void step(Chaos chaos, Path folder) throws IOException {
        byte[] whole = Files.readAllBytes(chaos.pick(files));
        Path damaged = folder.resolve("damaged.parquet");
        for (int i = 0; i < 20; i++) {
            Files.write(damaged, Damage.to(whole, chaos, "parquet"));
            try {
                read(damaged);
            } catch (GuerdonException | IOException e) {
                assertThat(String.valueOf(e.getMessage()))
                        .contains("damaged.parquet")
                        .doesNotContain("null:");
            }
        }
    }

    private void read(Path file) throws IOException {
        try (InputStream lines =
                RowFormat.of(registry, file.toString()).orElseThrow().open(file).jsonLines()) {
            byte[] buffer = new byte[1 << 16];
            long read = 0;
            for (int some = lines.read(buffer); some >= 0 && read < MOST_BYTES; some = lines.read(buffer)) {
                read += some;
            }
        }
    }
}
