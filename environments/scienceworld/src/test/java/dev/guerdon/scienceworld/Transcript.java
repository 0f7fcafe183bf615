package dev.guerdon.scienceworld;

import dev.guerdon.api.Json;
import dev.guerdon.api.Step;
import dev.guerdon.api.Task;
import dev.guerdon.core.base.JsonCodec;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/**
 * A recorded episode.
 *
 * @param name the kind of episode and its task
 * @param header what was played
 * @param steps what every step brought; the first is the reset
 */
public record Transcript(String name, Json header, List<Json> steps) {

    public static final String RECORDED_VERSION = "1.3.0";

    /** Reads the episodes of one kind: {@code gold}, {@code random} or {@code explore}. */
    public static List<Transcript> read(String kind) {
        List<Transcript> all = new ArrayList<>();
        for (Json line : lines(kind + ".jsonl.gz")) {
            if (line.get("type").asString().equals("episode")) {
                String name = kind + " " + line.get("taskName").asString() + " "
                        + line.get("variationIdx").asInt() + " "
                        + line.get("simplificationStr").asString();
                all.add(new Transcript(name.strip(), line, new ArrayList<>()));
            } else {
                all.getLast().steps.add(line);
            }
        }
        return all;
    }

    public static List<Json> lines(String resource) {
        try (InputStream in = Objects.requireNonNull(Transcript.class.getResourceAsStream("/vectors/" + resource));
                InputStream plain = resource.endsWith(".gz") ? new GZIPInputStream(in) : in;
                BufferedReader reader = new BufferedReader(new InputStreamReader(plain, StandardCharsets.UTF_8))) {
            return reader.lines().map(line -> JsonCodec.read(line, resource)).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Task task() {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put(LaboratoryEpisode.TASK, header.get("taskName").asString());
        fields.put(LaboratoryEpisode.VARIATION, header.get("variationIdx").asInt());
        fields.put(
                LaboratoryEpisode.SIMPLIFICATIONS,
                header.get("simplificationStr").asString());
        return Task.of(name, "", fields);
    }

    /** The beginning of this episode. */
    public Transcript first(int count) {
        return new Transcript(name, header, steps.subList(0, Math.min(count, steps.size())));
    }

    /** Plays the episode and tells how its steps look in the recording's terms. */
    public List<Map<String, @Nullable Object>> play(ScienceworldEnvironment environment) {
        List<Map<String, @Nullable Object>> played = new ArrayList<>();
        for (int i = 0; i < steps.size(); i++) {
            played.add(play(environment, i));
        }
        return played;
    }

    /** Plays one step of the episode, the first of which is the reset. */
    public Map<String, @Nullable Object> play(ScienceworldEnvironment environment, int step) {
        return recorded(
                step == 0
                        ? environment.reset(task())
                        : environment.step(steps.get(step).get("action").asString()));
    }

    /** The recording in the same terms. */
    public List<Map<String, @Nullable Object>> expected() {
        return steps.stream()
                .map(step -> {
                    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
                    for (String key : List.of(
                            "observation",
                            "reward",
                            "score",
                            "isCompleted",
                            "moves",
                            "look",
                            "inv",
                            "validCount",
                            "validSha256")) {
                        fields.put(key, step.get(key).value());
                    }
                    return fields;
                })
                .toList();
    }

    private static Map<String, @Nullable Object> recorded(Step step) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("observation", step.observation().text());
        fields.put("reward", step.info().get("reward"));
        fields.put("score", step.info().get("score"));
        fields.put("isCompleted", step.done());
        fields.put("moves", step.info().get("moves"));
        fields.put("look", step.info().get("look"));
        fields.put("inv", step.info().get("inv"));
        List<?> valid = (List<?>) Objects.requireNonNull(step.info().get("valid"));
        fields.put("validCount", valid.size());
        fields.put(
                "validSha256",
                sha256(String.join("\n", valid.stream().map(String::valueOf).toList())));
        return fields;
    }

    private static String sha256(String text) {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
