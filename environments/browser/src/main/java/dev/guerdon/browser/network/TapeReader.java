package dev.guerdon.browser.network;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Json;
import dev.guerdon.browser.network.TrafficTape.Ask;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.core.base.SecretFilter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds recorded answers by their requests. */
final class TapeReader {

    /** A line of the recording; the body stays on disk until it is asked for. */
    private record Line(String episode, List<String> head, String body, long millis, boolean whole) {}

    private final Path folder;
    private final SecretFilter secrets;
    private final Map<String, List<Line>> lines = new HashMap<>();
    private final Map<String, Integer> asked = new HashMap<>();
    private boolean pages;
    private int size;

    private TapeReader(Path folder, SecretFilter secrets) {
        this.folder = folder;
        this.secrets = secrets;
    }

    /** Reads a recording; one without HTTP traffic is empty. */
    static TapeReader read(Path folder, SecretFilter secrets) {
        TapeReader reader = new TapeReader(folder, secrets);
        Path file = folder.resolve(TapeWriter.FILE);
        if (!Files.isRegularFile(file)) {
            return reader;
        }
        try (Stream<String> all = Files.lines(file, StandardCharsets.UTF_8)) {
            int[] number = {0};
            all.forEach(line -> reader.add(line, file + ":" + ++number[0]));
        } catch (IOException | UncheckedIOException e) {
            throw new GuerdonException("cannot read the recording " + file + ": " + e.getMessage(), e);
        }
        return reader;
    }

    private void add(String line, String place) {
        // The last line of a process that was killed is half a line; so is one before lines that were added later.
        if (line.isBlank() || (line.startsWith("{") && !line.endsWith("}"))) {
            return;
        }
        try {
            Json json = JsonCodec.read(line, place);
            if (json.find("guerdon_http").isPresent()) {
                pages |= json.get("pages").asBoolean();
                return;
            }
            Ask ask = new Ask(
                    json.get("episode").asString(),
                    json.get("source").asString(),
                    json.get("method").asString(),
                    json.get("url").asString(),
                    json.get("sent").asString());
            List<String> head =
                    json.get("head").asList().stream().map(Json::asString).toList();
            String body = json.get("body").asString();
            if (!body.matches("[0-9a-f]{64}|")) {
                throw new GuerdonException("a body is named by 64 hexadecimal digits");
            }
            lines.computeIfAbsent(ask.key(), key -> new ArrayList<>())
                    .add(new Line(
                            ask.episode(),
                            head,
                            body,
                            json.get("millis").asLong(),
                            json.get("whole").asBoolean()));
            size++;
        } catch (GuerdonException e) {
            throw new GuerdonException(place + " is not a line of a recording: " + e.getMessage(), e);
        }
    }

    boolean hasPages() {
        return pages;
    }

    int size() {
        return size;
    }

    /**
     * The answer to a request: of the same episode where it asked it, else of any. The second time gets the second answer; the last one
     * is given as often as it is asked for.
     */
    Optional<TrafficTape.Answer> find(Ask ask) {
        Ask known = lines.containsKey(ask.key()) ? ask : ask.at(secrets.redact(ask.url()));
        List<Line> same = lines.getOrDefault(known.key(), List.of());
        List<Line> own =
                same.stream().filter(line -> line.episode.equals(ask.episode())).toList();
        List<Line> candidates = own.isEmpty() ? same : own;
        if (candidates.isEmpty()) {
            return Optional.empty();
        }
        int before;
        synchronized (asked) {
            before = asked.merge(ask.episode() + " " + known.key(), 1, Integer::sum) - 1;
        }
        Line line = candidates.get(Math.min(before, candidates.size() - 1));
        return Optional.of(new TrafficTape.Answer(line.head, body(line), line.millis, line.whole));
    }

    private byte[] body(Line line) {
        Path file = folder.resolve(TapeWriter.BODIES).resolve(line.body);
        try {
            return line.body.isEmpty() ? new byte[0] : Files.readAllBytes(file);
        } catch (IOException e) {
            throw new GuerdonException("the recording in " + folder + " lacks the body " + file.getFileName(), e);
        }
    }
}
