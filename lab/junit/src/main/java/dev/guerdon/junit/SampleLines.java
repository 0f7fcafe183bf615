package dev.guerdon.junit;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.core.LineDecoder;
import dev.guerdon.core.LineSample;
import dev.guerdon.core.Registry;
import dev.guerdon.core.RewardEntry;
import dev.guerdon.core.spi.RowFormat;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads samples from JSON lines, or from rows where a format for them is on the class path. A line that cannot be read fails the test: nobody would look at a notice. */
final class SampleLines {

    private final Registry registry;
    private final RewardEntry reward;

    SampleLines(Registry registry, RewardEntry reward) {
        this.registry = registry;
        this.reward = reward;
    }

    /** Returns the samples of a resource beside the class, else of a file. */
    List<LineSample> read(Class<?> beside, String name) {
        try (InputStream resource = beside.getResourceAsStream(name)) {
            return resource == null ? read(Path.of(name)) : read(resource, name);
        } catch (IOException e) {
            throw new GuerdonException(name + " cannot be read: " + e.getMessage(), e);
        }
    }

    List<LineSample> read(Path file) {
        if (!Files.isRegularFile(file)) {
            throw new GuerdonException("there is no file of samples " + file.toAbsolutePath());
        }
        try (InputStream in = open(file)) {
            return read(in, file.toString());
        } catch (IOException e) {
            throw new GuerdonException(file + " cannot be read: " + e.getMessage(), e);
        }
    }

    private InputStream open(Path file) throws IOException {
        Optional<RowFormat> format = RowFormat.of(registry, file.toString());
        return format.isPresent() ? format.get().open(file).jsonLines() : Files.newInputStream(file);
    }

    private List<LineSample> read(InputStream in, String name) throws IOException {
        LineDecoder decoder = new LineDecoder(List.of(reward));
        // Each byte as a character: the decoder shall see the bytes of the file, and refuse a line that is no UTF-8.
        BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.ISO_8859_1));
        List<LineSample> samples = new ArrayList<>();
        @Nullable String line;
        for (long number = 1; (line = lines.readLine()) != null; number++) {
            byte[] bytes = line.strip().getBytes(StandardCharsets.ISO_8859_1);
            if (bytes.length > 0) {
                try {
                    samples.add(decoder.decode(bytes, 0, bytes.length, number));
                } catch (GuerdonException e) {
                    throw new GuerdonException(name + ": " + e.getMessage(), e);
                }
            }
        }
        if (samples.isEmpty()) {
            throw new GuerdonException(name + " has no samples");
        }
        return samples;
    }
}
