package dev.guerdon.cli.input;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import dev.guerdon.core.LineDecoder;
import dev.guerdon.core.LineSample;
import dev.guerdon.core.Registry;
import dev.guerdon.core.RewardEntry;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The first samples of a file, in memory.
 *
 * @param samples those that could be read
 * @param problems what is wrong with the lines that could not
 */
@Internal
public record SampleFile(List<LineSample> samples, List<String> problems) {

    /** Reads a file; the registry has the formats of files that are no JSON lines. */
    public static SampleFile read(Registry registry, String name, RewardEntry reward, int most) throws IOException {
        LineDecoder decoder = new LineDecoder(List.of(reward));
        List<LineSample> samples = new ArrayList<>();
        List<String> problems = new ArrayList<>();
        // Each byte as a character: the decoder shall see the bytes of the file, and refuse the line where they are no
        // UTF-8.
        try (BufferedReader lines = new BufferedReader(
                new InputStreamReader(new DataFiles(registry).in(name), StandardCharsets.ISO_8859_1))) {
            @Nullable String line;
            for (long number = 1; samples.size() < most && (line = lines.readLine()) != null; number++) {
                byte[] bytes = line.strip().getBytes(StandardCharsets.ISO_8859_1);
                if (bytes.length == 0) {
                    continue;
                }
                try {
                    samples.add(decoder.decode(bytes, 0, bytes.length, number));
                } catch (GuerdonException e) {
                    problems.add(name + ": " + e.getMessage());
                }
            }
        }
        return new SampleFile(List.copyOf(samples), List.copyOf(problems));
    }
}
