package dev.guerdon.cli.pieces;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.core.base.Sha256;
import dev.guerdon.lab.LabJson;
import dev.guerdon.lab.spi.Episode;
import dev.guerdon.lab.spi.Run;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** What is stored of a run, as text that two runs of the same have in common: sorted by task and repeat, without times. */
final class Stored {

    private Stored() {}

    private static List<String> lines(Run run) {
        List<String> lines = new ArrayList<>();
        run.episodes().stream()
                .sorted(Comparator.comparing(Episode::task).thenComparingInt(Episode::repeat))
                .forEach(episode -> lines.add(withoutTimes(JsonCodec.write(LabJson.of(episode, run.detail(episode))))));
        files(run.folder().resolve("episodes")).forEach((name, hash) -> lines.add(name + " " + hash));
        return lines;
    }

    /** Holds two runs to be stored alike; of those that are not, the first difference is shown. */
    static void assertAlike(Run one, Run other) {
        List<String> lines = lines(one);
        List<String> others = lines(other);
        for (int i = 0; i < Math.min(lines.size(), others.size()); i++) {
            assertThat(lines.get(i)).isEqualTo(others.get(i));
        }
        assertThat(lines).isNotEmpty().hasSameSizeAs(others);
    }

    private static String withoutTimes(String json) {
        return json.replaceAll("\"(started|seconds|thinking_seconds|acting_seconds)\":[^,}]+", "\"$1\":0")
                .replaceAll("\"artifacts\":\"[^\"]*(episodes/[^\"]*)\"", "\"artifacts\":\"$1\"");
    }

    private static Map<String, String> files(Path folder) {
        Map<String, String> files = new TreeMap<>();
        if (Files.isDirectory(folder)) {
            try (Stream<Path> walk = Files.walk(folder)) {
                for (Path file : (Iterable<Path>) walk::iterator) {
                    files.put(
                            folder.relativize(file).toString(),
                            Files.isRegularFile(file) ? Sha256.hex(file) : "folder");
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return files;
    }

    static List<String> keys(Run run) {
        return run.episodes().stream().map(Episode::key).sorted().toList();
    }
}
